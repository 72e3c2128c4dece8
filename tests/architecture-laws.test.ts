/** Proves that each law of the architecture test can fail, on small sources made for it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are part of the sources that are read here
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from './architecture/imports.ts';
import * as laws from './architecture/laws.ts';
import { maskSource } from './architecture/mask.ts';

const tree = (files: Record<string, string>): laws.Sources => new Map(Object.entries(files));

test('importsOf finds every form of import and its kind', () => {
  const table: [source: string, ...expected: string[]][] = [
    ["import a from './a.ts'", 'static ./a.ts'],
    ["import a, { b as c } from './a.ts'", 'static ./a.ts'],
    ["import a, * as b from './a.ts'", 'static ./a.ts'],
    ["import*as a from'./a.ts'", 'static ./a.ts'],
    ['import{a}from"./a.ts"', 'static ./a.ts'],
    ["import {\n  a, // first\n  /* } from 'x' */ b,\n} from './a.ts'", 'static ./a.ts'],
    ["import './a.ts'", 'static ./a.ts'],
    ["import'./a.ts'", 'static ./a.ts'],
    ["import { type A, type B } from './a.ts'", 'static ./a.ts'],
    ["import type A from './a.ts'", 'type ./a.ts'],
    ["import type { A } from './a.ts'", 'type ./a.ts'],
    ["import type * as a from './a.ts'", 'type ./a.ts'],
    ["import type from './a.ts'", 'static ./a.ts'],
    ["import type, { a } from './a.ts'", 'static ./a.ts'],
    ["import data from './a.json' with { type: 'json' }", 'static ./a.json'],
    ["export * from './a.ts'", 'static ./a.ts'],
    ["export * as a from './a.ts'", 'static ./a.ts'],
    ["export { a } from './a.ts'", 'static ./a.ts'],
    ["export type { A } from './a.ts'", 'type ./a.ts'],
    ["export type * from './a.ts'", 'type ./a.ts'],
    ["const a = await import('./a.ts')", 'dynamic ./a.ts'],
    ["const a = () => import(\n  './a.ts',\n)", 'dynamic ./a.ts'],
    ["import('./a.ts').then((m) => m.x); import './b.ts'", 'dynamic ./a.ts', 'static ./b.ts'],
    ['const a = import(`./a.ts`)', 'dynamic ./a.ts'],
    ['const a = import(name)', 'dynamic *'],
    ["const a = import('./' + name)", 'dynamic *'],
    ["type A = typeof import('./a.ts')", 'type ./a.ts'],
    ["const t = `${(await import('./a.ts')).x} import './b.ts'`", 'dynamic ./a.ts'],
    ["const r = /['\"]/; import './a.ts'", 'static ./a.ts'],
    ["const n = 4 / 2; import './a.ts'; const m = 1 / 1", 'static ./a.ts'],
    ["const r = /[/'\"]/.test(x) // it's\nimport './a.ts'", 'static ./a.ts'],
    ["export interface A { a: 1 }\nimport { b } from './b.ts'", 'static ./b.ts'],
    ["// import './a.ts'"],
    ["/* import './a.ts' */"],
    ['const s = "import \'./a.ts\'"'],
    ["const s = 'it\\'s' + \"import './a.ts'\""],
    ["const s = `import './a.ts'`"],
    ["const s = `${'`'} import './a.ts'`"],
    ["x.import('./a.ts')"],
    ["export const from = 'a'"],
    ["export type A = { from: 'b' }"],
    ['const u = import.meta.url'],
  ];
  for (const [source, ...expected] of table) {
    const found = importsOf(source).map(({ kind, specifier }) => `${kind} ${specifier}`);
    assert.deepEqual(found.sort(), expected.sort(), source);
  }
});

test('maskSource keeps length and lines, and code outside strings and comments', () => {
  const source = "a('b') // c\n/* d\n */ `e ${f({ g: 'h' })} i` + /j['k]/ / l";
  const { code, uncommented } = maskSource(source);
  assert.equal(code, "a(' ')     \n    \n    `  ${f({ g: ' ' })}  ` + /     / / l");
  assert.equal(uncommented, "a('b')     \n    \n    `e ${f({ g: 'h' })} i` + /j['k]/ / l");
});

