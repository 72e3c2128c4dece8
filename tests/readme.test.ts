/** The README is true: its files load, its commands print what it shows, its links lead somewhere. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { holdpoint } from './cli/holdpoint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language, file, text]) => ({ language, file, text: text ?? '' }),
);
const folder = mkdtempSync(join(tmpdir(), 'holdpoint-readme-'));

before(() => {
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(join(folder, file), text);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the README names at least three files and shows at least three commands', () => {
  assert.ok(blocks.filter((block) => block.file !== undefined).length >= 3);
  assert.ok(blocks.filter((block) => block.language === 'console').length >= 3);
});

for (const { text } of blocks.filter((block) => block.language === 'console')) {
  const [line = '', ...shown] = text.trimEnd().split('\n');
  test(`the README shows what this prints: ${line}`, async () => {
    assert.match(line, /^\$ holdpoint /);
    const result = await holdpoint(line.replace('$ holdpoint ', '').split(' '), { cwd: folder });
    const printed = `${result.stdout}${result.stderr}`.trimEnd();
    assert.equal(printed, shown.join('\n'));
  });
}

test('every relative link of the README leads to a file', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !target.includes('://'));
  assert.deepEqual(
    links.filter((target) => !existsSync(join(root, target))),
    [],
  );
});

test('the commands that the README asks for are scripts and tasks', () => {
  const scripts = Object.keys(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
  );
  const tasks = Object.keys(
    (JSON.parse(readFileSync(join(root, 'deno.json'), 'utf8')) as { tasks: object }).tasks,
  );
  const asked = [...readme.matchAll(/npm (?:run )?(test|demo|build)/g)].map(([, name]) => name);
  assert.deepEqual(
    [...new Set(asked)].filter((name) => !scripts.includes(name ?? '')),
    [],
  );
  for (const [, name] of readme.matchAll(/deno task (\w+)/g)) assert.ok(tasks.includes(name ?? ''), name);
});
