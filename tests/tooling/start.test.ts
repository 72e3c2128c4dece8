/** The two files that run before anything is built or installed: the launcher and the set-up for Deno's tasks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const onDeno = 'Deno' in globalThis;

/** A folder with copies of the named files of the project, gone after the test. */
function copyOf(context: TestContext, ...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-start-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) cpSync(join(root, name), join(folder, name));
  return folder;
}

function run(folder: string, script: string, env: Record<string, string> = {}) {
  // Node needs the loader for TypeScript; it is named by its place, because the copies have no packages beside them.
  const loader = createRequire(import.meta.url).resolve('tsx');
  const argv = onDeno ? ['run', '-A', '--no-config'] : ['--import', loader];
  return spawnSync(process.execPath, [...argv, join(folder, script)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

test('the launcher says in one line that the build is missing, and exits 70', (context) => {
  const { status, stdout, stderr } = run(copyOf(context, 'bin/holdpoint.mjs'), 'bin/holdpoint.mjs');
  assert.equal(status, 70);
  assert.equal(stdout, '');
  assert.match(stderr, /^holdpoint: dist\/main\.js is missing; run "npm run build"[^\n]*\n$/);
});

test('the launcher runs the built command and gives its exit status', (context) => {
  const folder = copyOf(context, 'bin/holdpoint.mjs');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'dist', 'main.js'), 'console.log("built"); process.exitCode = 2;');
  const { status, stdout } = run(folder, 'bin/holdpoint.mjs');
  assert.deepEqual([status, stdout], [2, 'built\n']);
});

test('the set-up leaves alone what is installed, and otherwise asks npm or says what to do', (context) => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  };
  const table: [installed: object | undefined, isEnough: boolean][] = [
    [{ 'node_modules/a': { version: '1.0.0' } }, true],
    [{ 'node_modules/a': { version: '1.0.1' } }, false],
    [{}, false],
    [undefined, false],
  ];
  for (const [installed, isEnough] of table) {
    const folder = copyOf(context, 'scripts/setup.ts');
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    if (installed) {
      mkdirSync(join(folder, 'node_modules'));
      writeFileSync(
        join(folder, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: installed }),
      );
    }
    // Without npm on the PATH the set-up can only speak.
    const { status, stderr } = run(folder, 'scripts/setup.ts', { PATH: folder });
    assert.equal(status, isEnough ? 0 : 69, JSON.stringify(installed));
    if (isEnough) assert.equal(stderr, '');
    else assert.match(stderr, /install Node 20 or newer with npm, then run "npm ci"\n$/);
  }
});