test('importTable refuses each step out of the table', () => {
  const table: [file: string, source: string, refused: boolean][] = [
    ['src/engine/a.ts', "import { b } from './b.ts'", false],
    ['src/engine/a/b.ts', "import { b } from '../../host/host.ts'", true],
    ['src/engine/a.ts', "import type { B } from '../host/host.ts'", true],
    ['src/engine/a.ts', "const b = () => import('../host/host.ts')", true],
    ['src/engine/a.ts', 'const b = () => import(name)', true],
    ['src/host/a.ts', "import '../engine/mod.ts'", true],
    ['src/collect/a.ts', "import '../engine/mod.ts'; import '../host/host.ts'", false],
    ['src/collect/a.ts', "import '../store/history.ts'", true],
    ['src/act/a.ts', "import '../collect/a.ts'", false],
    ['src/act/a.ts', "import '../report/a.ts'", true],
    ['src/report/a.ts', "import '../host/host.ts'", true],
    ['src/store/a.ts', "import '../host/host.ts'", false],
    ['src/store/a.ts', "import type { R } from '../web/reader.ts'", false],
    ['src/store/a.ts', "import { type R } from '../web/reader.ts'", true],
    ['src/store/a.ts', "import type { R } from '../web/app.ts'", true],
    ['src/web/a.ts', "import '../engine/mod.ts'", false],
    ['src/web/a.ts', "import type { H } from '../store/history.ts'", true],
    ['src/web/routes/a.tsx', "import '../../host/host.ts'", true],
    ['src/cli/a.ts', "import '../store/history.ts'; import '../web/app.ts'", false],
    ['src/cli/a.ts', "import '../../scripts/demo.ts'", true],
    ['src/cli/a.ts', "import '../../package.json'", true],
    ['src/util/a.ts', '', true],
    ['src/a.ts', '', true],
  ];
  for (const [file, source, refused] of table) {
    assert.equal(laws.importTable(tree({ [file]: source })).length, refused ? 1 : 0, `${file}: ${source}`);
  }
});

test('enginePurity refuses each way to reach the world, and not the words for it', () => {
  const impure = [
    "import { x } from 'node:path'",
    "import { x } from 'hono'",
    'const a = Date.now()',
    'const a = new Date()',
    'const a = new Date(text)',
    'const a = performance.now()',
    'const a = Math.random()',
    'const a = crypto.randomUUID()',
    "fetch('x')",
    'const a = process.env',
    'const a = globalThis.x',
    'const a = Deno.env',
    "console.log('x')",
    'setTimeout(f, 1)',
    'async function f() {}',
    'const f = async () => 1',
    'const a: Promise<string> = b',
    'export const a = await b',
    "eval('1')",
    "new Function('return 1')",
    'a.localeCompare(b)',
    'const a = n.toLocaleString()',
    'let count = 0',
    'export let count = 0',
    'const a = `${Date.now()}`',
  ];
  for (const source of impure) {
    // A builtin is a breach of its own law; here it is no package of the engine's.
    const found = [
      ...laws.enginePurity(tree({ 'src/engine/a.ts': source })),
      ...laws.builtins(tree({ 'src/engine/a.ts': source })),
    ];
    assert.equal(found.length, 1, source);
    assert.deepEqual(laws.enginePurity(tree({ 'src/host/a.ts': source })), [], source);
  }
  const pure = [
    "import * as v from 'valibot'",
    "import { toJsonSchema } from '@valibot/to-json-schema'",
    "import { x } from './b.ts'",
    '// Date.now(), process and Promise',
    "const a = 'new Date() in a sentence, process, fetch('",
    'type A = { process: string; async?: boolean }',
    'const a = evidence.process',
    'function f() {\n  let count = 0;\n  return count;\n}',
    'const a = evaluate(b)',
    'export function dateOf(Dated: string) {}',
  ];
  for (const source of pure) {
    assert.deepEqual(laws.enginePurity(tree({ 'src/engine/a.ts': source })), [], source);
  }
});

