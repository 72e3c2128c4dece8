/** The demo that the README promises: three questions, three answers, and nothing left behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith } from '../cli/holdpoint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const argv =
  'Deno' in globalThis
    ? ['run', '-A', '--quiet', '--no-check', join(root, 'scripts/demo.ts')]
    : [join(root, 'dist/demo.js')];

test('the demo splits, releases and holds, and puts its folder away', () => {
  const TMPDIR = folderWith();
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...argv, '--once'], {
    encoding: 'utf8',
    env: { ...env, TMPDIR, NO_COLOR: '1' },
  });
  assert.equal(status, 0, stderr);
  assert.deepEqual(stdout.match(/^. (?:RELEASE|SPLIT|HOLD) \w+/gm), [
    '◐ SPLIT send',
    '✔ RELEASE write',
    '✖ HOLD merge',
  ]);
  const merge = stdout.slice(stdout.indexOf('HOLD merge'));
  assert.doesNotMatch(merge, /tests-failed|no-tests|not-counted|disagreement|missing-evidence tests/);
  assert.deepEqual(readdirSync(TMPDIR), []);
});
