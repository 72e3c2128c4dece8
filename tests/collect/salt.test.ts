/** The salt beside the history: made once, and never taken from what somebody else put there. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { saltOf } from '../../src/cli/salt.ts';
import { HostError } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();

test('saltOf makes a salt once and keeps it', () => {
  const root = temporaryFolder();
  const salt = saltOf(host, root);
  assert.match(salt, /^[0-9a-f]{64}$/);
  assert.equal(saltOf(host, root), salt);
  assert.equal(fs.readFileSync(join(root, '.holdpoint/.gitignore'), 'utf8'), '*\n');
});

test('saltOf refuses a file that holds no salt, and leaves it as it is', () => {
  for (const content of ['', 'garbage', `${'0f'.repeat(32)}\nmore`, 'x'.repeat(5000)]) {
    const root = temporaryFolder();
    write(root, { '.holdpoint/salt': content });
    assert.throws(
      () => saltOf(host, root),
      (error) =>
        error instanceof HostError &&
        /^Cannot use the salt in ".*salt": it is not 64 hexadecimal digits/.test(error.message),
    );
    assert.equal(fs.readFileSync(join(root, '.holdpoint/salt'), 'utf8'), content);
  }
});

test('saltOf refuses a linked folder and a linked salt, and writes nothing through them', () => {
  const root = temporaryFolder();
  write(root, { 'a/b': '', 'elsewhere/c': '', 'd/.holdpoint/e': '' });
  fs.symlinkSync('../elsewhere', join(root, 'a/.holdpoint'));
  fs.symlinkSync('../../elsewhere/c', join(root, 'd/.holdpoint/salt'));
  for (const name of ['a', 'd']) assert.throws(() => saltOf(host, join(root, name)), /it is a symbolic link/);
  assert.deepEqual(fs.readdirSync(join(root, 'elsewhere')), ['c']);
});
