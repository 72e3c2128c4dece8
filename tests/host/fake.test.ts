/** The machine in memory answers as the real one does, so that tests over it mean something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from '../../src/host/fake.ts';
import { HostError } from '../../src/host/host.ts';

test('fakeHost lists folders, follows no link and fails as it is told', () => {
  const { files } = fakeHost({
    files: { '/r/a/x': 'x', '/r/l': { link: 'a' }, '/r/p': { other: true }, '/r/no': { fault: 'EACCES' } },
  });
  assert.deepEqual(
    files.list('/r').map((entry) => [entry.name, entry.kind]),
    [
      ['a', 'directory'],
      ['l', 'symlink'],
      ['no', 'file'],
      ['p', 'other'],
    ],
  );
  assert.throws(
    () => files.hash('/r/no'),
    (error) => error instanceof HostError && error.code === 'EACCES',
  );
  assert.throws(() => files.list('/s'), HostError);
  assert.equal(files.hash('/r/a/x').size, 1);
});

test('fakeHost writes, makes and removes', () => {
  const { files, disk } = fakeHost();
  files.writeAtomic('/o/f', 'text');
  assert.equal(new TextDecoder().decode(files.read('/o/f', 10)), 'text');
  assert.throws(() => files.read('/o/f', 3), HostError);
  const temporary = files.makeTemporary();
  assert.deepEqual(files.list(temporary), []);
  files.remove(temporary);
  assert.deepEqual([...disk.keys()], ['/o/f']);
});

test('fakeHost runs what it is told to, and nothing else', async () => {
  const answer = new TextEncoder().encode('out');
  const host = fakeHost({ run: (argv) => (argv[0] === 'git' ? { stdout: answer } : { code: 1 }) });
  assert.equal((await host.run(['git'])).stdout, answer);
  assert.equal((await host.run(['other'])).code, 1);
  await assert.rejects(fakeHost().run(['git']), HostError);
});

test('fakeHost moves files and folders, and never onto a folder that holds anything', () => {
  const { files, disk } = fakeHost({ files: { '/a/x': '1', '/b/y': '2' } });
  assert.throws(() => files.move('/a', '/b'), HostError);
  assert.throws(() => files.move('/none', '/c'), HostError);
  files.move('/a', '/c');
  assert.deepEqual([...disk.keys()].sort(), ['/b/y', '/c/x']);
});

test('fakeHost has no network but what it is given', async () => {
  const { network } = fakeHost();
  await assert.rejects(network.lookUp('localhost', 1), HostError);
  const options = { address: '127.0.0.1', port: 1, accept: () => true, send: new Uint8Array(0) };
  await assert.rejects(network.exchange({ ...options, onBytes: () => true, timeoutMs: 1 }), HostError);
});

test('fakeHost makes a new file once', () => {
  const { files } = fakeHost({ files: { '/a/x': '1', '/a/l': { link: 'none' } } });
  files.createNew('/a/y', 'text');
  assert.equal(new TextDecoder().decode(files.read('/a/y', 10)), 'text');
  for (const path of ['/a/y', '/a/x', '/a/l', '/a'])
    assert.throws(
      () => files.createNew(path, ''),
      (error) => error instanceof HostError && error.code === 'EEXIST',
      path,
    );
});
