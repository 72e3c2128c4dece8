/** Section `locks`: bytes decide, and kinds that come or go count. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { collectLocks, KNOWN_LOCKS, type Locks } from '../../src/collect/locks.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, write } from './temporary.ts';

const host = nodeHost();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function locksOf(
  before: Record<string, string>,
  after: Record<string, string>,
  globs?: string[],
): Promise<Locks> {
  const repo = repository();
  write(repo.folder, before);
  repo.commit('base');
  for (const path of Object.keys(before)) if (!(path in after)) fs.rmSync(join(repo.folder, path));
  write(repo.folder, after);
  repo.commit('head');
  return collectLocks(
    { host },
    { folder: repo.folder, range: 'HEAD~1..HEAD', ...(globs === undefined ? {} : { globs }) },
  );
}

test('collectLocks gives the digests of both sides, whatever kind of difference there is', async () => {
  const cases: [string, string][] = [
    ['{"resolved": "https://registry.example.test/a.tgz"}', '{"resolved": "https://cdn.evil.test/a.tgz"}'],
    ['{"version": "1.0.0", "integrity": "sha512-AAAA"}', '{"version": "1.0.0"}'],
    [
      '{\n  "lockfileVersion": 2,\n  "packages": {}\n}\n',
      '{\r\n  "packages": {},\r\n  "lockfileVersion": 3\r\n}\r\n',
    ],
    ['same', 'same'],
  ];
  for (const [before, after] of cases) {
    assert.deepEqual(await locksOf({ 'package-lock.json': before }, { 'package-lock.json': after }), {
      'package-lock.json': { before_sha256: sha256(before), after_sha256: sha256(after) },
    });
  }
});

test('collectLocks sees lock files that appear, disappear or are renamed, at any depth', async () => {
  const before = { 'package-lock.json': '{}', 'pnpm-lock.yaml': 'x', 'a.txt': '' };
  const after = {
    'package-lock.json': '{}',
    'npm-shrinkwrap.json': '{}',
    'packages/x/yarn.lock': 'y',
    'pnpm-lock.yaml.bak': 'x',
    'a.txt': '',
  };
  const locks = await locksOf(before, after);
  assert.deepEqual(
    Object.entries(locks).map(([path, lock]) => [
      path,
      lock.before_sha256 === null,
      lock.after_sha256 === null,
    ]),
    [
      ['npm-shrinkwrap.json', true, false],
      ['package-lock.json', false, false],
      ['packages/x/yarn.lock', true, false],
      ['pnpm-lock.yaml', false, true],
    ],
  );
});

test('collectLocks takes other globs, and lists a named file that is on neither side', async () => {
  const locks = await locksOf({ 'deps/a.pin': '1' }, { 'deps/a.pin': '2' }, ['*.pin', 'uv.lock', '*.none']);
  assert.deepEqual(Object.keys(locks), ['deps/a.pin', 'uv.lock']);
  assert.deepEqual(locks['uv.lock'], { before_sha256: null, after_sha256: null });
});

test('collectLocks reads blobs of any size and content', async () => {
  const big = 'line\n'.repeat(400_000);
  const locks = await locksOf(
    { 'a.lock': big, 'b.lock': '', 'c.lock': 'x blob 3\n' },
    { 'a.lock': `${big}\n`, 'b.lock': '\n', 'c.lock': '\0' },
  );
  assert.deepEqual(locks, {
    'a.lock': { before_sha256: sha256(big), after_sha256: sha256(`${big}\n`) },
    'b.lock': { before_sha256: sha256(''), after_sha256: sha256('\n') },
    'c.lock': { before_sha256: sha256('x blob 3\n'), after_sha256: sha256('\0') },
  });
});

test('collectLocks knows each of its file names at the root and below, and no other file', async () => {
  const names = KNOWN_LOCKS.map((glob) => glob.replaceAll('*', 'any'));
  const files = Object.fromEntries(
    names.flatMap((name) => [
      [name, name],
      [`deep/er/${name}`, name],
    ]),
  );
  const locks = await locksOf({}, { ...files, 'package.json': '{}', 'lock.txt': '', 'src/clock.ts': '' });
  assert.deepEqual(Object.keys(locks).sort(), Object.keys(files).sort());
});

test('collectLocks refuses a pattern that is none, and a bad range', async () => {
  await assert.rejects(
    locksOf({}, {}, ['../x']),
    (error) => error instanceof CollectError && /the lock patterns: "\.\.\/x"/.test(error.message),
  );
  const repo = repository();
  repo.commit();
  await assert.rejects(collectLocks({ host }, { folder: repo.folder, range: 'no..HEAD' }), CollectError);
});

test('collectLocks follows a linked lock file inside the tree, and sees its target change', async () => {
  const repo = repository();
  write(repo.folder, { 'real/a.txt': '1', 'b.txt': '1', 'sub/x': '' });
  const links: [string, string][] = [
    ['yarn.lock', 'real/a.txt'],
    ['sub/uv.lock', '../dir/a.txt'],
    ['dir', 'real'],
    ['bun.lock', 'yarn.lock'],
    ['deno.lock', '/etc/passwd'],
    ['pdm.lock', '../outside'],
    ['mix.lock', 'no'],
    ['go.sum', 'real'],
    ['Cargo.lock', 'Cargo.lock'],
  ];
  for (const [path, target] of links) fs.symlinkSync(target, join(repo.folder, path));
  repo.commit('base');
  write(repo.folder, { 'real/a.txt': '2' });
  fs.rmSync(join(repo.folder, 'yarn.lock'));
  fs.symlinkSync('b.txt', join(repo.folder, 'yarn.lock'));
  repo.commit('head');
  const locks = await collectLocks({ host }, { folder: repo.folder, range: 'HEAD~1..HEAD' });
  const linked = (text: string, bytes: string) => sha256(`${text}\0${sha256(bytes)}`);
  assert.deepEqual(locks['yarn.lock'], {
    before_sha256: linked('real/a.txt', '1'),
    after_sha256: linked('b.txt', '1'),
  });
  assert.deepEqual(locks['sub/uv.lock'], {
    before_sha256: linked('../dir/a.txt', '1'),
    after_sha256: linked('../dir/a.txt', '2'),
  });
  assert.notEqual(locks['bun.lock']!.before_sha256, null);
  for (const path of ['deno.lock', 'pdm.lock', 'mix.lock', 'go.sum', 'Cargo.lock'])
    assert.deepEqual(locks[path], { before_sha256: null, after_sha256: null }, path);
});
