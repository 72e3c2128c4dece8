/** Sections `patch` and `change` of a patch file, over real repositories, and that neither the repository nor a tree is touched. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Change, collectChange } from '../../src/collect/change.ts';
import { CollectError } from '../../src/collect/collector.ts';
import { collectPatch } from '../../src/collect/patch.ts';
import { nodeHost } from '../../src/host/node.ts';
import { everything, repository, type TestRepository, temporaryFolder, write } from './temporary.ts';

const context = { host: nodeHost() };

function patchFile(text: string): string {
  const folder = temporaryFolder();
  write(folder, { 'a.patch': text });
  return join(folder, 'a.patch');
}

/** The patch that git writes of what `after` does to what `before` made, and the change as git tells it. */
async function written(
  before: (repo: TestRepository) => void,
  after: (repo: TestRepository) => void,
): Promise<{ repo: TestRepository; base: string; file: string; change: Change }> {
  const repo = repository();
  before(repo);
  const base = repo.commit('base');
  after(repo);
  repo.commit('head');
  const file = patchFile(repo.git('diff', '--binary', '--full-index', 'HEAD~1', 'HEAD'));
  const change = await collectChange(context, { folder: repo.folder, range: 'HEAD~1..HEAD' });
  return { repo, base, file, change };
}

async function faultOf(repo: TestRepository, text: string): Promise<string | undefined> {
  const { patch, change } = await collectPatch(context, {
    folder: repo.folder,
    base: 'HEAD',
    file: patchFile(text),
  });
  assert.equal(patch.applies, change !== undefined);
  return patch.error;
}

