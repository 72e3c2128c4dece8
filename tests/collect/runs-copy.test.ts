/** The copy that a run gets: the same to look at, and with no way back. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyFolder } from '../../src/collect/runs/copy.ts';
import { below, resolve } from '../../src/collect/runs/paths.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder, write } from './temporary.ts';

async function copyOf(from: string): Promise<string> {
  const to = join(temporaryFolder(), 'work');
  await copyFolder({ host: nodeHost() }, from, to);
  return to;
}

test('a copy has the content, the mode and the time of what was copied', async () => {
  const from = temporaryFolder();
  write(from, { 'a/run.sh': 'x', 'b.txt': 'b' });
  fs.chmodSync(join(from, 'a/run.sh'), 0o755);
  fs.utimesSync(join(from, 'b.txt'), 1_000_000, 1_000_000);
  fs.mkdirSync(join(from, 'empty'));
  const to = await copyOf(from);
  assert.deepEqual(fs.readdirSync(to).sort(), ['a', 'b.txt', 'empty']);
  assert.equal(fs.statSync(join(to, 'a/run.sh')).mode & 0o777, 0o755);
  assert.equal(fs.statSync(join(to, 'b.txt')).mtimeMs, 1_000_000_000);
  fs.writeFileSync(join(to, 'b.txt'), 'other');
  assert.equal(fs.readFileSync(join(from, 'b.txt'), 'utf8'), 'b');
});

test('a link into the folder leads into the copy, and one out of it to where it led', async () => {
  const around = temporaryFolder();
  const from = join(around, 'from');
  write(around, { 'shared/s.txt': 's', 'from/in.txt': 'in' });
  const links = {
    relative: 'in.txt',
    absolute: join(from, 'in.txt'),
    outside: '../shared/s.txt',
    gone: 'nothing',
  };
  for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, join(from, name));
  const to = await copyOf(from);
  const target = (name: string) => fs.readlinkSync(join(to, name));
  assert.deepEqual(Object.keys(links).map(target), [
    'in.txt',
    join(to, 'in.txt'),
    join(around, 'shared/s.txt'),
    'nothing',
  ]);
});

test('pipes, the files of Holdpoint and the way to a repository elsewhere are left out', async () => {
  const { folder: main, git, commit } = repository();
  write(main, { 'a.txt': 'a' });
  commit();
  const from = join(temporaryFolder(), 'tree');
  git('worktree', 'add', '-q', from);
  write(from, { '.holdpoint/salt': 's', 'sub/.holdpoint': 'is like any file' });
  execFileSync('mkfifo', [join(from, 'pipe')]);
  assert.deepEqual(fs.readdirSync(await copyOf(from)).sort(), ['a.txt', 'sub']);
  assert.ok(fs.existsSync(join(await copyOf(main), '.git/HEAD')));
});

test('a copy may be made below what is copied', async () => {
  const from = temporaryFolder();
  write(from, { 'a.txt': 'a', 'tmp/place/x': 'x' });
  await copyFolder({ host: nodeHost() }, from, join(from, 'tmp/place/work'));
  assert.deepEqual(fs.readdirSync(join(from, 'tmp/place/work')).sort(), ['a.txt', 'tmp']);
});

test('paths are resolved and compared by their parts', () => {
  assert.equal(resolve('/a/b', '../c//./d'), '/a/c/d');
  assert.equal(resolve('/a', '/b', '../../..'), '/');
  assert.equal(below('/a', '/a/b/c'), 'b/c');
  assert.equal(below('/a', '/ab'), undefined);
  assert.equal(below('/', '/a'), 'a');
  assert.equal(below('/a', '/a'), '');
});
