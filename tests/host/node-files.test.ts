/** The real file system: what is told apart, what is refused, and that a failed write leaves nothing behind. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compareCodePoints } from '../../src/host/code-points.ts';
import { HostError } from '../../src/host/host.ts';
import { faulting } from '../../src/host/host-fault.ts';
import { nodeHost } from '../../src/host/node.ts';

const { files, sha256, startHash } = nodeHost();
const root = fs.mkdtempSync(join(os.tmpdir(), 'holdpoint-host-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));

function folder(name: string): string {
  const path = join(root, name);
  fs.mkdirSync(path);
  return path;
}

function faultOf(work: () => unknown): HostError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof HostError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'expected a HostError' });
}

test('list tells files, folders, links and pipes apart and sorts by code point', () => {
  const path = folder('kinds');
  fs.writeFileSync(join(path, '\uffee'), '');
  fs.writeFileSync(join(path, '\u{1f511}'), '');
  fs.mkdirSync(join(path, 'b'));
  fs.symlinkSync('nowhere', join(path, 'a'));
  execFileSync('mkfifo', [join(path, 'c')]);
  assert.deepEqual(
    files.list(path).map((entry) => [entry.name, entry.kind]),
    [
      ['a', 'symlink'],
      ['b', 'directory'],
      ['c', 'other'],
      ['\uffee', 'file'],
      ['\u{1f511}', 'file'],
    ],
  );
});

test('list gives no name for bytes that are not UTF-8, and keeps a real replacement character', () => {
  const path = folder('names');
  execFileSync('sh', ['-c', ': > "$(printf "bad\\377name")"; : > "$(printf "good\\357\\277\\275")"'], {
    cwd: path,
  });
  const entries = files.list(path);
  assert.equal(entries.length, 2);
  assert.deepEqual(
    entries.map((entry) => entry.name),
    [undefined, 'good\ufffd'],
  );
  assert.deepEqual(
    entries.map((entry) => entry.printable),
    ['bad\\ufffdname', 'good\ufffd'],
  );
});

test('hash streams a file of several pieces to the digest of its whole', () => {
  const path = join(folder('hash'), 'big');
  const data = new Uint8Array(2_500_000).map((_, i) => i % 251);
  fs.writeFileSync(path, data, { mode: 0o755 });
  let seen = 0;
  const {
    sha256: digest,
    size,
    mode,
  } = files.hash(path, (count) => {
    seen += count;
  });
  assert.equal(digest, createHash('sha256').update(data).digest('hex'));
  assert.deepEqual([size, seen, mode & 0o777], [data.length, data.length, 0o755]);
});

test('hash and chunks refuse links, pipes and folders without waiting', () => {
  const path = folder('special');
  fs.writeFileSync(join(path, 'file'), 'x');
  fs.symlinkSync('file', join(path, 'link'));
  execFileSync('mkfifo', [join(path, 'pipe')]);
  for (const name of ['link', 'pipe', '.']) {
    assert.ok(faultOf(() => files.hash(join(path, name))).code, name);
    assert.ok(faultOf(() => [...files.chunks(join(path, name))]).code, name);
  }
});

test('chunks give the file in order in pieces of the asked size', () => {
  const path = join(folder('chunks'), 'f');
  fs.writeFileSync(path, 'abcdefgh');
  const decoder = new TextDecoder();
  assert.deepEqual(
    Array.from(files.chunks(path, 3), (piece) => decoder.decode(piece)),
    ['abc', 'def', 'gh'],
  );
  fs.writeFileSync(path, '');
  assert.deepEqual([...files.chunks(path, 3)], []);
});

test('read gives a whole file up to its limit and refuses one byte more', () => {
  const path = join(folder('read'), 'f');
  fs.writeFileSync(path, '12345');
  assert.equal(new TextDecoder().decode(files.read(path, 5)), '12345');
  const fault = faultOf(() => files.read(path, 4));
  assert.equal(fault.code, 'TOO_LARGE');
  assert.match(fault.message, /^Cannot read ".*f": it is larger than 4 bytes$/);
});

test('readRegular follows a link to a file, and waits for no pipe or device', () => {
  const path = folder('regular');
  fs.writeFileSync(join(path, 'file'), '12345');
  fs.symlinkSync('file', join(path, 'link'));
  execFileSync('mkfifo', [join(path, 'pipe')]);
  fs.symlinkSync('pipe', join(path, 'piped'));
  assert.equal(new TextDecoder().decode(files.readRegular(join(path, 'link'), 5)), '12345');
  assert.equal(faultOf(() => files.readRegular(join(path, 'file'), 4)).code, 'TOO_LARGE');
  for (const name of [join(path, 'pipe'), join(path, 'piped'), '/dev/null'])
    assert.match(faultOf(() => files.readRegular(name, 5)).message, /: it is not a regular file$/, name);
});

test('readLink gives the target text, which need not exist', () => {
  const path = join(folder('readlink'), 'l');
  fs.symlinkSync('../n\u00e4he/x', path);
  assert.equal(new TextDecoder().decode(files.readLink(path)), '../n\u00e4he/x');
  assert.deepEqual([files.info(path).kind, files.exists(path)], ['symlink', true]);
});

test('writeAtomic replaces a file whole, with the asked mode, and leaves nothing else', () => {
  const path = folder('write');
  fs.writeFileSync(join(path, 'f'), 'old');
  files.writeAtomic(join(path, 'f'), 'new', 0o600);
  assert.equal(fs.readFileSync(join(path, 'f'), 'utf8'), 'new');
  assert.equal(fs.statSync(join(path, 'f')).mode & 0o777, 0o600);
  assert.deepEqual(fs.readdirSync(path), ['f']);
});

test('writeAtomic removes its temporary file when the rename fails', () => {
  const path = folder('write-fails');
  fs.mkdirSync(join(path, 'taken'));
  const fault = faultOf(() => files.writeAtomic(join(path, 'taken'), 'x'));
  assert.match(fault.message, /^Cannot write ".*taken": it is a folder$/);
  assert.deepEqual(fs.readdirSync(path), ['taken']);
  assert.equal(faultOf(() => files.writeAtomic(join(path, 'no', 'f'), 'x')).code, 'ENOENT');
});

test('writeAtomic takes the place of a file only: never of a pipe, a device or a link', () => {
  const path = folder('write-special');
  execFileSync('mkfifo', [join(path, 'pipe')]);
  fs.symlinkSync('elsewhere', join(path, 'link'));
  for (const [name, why] of [
    ['pipe', 'it is not a regular file'],
    ['link', 'it is a symbolic link'],
  ] as const) {
    const fault = faultOf(() => files.writeAtomic(join(path, name), 'x'));
    assert.equal(fault.message, `Cannot write ${JSON.stringify(join(path, name))}: ${why}`);
  }
  assert.deepEqual(fs.readdirSync(path), ['link', 'pipe']);
});

test('a full disk is named as such', {
  skip: !fs.existsSync('/dev/full') && 'no /dev/full on this system',
}, () => {
  const fault = faultOf(() => faulting('write', 'out.json', () => fs.writeFileSync('/dev/full', 'x')));
  assert.deepEqual(
    [fault.code, fault.message],
    ['ENOSPC', 'Cannot write "out.json": no space is left on the disk'],
  );
});

test('a fault says what was tried, on what, and why, on one line', () => {
  const fault = faultOf(() => files.list(join(root, 'no\nsuch')));
  assert.equal(fault.code, 'ENOENT');
  assert.match(fault.message, /^Cannot list ".*no\\nsuch": there is no such file or folder$/);
});

test('remove takes a folder with all in it and is content with nothing there', () => {
  const path = files.makeTemporary();
  fs.writeFileSync(join(path, 'f'), '');
  assert.equal(fs.statSync(path).mode & 0o77, 0);
  files.remove(path);
  files.remove(path);
  assert.equal(files.exists(path), false);
});

test('startHash over pieces equals sha256 over the whole', () => {
  const hash = startHash();
  hash.update(new TextEncoder().encode('a'));
  hash.update(new TextEncoder().encode('b'));
  assert.equal(hash.hex(), sha256('ab'));
});

test('compareCodePoints orders code points, not UTF-16 units', () => {
  const words = ['\u{1f511}', '\uffee', 'a', '', 'ab', '\ud83d'];
  assert.deepEqual(words.sort(compareCodePoints), ['', 'a', 'ab', '\uffee', '\ud83d', '\u{1f511}']);
});

test('makeDirectory gives a mode to the folder itself, also when it is there, and never through a link', () => {
  const path = folder('modes');
  files.makeDirectory(join(path, 'a/b'), 0o700);
  assert.equal(fs.statSync(join(path, 'a/b')).mode & 0o777, 0o700);
  fs.chmodSync(join(path, 'a/b'), 0o755);
  files.makeDirectory(join(path, 'a/b'), 0o700);
  assert.equal(fs.statSync(join(path, 'a/b')).mode & 0o777, 0o700);
  fs.chmodSync(join(path, 'a'), 0o755);
  fs.symlinkSync(join(path, 'a'), join(path, 'link'));
  assert.equal(faultOf(() => files.makeDirectory(join(path, 'link'), 0o700)).code, 'ENOTDIR');
  assert.equal(fs.statSync(join(path, 'a')).mode & 0o777, 0o755);
});

test('move takes a folder to its new name, and never onto one that holds anything', () => {
  const path = folder('moves');
  files.makeDirectory(join(path, 'from'));
  files.writeAtomic(join(path, 'from/x'), '1');
  files.makeDirectory(join(path, 'full'));
  files.writeAtomic(join(path, 'full/y'), '2');
  assert.ok(faultOf(() => files.move(join(path, 'from'), join(path, 'full'))).code !== '');
  files.move(join(path, 'from'), join(path, 'to'));
  assert.deepEqual(fs.readdirSync(path).sort(), ['full', 'to']);
});

test('createNew makes a file that was not there, and leaves alone whatever has the name, a link included', () => {
  const path = folder('new');
  files.createNew(join(path, '1'), 'text');
  assert.equal(fs.readFileSync(join(path, '1'), 'utf8'), 'text');
  fs.symlinkSync('nowhere', join(path, 'l'));
  fs.mkdirSync(join(path, 'd'));
  for (const name of ['1', 'l', 'd'])
    assert.equal(faultOf(() => files.createNew(join(path, name), 'other')).code, 'EEXIST', name);
  assert.equal(fs.readFileSync(join(path, '1'), 'utf8'), 'text');
  assert.deepEqual(fs.readdirSync(path).sort(), ['1', 'd', 'l']);
  assert.equal(faultOf(() => files.createNew(join(path, 'no/1'), '')).code, 'ENOENT');
});
