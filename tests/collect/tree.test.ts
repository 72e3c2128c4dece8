/** Sections `tree` and `tree_before` over real folders. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { collectTree, type Tree } from '../../src/collect/tree.ts';
import { readTreeBefore } from '../../src/collect/tree-before.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function stamp(files: Record<string, string>, exclude: string[] = []): Promise<Tree> {
  const root = temporaryFolder();
  write(root, files);
  return collectTree({ host }, { root, exclude });
}

test("collectTree stamps every file by its bytes, sorted by code point, with git's modes", async () => {
  const root = temporaryFolder();
  write(root, { 'b/x.txt': 'x', 'a.txt': '', '\uffee': '1', '\u{1f511}': '2' });
  fs.chmodSync(join(root, 'a.txt'), 0o755);
  const tree = await collectTree({ host }, { root });
  assert.deepEqual(tree, {
    root,
    files: {
      'a.txt': { sha256: sha256(''), size: 0, mode: '100755', kind: 'file' },
      'b/x.txt': { sha256: sha256('x'), size: 1, mode: '100644', kind: 'file' },
      '\uffee': { sha256: sha256('1'), size: 1, mode: '100644', kind: 'file' },
      '\u{1f511}': { sha256: sha256('2'), size: 1, mode: '100644', kind: 'file' },
    },
    skipped: [],
  });
  assert.deepEqual(Object.keys(tree.files), ['a.txt', 'b/x.txt', '\uffee', '\u{1f511}']);
});

test('collectTree tells set-user, set-group and sticky bits, and no other bit that git does not know', async () => {
  const root = temporaryFolder();
  for (const mode of ['6755', '4700', '1644', '0700', '0666']) {
    fs.writeFileSync(join(root, `f${mode}`), '');
    fs.chmodSync(join(root, `f${mode}`), Number.parseInt(mode, 8));
  }
  const { files } = await collectTree({ host }, { root });
  assert.deepEqual(
    Object.values(files).map(({ mode }) => mode),
    ['100644', '100755', '101644', '104700', '106755'],
  );
});

test('collectTree writes the root down as it was typed', async () => {
  const fake = fakeHost({ files: { 'sub/dir/a.txt': 'a' } });
  for (const root of ['sub', './sub', 'sub/']) {
    const tree = await collectTree({ host: fake }, { root });
    assert.deepEqual([tree.root, Object.keys(tree.files)], [root, ['dir/a.txt']]);
  }
  assert.deepEqual(Object.keys((await collectTree({ host: fake }, { root: '.' })).files), ['sub/dir/a.txt']);
});

test('collectTree stamps a link by its own text and never follows it', async () => {
  const root = temporaryFolder();
  fs.symlinkSync('/etc', join(root, 'etc'));
  fs.symlinkSync('nowhere', join(root, 'dangling'));
  fs.symlinkSync('.', join(root, 'loop'));
  const { files, skipped } = await collectTree({ host }, { root });
  assert.deepEqual(files['etc'], { sha256: sha256('/etc'), size: 4, mode: '120000', kind: 'symlink' });
  assert.deepEqual([Object.keys(files), skipped], [['dangling', 'etc', 'loop'], []]);
});

test("collectTree passes over the root's own repository and lists or stamps every other .git", async () => {
  const root = temporaryFolder();
  const repository = (path: string) => ({ [`${path}/HEAD`]: 'x', [`${path}/objects/a`]: 'x' });
  write(root, {
    ...repository('.git'),
    ...repository('sub/.git'),
    'plain/.git/config': 'x',
    'tree/.git': 'gitdir: /elsewhere\n',
    'odd/.git': 'not a pointer',
    '.gitignore': '',
    '.GIT/x': '',
  });
  const { files, skipped } = await collectTree({ host }, { root });
  assert.deepEqual(Object.keys(files), [
    '.GIT/x',
    '.gitignore',
    'odd/.git',
    'plain/.git/config',
    'tree/.git',
  ]);
  assert.deepEqual(skipped, [{ path: 'sub/.git', why: 'it is a repository of its own' }]);
});

test('collectTree stamps .git at the root when there is no repository, and passes over a pointer to one', async () => {
  const root = temporaryFolder();
  write(root, { 'a/.git/key': 'x', 'b/.git': 'gitdir: ../no\n', 'c/.git': 'gitdir: ../r\n', 'r/HEAD': 'x' });
  const stamped = async (name: string) =>
    Object.keys((await collectTree({ host }, { root: join(root, name) })).files);
  assert.deepEqual(
    [await stamped('a'), await stamped('b'), await stamped('c')],
    [['.git/key'], ['.git'], []],
  );
});

const OWN = {
  '.holdpoint/salt': `${'0f'.repeat(32)}\n`,
  '.holdpoint/.gitignore': '*\n',
  '.holdpoint/history.db': 'SQLite format 3\0 and more',
  '.holdpoint/history.db-wal': new Uint8Array([0x37, 0x7f, 6, 0x82, 0]),
  '.holdpoint/history.db-shm': 'any',
};

test("collectTree leaves out Holdpoint's own files at the root, by name and content", async () => {
  const root = temporaryFolder();
  write(root, { ...OWN, '.holdpoint/payload': 'x', '.holdpoint/deep/salt': 'x', 'sub/.holdpoint/salt': 'x' });
  const { files, skipped } = await collectTree({ host }, { root });
  assert.deepEqual(Object.keys(files), ['.holdpoint/deep/salt', '.holdpoint/payload', 'sub/.holdpoint/salt']);
  assert.deepEqual(
    skipped,
    Object.keys(OWN)
      .sort()
      .map((path) => ({ path, why: "excluded: Holdpoint's own file" })),
  );
});

test('collectTree gives the same stamp whether somebody has the history open or not', async () => {
  const root = temporaryFolder();
  write(root, { 'a.txt': 'a', ...OWN });
  const open = await collectTree({ host }, { root });
  for (const end of ['wal', 'shm']) fs.rmSync(join(root, `.holdpoint/history.db-${end}`));
  assert.deepEqual(await collectTree({ host }, { root }), open);
});

test("collectTree stamps what only bears the names of Holdpoint's files", async () => {
  const root = temporaryFolder();
  const others = {
    '.holdpoint/salt': `${'0f'.repeat(32)}\nx`,
    '.holdpoint/.gitignore': '*\n!x\n',
    '.holdpoint/history.db': 'SQLite',
    '.holdpoint/history.db-wal': '',
    '.holdpoint/history.db-shm': '',
  };
  write(root, others);
  const { files, skipped } = await collectTree({ host }, { root });
  assert.deepEqual([Object.keys(files), skipped], [Object.keys(others).sort(), []]);
  fs.renameSync(join(root, '.holdpoint'), join(root, 'moved'));
  fs.symlinkSync('moved', join(root, '.holdpoint'));
  assert.equal((await collectTree({ host }, { root })).files['.holdpoint']?.kind, 'symlink');
});

test('collectTree lists what it did not stamp, with the reason', async () => {
  const root = temporaryFolder();
  write(root, {
    'vendor/x': 'x',
    constructor: 'x',
    'sub/__proto__': 'x',
  });
  execFileSync('sh', ['-c', 'mkfifo pipe; : > "$(printf "bad\\377")"'], { cwd: root });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
  const tree = await collectTree({ host }, { root, exclude: ['vendor'] });
  await new Promise((resolve) => server.close(resolve));
  assert.deepEqual(Object.keys(tree.files), ['sub/__proto__']);
  assert.deepEqual(
    tree.skipped.filter(({ path }) => !path.startsWith('bad')),
    [
      { path: 'constructor', why: 'its name cannot be carried in evidence' },
      { path: 'pipe', why: 'it is a pipe, a socket or a device' },
      { path: 'socket', why: 'it is a pipe, a socket or a device' },
      { path: 'vendor', why: 'excluded by the caller' },
    ],
  );
  assert.match(tree.skipped.find(({ path }) => path.startsWith('bad'))!.path, /^bad\\ufffd$/);
});

test('collectTree goes on past files and folders that cannot be read', async () => {
  const fake = fakeHost({
    files: { 'r/a': 'a', 'r/no': { fault: 'EACCES' }, 'r/shut': { fault: 'EACCES', folder: true } },
  });
  const tree = await collectTree({ host: fake }, { root: 'r' });
  assert.deepEqual(Object.keys(tree.files), ['a']);
  assert.deepEqual(tree.skipped, [
    { path: 'no', why: 'permission denied' },
    { path: 'shut', why: 'permission denied' },
  ]);
});

test('collectTree sees changes in files that git ignores', async () => {
  const repo = repository();
  write(repo.folder, { '.gitignore': '.env\nnode_modules/\n', '.env': 'A=1' });
  repo.commit();
  const before = await collectTree({ host }, { root: repo.folder });
  write(repo.folder, { '.env': 'A=2', 'node_modules/.bin/tsc': '#!/bin/sh\n' });
  assert.equal(repo.git('status', '--porcelain'), '');
  const after = await collectTree({ host }, { root: repo.folder });
  assert.notEqual(after.files['.env']!.sha256, before.files['.env']!.sha256);
  assert.ok(after.files['node_modules/.bin/tsc']);
});

test('collectTree tells apart trees whose names and contents glue to one text', async () => {
  const trees = await Promise.all(
    [{ data1: '2x' }, { data12: 'x' }, { data1: '2', x: '' }, { data1: '', '2x': '' }].map((files) =>
      stamp(files as unknown as Record<string, string>),
    ),
  );
  assert.equal(new Set(trees.map(({ files }) => JSON.stringify(files))).size, 4);
});

test('collectTree keeps two names that differ by normalisation alone', async () => {
  assert.deepEqual(Object.keys((await stamp({ 'caf\u00e9': '', 'cafe\u0301': '' })).files), [
    'cafe\u0301',
    'caf\u00e9',
  ]);
});

test('collectTree refuses a root that is missing, a file, or cannot be listed, and takes a link to a folder', async () => {
  const root = temporaryFolder();
  write(root, { 'dir/a.txt': 'x' });
  fs.symlinkSync('dir', join(root, 'link'));
  assert.deepEqual(Object.keys((await collectTree({ host }, { root: join(root, 'link') })).files), ['a.txt']);
  for (const path of ['no', 'dir/a.txt']) {
    await assert.rejects(
      collectTree({ host }, { root: join(root, path) }),
      (error) => error instanceof CollectError && error.blame === 'input',
    );
  }
  const fake = fakeHost({ files: { shut: { fault: 'EACCES', folder: true } } });
  await assert.rejects(
    collectTree({ host: fake }, { root: 'shut' }),
    /Cannot collect from "shut": permission denied/,
  );
});

test('collectTree refuses an exclusion that is no pattern', async () => {
  await assert.rejects(
    stamp({ a: '' }, ['../x']),
    (error) =>
      error instanceof CollectError && /Cannot use the excluded paths: "\.\.\/x"/.test(error.message),
  );
});

test('collectTree tells its progress and stops when told to', async () => {
  const files = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`r/f${index}`, 'x']));
  const fake = fakeHost({ files });
  const seen: number[] = [];
  await collectTree({ host: fake, progress: ({ done }) => seen.push(done) }, { root: 'r' });
  assert.deepEqual(seen, [200, 400]);
  const stop = new AbortController();
  const running = collectTree(
    { host: fake, signal: stop.signal, progress: () => stop.abort(new Error('stopped')) },
    { root: 'r' },
  );
  await assert.rejects(running, /stopped/);
});

test('readTreeBefore takes a snapshot with a tree, or a tree alone, and nothing else', async () => {
  const root = temporaryFolder();
  const tree = await stamp({ 'a.txt': 'a' });
  write(root, {
    'snapshot.json': JSON.stringify({ schema: 'holdpoint/snapshot@1', evidence: { tree } }),
    'section.json': JSON.stringify(tree),
    'other.json': '{"evidence":{"card":{}}}',
    'list.json': '[]',
    'cut.json': '{"files":',
    'twice.json': '{"files":{},"files":{}}',
  });
  assert.deepEqual(readTreeBefore(host, join(root, 'snapshot.json')), tree);
  assert.deepEqual(readTreeBefore(host, join(root, 'section.json')), tree);
  for (const name of ['other.json', 'list.json', 'cut.json', 'twice.json', 'missing.json']) {
    assert.throws(
      () => readTreeBefore(host, join(root, name)),
      (error) => error instanceof CollectError && error.blame === 'input',
      name,
    );
  }
});
