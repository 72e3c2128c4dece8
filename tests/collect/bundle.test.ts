/** Section `bundle` over real folders: everything that would be sent is told, and so is what it should have been. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bundle, collectBundle } from '../../src/collect/bundle.ts';
import { CollectError } from '../../src/collect/collector.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const folderOf = (files: Record<string, string>) => {
  const root = temporaryFolder();
  write(root, files);
  return root;
};
const collect = (root: string, manifest?: string): Promise<Bundle> =>
  collectBundle({ host }, manifest === undefined ? { root } : { root, manifest });
const sum = (root: string, ...names: string[]) =>
  execFileSync('sha256sum', names, { cwd: root, encoding: 'utf8' });

test('collectBundle stamps what is sent and reads the manifest that sha256sum wrote, which is no member', async () => {
  const root = folderOf({ 'test_add.py': 't', 'add.py': 'a' });
  write(root, { 'manifest.sha256': sum(root, 'add.py', 'test_add.py') });
  assert.deepEqual(await collect(root), {
    root,
    files: { 'add.py': { sha256: sha256('a'), size: 1 }, 'test_add.py': { sha256: sha256('t'), size: 1 } },
    skipped: [],
    manifest: [
      { path: 'add.py', sha256: sha256('a') },
      { path: 'test_add.py', sha256: sha256('t') },
    ],
  });
});

test('collectBundle gives no manifest where there is none, and fails where a named one is not there', async () => {
  const root = folderOf({ a: '' });
  assert.equal('manifest' in (await collect(root)), false);
  await assert.rejects(collect(root, join(root, 'no.sha256')), CollectError);
});

test('a manifest that lies elsewhere leaves every file in the folder a member', async () => {
  const root = folderOf({ a: 'x', 'manifest.sha256': 'old' });
  const beside = folderOf({
    'list.json': JSON.stringify([{ path: 'a', sha256: sha256('x').toUpperCase() }]),
  });
  const { files, manifest } = await collect(root, join(beside, 'list.json'));
  assert.deepEqual(Object.keys(files), ['a', 'manifest.sha256']);
  assert.deepEqual(manifest, [{ path: 'a', sha256: sha256('x') }]);
});

test('a manifest that lists itself is a member', async () => {
  for (const name of ['manifest.sha256', './manifest.sha256']) {
    const root = folderOf({ a: 'x', 'manifest.sha256': `${'0'.repeat(64)}  ${name}\n` });
    assert.deepEqual(Object.keys((await collect(root)).files), ['a', 'manifest.sha256']);
  }
});

test("collectBundle excuses nothing: git's files and Holdpoint's own would be sent like any other", async () => {
  const { folder } = repository();
  write(folder, { a: 'x', '.holdpoint/salt': `${'a'.repeat(64)}\n`, 'sub/.git': 'gitdir: ../x\n' });
  write(folder, { 'sub2/.git/HEAD': 'x', 'sub2/.git/objects/a': 'x' });
  const { files, skipped } = await collect(folder);
  assert.deepEqual(Object.keys(files), ['.holdpoint/salt', 'a', 'sub/.git']);
  assert.deepEqual(skipped, [
    { path: '.git', why: 'it is a git repository' },
    { path: 'sub2/.git', why: 'it is a git repository' },
  ]);
});

test('links, sockets, unreadable files and odd names are told, never left out in silence and never followed', async () => {
  const root = folderOf({ a: 'x', constructor: 'x' });
  fs.symlinkSync('/etc/passwd', join(root, 'link'));
  fs.symlinkSync('/etc', join(root, 'folder'));
  // Deno cannot write such a name itself.
  execFileSync('sh', ['-c', ': > "$(printf "bad-\\377")"'], { cwd: root });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
  const { files, skipped } = await collect(root);
  await new Promise((resolve) => server.close(resolve));
  assert.deepEqual(Object.keys(files), ['a']);
  assert.deepEqual(skipped, [
    { path: 'bad-\\ufffd', why: 'its name is not valid UTF-8' },
    { path: 'constructor', why: 'its name cannot be carried in evidence' },
    { path: 'folder', why: 'it is a symbolic link' },
    { path: 'link', why: 'it is a symbolic link' },
    { path: 'socket', why: 'it is a pipe, a socket or a device' },
  ]);
});

test('a file that cannot be read and a manifest that is a link are told', async () => {
  const files = {
    'out/a': { fault: 'EACCES' },
    'out/manifest.sha256': { link: '../list' },
    list: `${'0'.repeat(64)}  a\n`,
  };
  const linked = { ...fakeHost({ files }) };
  const { skipped } = await collectBundle({ host: linked }, { root: 'out', manifest: 'list' });
  assert.deepEqual(skipped, [
    { path: 'a', why: 'permission denied' },
    { path: 'manifest.sha256', why: 'it is a symbolic link' },
  ]);
});

test('a manifest is read as it stands: escaped and binary names, CRLF, an entry twice', async () => {
  const name = 'new\nline\\';
  const root = folderOf({ [name]: 'x', b: 'y' });
  const lines = sum(root, name, 'b');
  assert.ok(lines.startsWith('\\'), 'this sha256sum escapes names');
  write(root, { 'manifest.sha256': `${lines}${sha256('y')} *b\r\n${sha256('y')}  ./b` });
  const { manifest } = await collect(root);
  assert.deepEqual(
    manifest?.map(({ path }) => path),
    [name, 'b', 'b', './b'],
  );
});

test('a manifest that is no manifest is refused with its line or item', async () => {
  const digest = '0'.repeat(64);
  const table: readonly (readonly [text: string, says: RegExp])[] = [
    ['', /lists nothing/],
    ['[]', /lists nothing/],
    [`${digest}  a\n\n${digest}  b\n`, /:2: Expected 64 hex digits/],
    [`${digest} a\n`, /:1: Expected/],
    [`${digest.slice(1)}  a\n`, /:1: Expected/],
    [`\\${digest}  a\\tb\n`, /:1: Expected/],
    [`SHA256 (a) = ${digest}\n`, /:1: Expected/],
    [`[{"path":"a","sha256":"${digest}"},{"path":"b"}]`, /as item 2 of the list/],
    [`[{"path":"a","sha256":"${digest}","note":"x"}]`, /as item 1 of the list/],
    [`[{"path":"a","path":"b","sha256":"${digest}"}]`, /"path"/],
    ['[1', /JSON|expected/i],
  ];
  for (const [text, says] of table) {
    const root = folderOf({ 'manifest.sha256': text });
    await assert.rejects(
      collect(root),
      (error) => error instanceof CollectError && says.test(error.message),
      text,
    );
  }
  const root = temporaryFolder();
  fs.writeFileSync(join(root, 'manifest.sha256'), Uint8Array.of(0x80));
  await assert.rejects(collect(root), /UTF-8/);
});