test('builtins refuses them away from the machine', () => {
  const source = "import { join } from 'node:path'";
  for (const file of [
    'src/engine/a.ts',
    'src/collect/a.ts',
    'src/act/a.ts',
    'src/report/a.ts',
    'src/web/app.ts',
  ]) {
    assert.equal(laws.builtins(tree({ [file]: source })).length, 1, file);
  }
  for (const file of ['src/host/a.ts', 'src/cli/a.ts', 'src/store/a.ts', 'src/web/server.ts']) {
    assert.deepEqual(laws.builtins(tree({ [file]: source })), [], file);
  }
});

test('fileShape refuses long files and files that do not say what they are for', () => {
  const long = `// Long.\n${'a;\n'.repeat(299)}`;
  assert.deepEqual(laws.fileShape(tree({ 'src/a.ts': long })), ['src/a.ts has 300 lines']);
  assert.deepEqual(laws.fileShape(tree({ 'src/a.ts': `// Long.\n${'a;\n'.repeat(298)}` })), []);
  assert.deepEqual(laws.fileShape(tree({ 'src/a.ts': 'const a = 1; // late' })), [
    'src/a.ts does not begin with a comment',
  ]);
  assert.deepEqual(laws.fileShape(tree({ 'src/a.ts': '#!/usr/bin/env node\n/** Fine. */' })), []);
  assert.deepEqual(laws.fileShape(tree({ 'src/a.gen.ts': 'a;\n'.repeat(999) })), []);
});

test('cycles names the circle, and lets types and lazy imports go round', () => {
  const circle = tree({
    'src/web/a.ts': "import './b.ts'",
    'src/web/b.ts': "export * from './c/c.ts'",
    'src/web/c/c.ts': "import { a } from '../a.ts'",
  });
  assert.deepEqual(laws.cycles(circle), ['src/web/a.ts -> src/web/b.ts -> src/web/c/c.ts -> src/web/a.ts']);
  assert.deepEqual(laws.cycles(tree({ 'src/web/a.ts': "import './a.ts'" })), [
    'src/web/a.ts -> src/web/a.ts',
  ]);
  const broken = tree({
    'src/web/a.ts': "import './b.ts'; import './c.ts'",
    'src/web/b.ts': "import type { A } from './a.ts'; import './c.ts'",
    'src/web/c.ts': "const a = () => import('./a.ts')",
  });
  assert.deepEqual(laws.cycles(broken), []);
});

test('dependencies refuses a package that is not declared', () => {
  const files = tree({ 'src/web/a.ts': "import { jsx } from 'hono/jsx'; import type { A } from '@a/b/c'" });
  assert.deepEqual(laws.dependencies(files, ['hono', '@a/b']), []);
  assert.deepEqual(laws.dependencies(files, ['hono', '@a/c']), [
    'src/web/a.ts imports @a/b, not a dependency',
  ]);
});

test('lightStart follows static imports to what is slow, and stops at lazy ones', () => {
  const main = 'src/cli/main.ts';
  const by = (text: string) =>
    tree({ [main]: "import './a.ts'", 'src/cli/a.ts': text, 'src/store/h.ts': '' });
  assert.deepEqual(laws.lightStart(by("import { h } from '../store/h.ts'"), main), [
    'src/cli/main.ts -> src/cli/a.ts -> src/store/h.ts',
  ]);
  for (const name of [
    'drizzle-orm/libsql',
    '@libsql/client',
    'hono',
    '@hono/node-server',
    '@secretlint/core',
  ]) {
    assert.equal(laws.lightStart(by(`import x from '${name}'`), main).length, 1, name);
  }
  const lazy = "const h = () => import('../store/h.ts'); import type { H } from '../store/h.ts'";
  assert.deepEqual(laws.lightStart(by(lazy), main), []);
  assert.deepEqual(laws.lightStart(tree({}), main), ['src/cli/main.ts is missing']);
});

test('wholeTree refuses an import of a file that is not there', () => {
  const files = { 'src/web/a.ts': "import './b.ts'" };
  assert.equal(laws.wholeTree(tree(files)).length, 1);
  assert.deepEqual(laws.wholeTree(tree({ ...files, 'src/web/b.ts': '' })), []);
});