test('a patch makes the change that git tells of its commit, for every kind of file and name', async () => {
  const { repo, base, file, change } = await written(
    ({ folder }) => {
      write(folder, {
        'a.txt': 'one\r\ntwo\r\n',
        'run.sh': '#!/bin/sh\n',
        'gone.txt': 'x\n',
        old: 'r\n'.repeat(9),
      });
      write(folder, { 'img.png': new Uint8Array([1, 0, 2]), 'now-a-link': 'x\n' });
    },
    ({ folder, git }) => {
      write(folder, { 'a.txt': 'one\r\nTWO\r\n', 'caf\u00e9/we\tird "x" => y\n.txt': 'k', empty: '' });
      write(folder, { 'img.png': new Uint8Array([1, 0, 3]), new: 'r\n'.repeat(9) });
      fs.chmodSync(join(folder, 'run.sh'), 0o755);
      for (const path of ['gone.txt', 'old', 'now-a-link']) fs.rmSync(join(folder, path));
      fs.symlinkSync('a.txt', join(folder, 'now-a-link'));
      git('update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},vendor/lib`);
      fs.mkdirSync(join(folder, 'vendor/lib'), { recursive: true });
    },
  );
  const before = everything(repo.folder);
  const collected = await collectPatch(context, { folder: repo.folder, base, file });
  assert.equal(collected.patch.applies, true);
  assert.deepEqual(collected.change?.files, change.files);
  assert.equal(collected.change?.base, base);
  assert.equal(collected.change?.patch_sha256, change.patch_sha256);
  assert.equal(collected.change?.head, repo.git('rev-parse', 'HEAD^{tree}').trim());
  assert.deepEqual(everything(repo.folder), before);
});

test('a patch of renames and copies changes both paths', async () => {
  const repo = repository();
  write(repo.folder, { 'old.txt': 'r\n'.repeat(9) });
  repo.commit('base');
  repo.git('mv', 'old.txt', 'new.txt');
  const text = repo.git('diff', '--cached', '-M');
  assert.match(text, /^rename from old\.txt$/m);
  const { change } = await collectPatch(context, {
    folder: repo.folder,
    base: 'HEAD',
    file: patchFile(text),
  });
  assert.deepEqual(
    change?.files.map(({ status, path }) => [status, path]),
    [
      ['A', 'new.txt'],
      ['D', 'old.txt'],
    ],
  );
});

test('a patch that does not fit its base, or leaves the tree, makes no change and says why', async () => {
  const repo = repository();
  write(repo.folder, { 'a.txt': 'one\n', 'keep.txt': 'k\n' });
  fs.symlinkSync('/tmp', join(repo.folder, 'out'));
  repo.commit('base');
  const added = (path: string, mode = '100644') =>
    `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
  const table: readonly (readonly [text: string, why: RegExp])[] = [
    ['--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-two\n+three\n', /patch failed: a\.txt:1|does not apply/],
    ['--- a/none\n+++ b/none\n@@ -1 +1 @@\n-two\n+three\n', /none: does not exist/],
    [added('a.txt'), /already exists/],
    [added('../a.txt'), /invalid path/],
    [added('b/../../a.txt'), /invalid path/],
    ['--- /dev/null\n+++ b//etc/passwd\n@@ -0,0 +1 @@\n+x\n', /invalid path|absolute|already exists/],
    [added('.git/hooks/post-checkout', '100755'), /invalid path/],
    [added('.GIT/config'), /invalid path/],
    [added('sub/.git/config'), /invalid path/],
    [added('git~1/config'), /invalid path/],
    [added('.g\u200cit/config'), /invalid path/],
    // Beyond a link: one that is there, and one that the patch brings itself.
    [added('out/x.txt'), /beyond a symbolic link/],
    [
      `diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/tmp\n\\ No newline at end of file\n${added('l/x.txt')}`,
      /beyond a symbolic link/,
    ],
    // A file and a folder of one name, which only one of the two can have.
    [`${added('d')}${added('d/x')}`, /./],
    ['From nobody\n', /line 1 is no part of a patch/],
  ];
  const before = everything(repo.folder);
  for (const [text, why] of table) assert.match((await faultOf(repo, text)) ?? 'it applies', why, text);
  assert.deepEqual(everything(repo.folder), before);
  assert.equal(fs.existsSync('/tmp/x.txt'), false);
});

test('a patch whose lines end otherwise than those of the file does not apply', async () => {
  const repo = repository();
  write(repo.folder, { 'a.txt': 'one\r\n' });
  repo.commit('base');
  const hunk = (end: string) => `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one${end}\n+two${end}\n`;
  assert.equal(await faultOf(repo, hunk('\r')), undefined);
  assert.match((await faultOf(repo, hunk(''))) ?? '', /does not apply|patch failed/);
});

test('settings and attributes of the repository change nothing of what a patch does', async () => {
  const { repo, base, file, change } = await written(
    ({ folder }) =>
      write(folder, { 'a.txt': 'one  \n', '.gitattributes': '* text eol=crlf ident filter=f\n' }),
    ({ folder }) => write(folder, { 'a.txt': 'two  \n$Id$\n' }),
  );
  const pwned = join(temporaryFolder(), 'pwned');
  for (const [name, value] of Object.entries({
    'apply.whitespace': 'fix',
    'core.autocrlf': 'true',
    'filter.f.clean': `touch ${pwned}`,
    'filter.f.smudge': `touch ${pwned}`,
    'core.fsmonitor': `touch ${pwned}`,
  }))
    repo.git('config', name, value);
  const collected = await collectPatch(context, { folder: repo.folder, base, file });
  assert.equal(collected.change?.patch_sha256, change.patch_sha256);
  assert.equal(fs.existsSync(pwned), false);
});

test('collectPatch refuses what it cannot look at, with one clear message', async () => {
  const repo = repository();
  repo.commit('base');
  const file = patchFile('x');
  const table: readonly (readonly [options: { folder: string; base: string; file: string }, told: RegExp])[] =
    [
      [{ folder: repo.folder, base: 'nope', file }, /There is no revision "nope"/],
      [{ folder: repo.folder, base: 'HEAD', file: join(repo.folder, 'none') }, /there is no such file/],
      [{ folder: repo.folder, base: 'HEAD', file: repo.folder }, /it is (a folder|not a regular file)/],
      [{ folder: temporaryFolder(), base: 'HEAD', file }, /not in a git repository/],
    ];
  for (const [options, told] of table)
    await assert.rejects(
      collectPatch(context, options),
      (error) => error instanceof CollectError && error.blame === 'input' && told.test(error.message),
      String(told),
    );
});
