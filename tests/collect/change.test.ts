/** Section `change` over real repositories: every kind of change, every kind of name, and bad input. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Change, collectChange } from '../../src/collect/change.ts';
import { CollectError } from '../../src/collect/collector.ts';
import type { ChangedFile } from '../../src/collect/git/diff.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, type TestRepository, temporaryFolder, write } from './temporary.ts';

const host = nodeHost();

/** The change from what `before` makes to what `after` makes. */
async function changeOf(
  before: (repo: TestRepository) => void,
  after: (repo: TestRepository) => void,
  options: { renames?: boolean } = {},
): Promise<Change> {
  const repo = repository();
  before(repo);
  repo.commit('base');
  after(repo);
  repo.commit('head');
  return collectChange({ host }, { folder: repo.folder, range: 'HEAD~1..HEAD', ...options });
}

function brief({ files }: Change): unknown[] {
  return files.map(({ status, path, added, removed }) => [status, path, added, removed]);
}

function only({ files }: Change): ChangedFile {
  assert.equal(files.length, 1);
  return files[0]!;
}

async function refusal(options: { folder: string; range: string }): Promise<CollectError> {
  try {
    await collectChange({ host }, options);
  } catch (error) {
    assert.ok(error instanceof CollectError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'expected a CollectError' });
}

test('collectChange lists added, changed and removed files with their lines, sorted by path', async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'a.txt': 'one\n', 'gone.txt': 'x\ny\n' }),
    ({ folder }) => {
      write(folder, { 'a.txt': 'one\ntwo\n', 'new/b.txt': 'b', empty: '' });
      fs.rmSync(join(folder, 'gone.txt'));
    },
  );
  assert.deepEqual(brief(change), [
    ['M', 'a.txt', 1, 0],
    ['A', 'empty', 0, 0],
    ['D', 'gone.txt', 0, 2],
    ['A', 'new/b.txt', 1, 0],
  ]);
  assert.match(change.base, /^[0-9a-f]{40}$/);
  assert.match(change.patch_sha256, /^[0-9a-f]{64}$/);
});

test('collectChange tells the size of every side that is a file, and of a link the length of its text', async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'min.js': 'x', gone: 'four' }),
    ({ folder }) => {
      write(folder, { 'min.js': 'x'.repeat(100_000) });
      fs.rmSync(join(folder, 'gone'));
      fs.symlinkSync('min.js', join(folder, 'link'));
    },
  );
  assert.deepEqual(
    change.files.map(({ path, bytes, old_bytes }) => [path, bytes, old_bytes]),
    [
      ['gone', undefined, 4],
      ['link', 6, undefined],
      ['min.js', 100_000, 1],
    ],
  );
});

test('collectChange shows a rename as a removed and an added path unless asked', async () => {
  const before = ({ folder }: TestRepository) => write(folder, { 'src/a.ts': 'one\ntwo\nthree\n' });
  const after = ({ folder, git }: TestRepository) => {
    fs.mkdirSync(join(folder, '.github'));
    git('mv', 'src/a.ts', '.github/a.yml');
  };
  assert.deepEqual(brief(await changeOf(before, after)), [
    ['A', '.github/a.yml', 3, 0],
    ['D', 'src/a.ts', 0, 3],
  ]);
  const renamed = only(await changeOf(before, after, { renames: true }));
  assert.deepEqual(
    [renamed.status, renamed.old_path, renamed.path, renamed.added],
    ['R', 'src/a.ts', '.github/a.yml', 0],
  );
});

test('collectChange gives names with tabs, quotes, line feeds, arrows, braces and any letters as they are', async () => {
  const names = [
    'we\tird "na\u00efve".txt',
    'caf\u00e9/menu.txt',
    'x\t\u{1f511}.txt',
    'docs/a => b.txt',
    'src/{a{b/f.txt',
    'line\nfeed',
    ':100644 x',
    '-\t-\tz',
    '\ufeffbom',
  ];
  const change = await changeOf(
    () => {},
    ({ folder }) => write(folder, Object.fromEntries(names.map((name) => [name, 'k\n']))),
  );
  assert.deepEqual(new Set(change.files.map((file) => file.path)), new Set(names));
  assert.deepEqual(new Set(change.files.map((file) => file.added)), new Set([1]));
});

test('collectChange keeps two names that differ by normalisation alone', async () => {
  const names = ['caf\u00e9', 'cafe\u0301'];
  const change = await changeOf(
    () => {},
    ({ folder }) => write(folder, Object.fromEntries(names.map((name) => [name, '']))),
  );
  assert.deepEqual(new Set(change.files.map((file) => file.path)), new Set(names));
});

test("collectChange shows a link in a file's place as a change of type and does not read its target", async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'src/a.ts': 'x\n' }),
    ({ folder }) => {
      fs.rmSync(join(folder, 'src/a.ts'));
      fs.symlinkSync('/etc/passwd', join(folder, 'src/a.ts'));
    },
  );
  const { status, kind, old_kind, mode, old_mode, added, removed } = only(change);
  assert.deepEqual([status, kind, old_kind, mode, old_mode], ['T', 'symlink', 'file', '120000', '100644']);
  assert.deepEqual([added, removed], [1, 1]);
});

test('collectChange lists a moved submodule, whatever the repository says about submodules', async () => {
  const point = (git: TestRepository['git'], digit: string) =>
    git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},vendor/lib`);
  const repo = repository();
  const commit = () => repo.git('commit', '-q', '-m', 'x');
  point(repo.git, 'a');
  commit();
  point(repo.git, 'b');
  commit();
  repo.git('config', 'diff.ignoreSubmodules', 'all');
  const file = only(await collectChange({ host }, { folder: repo.folder, range: 'HEAD~1..HEAD' }));
  assert.deepEqual(
    [file.status, file.path, file.kind, file.blob, file.old_blob],
    ['M', 'vendor/lib', 'submodule', 'b'.repeat(40), 'a'.repeat(40)],
  );
});

test('collectChange marks a binary file and counts no lines for it', async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'img.png': new Uint8Array([1, 0, 2]) }),
    ({ folder }) => write(folder, { 'img.png': new Uint8Array([1, 0, 3]) }),
  );
  const { binary, added, removed, status } = only(change);
  assert.deepEqual([binary, added, removed, status], [true, 0, 0, 'M']);
});

test('collectChange shows a change of mode alone as one file without lines', async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'run.sh': '#!/bin/sh\n' }),
    ({ folder }) => fs.chmodSync(join(folder, 'run.sh'), 0o755),
  );
  const { status, added, removed, mode, old_mode } = only(change);
  assert.deepEqual([status, added, removed, old_mode, mode], ['M', 0, 0, '100644', '100755']);
});

test('collectChange compares trees, so a merge counts with all its parents', async () => {
  const repo = repository();
  write(repo.folder, { 'a.txt': 'a\n' });
  const base = repo.commit('base');
  repo.git('checkout', '-q', '-b', 'side');
  write(repo.folder, { 'side.txt': 's\n' });
  repo.commit('side');
  repo.git('checkout', '-q', 'main');
  write(repo.folder, { 'main.txt': 'm\n' });
  repo.commit('main');
  repo.git('merge', '-q', '--no-edit', 'side');
  const change = await collectChange({ host }, { folder: repo.folder, range: `${base}..HEAD` });
  assert.deepEqual(
    change.files.map((file) => file.path),
    ['main.txt', 'side.txt'],
  );
  const since = await collectChange({ host }, { folder: repo.folder, range: 'HEAD~1...side' });
  assert.deepEqual([since.base, since.files.map((file) => file.path)], [base, ['side.txt']]);
});

test('collectChange counts lines that look like headers', async () => {
  const change = await changeOf(
    ({ folder }) => write(folder, { 'a.md': '-- x\n' }),
    ({ folder }) => write(folder, { 'a.md': '+++ a\n--- b\n' }),
  );
  assert.deepEqual(brief(change), [['M', 'a.md', 2, 1]]);
});

test('collectChange gives no files for two equal trees', async () => {
  assert.deepEqual(
    (
      await changeOf(
        () => {},
        () => {},
      )
    ).files,
    [],
  );
});

test('collectChange takes a bare tree for a side, such as the empty one', async () => {
  const repo = repository();
  write(repo.folder, { 'a.txt': 'a\n' });
  repo.commit();
  const change = await collectChange(
    { host },
    { folder: repo.folder, range: '4b825dc642cb6eb9a060e54bf8d69288fbee4904..HEAD' },
  );
  assert.deepEqual(brief(change), [['A', 'a.txt', 1, 0]]);
});

test('collectChange makes one change of a path that a tree names twice', async () => {
  const repo = repository();
  const hash = (text: string) =>
    execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: repo.folder,
      input: text,
      encoding: 'utf8',
    }).trim();
  const tree = (...entries: string[]) =>
    execFileSync('git', ['mktree'], { cwd: repo.folder, input: entries.join(''), encoding: 'utf8' }).trim();
  const entry = (mode: string, text: string) => `${mode} blob ${hash(text)}\ta\n`;
  const base = tree(entry('100644', 'one\n'));
  const head = tree(entry('100644', 'two\n'), entry('100755', 'three\n'));
  const change = await collectChange({ host }, { folder: repo.folder, range: `${base}..${head}` });
  const { status, old_mode, mode, added, removed } = only(change);
  assert.deepEqual([status, old_mode, mode, added, removed], ['M', '100644', '100755', 2, 1]);
});

test('collectChange refuses a name that is not UTF-8 and shows it with escapes', async () => {
  const repo = repository();
  repo.commit('base');
  execFileSync('sh', ['-c', ': > "$(printf "bad\\377name")"'], { cwd: repo.folder });
  repo.commit('head');
  const error = await refusal({ folder: repo.folder, range: 'HEAD~1..HEAD' });
  assert.equal(error.blame, 'input');
  assert.match(error.message, /not valid UTF-8: "bad\\xffname"/);
});

test('collectChange says of a shallow clone what is missing and how to fetch it', async () => {
  const repo = repository();
  const base = repo.commit('base');
  repo.commit('head');
  const shallow = temporaryFolder();
  repo.git('clone', '-q', '--depth=1', `file://${repo.folder}`, join(shallow, 'clone'));
  for (const range of [`${base}..HEAD`, 'HEAD~1..HEAD']) {
    const error = await refusal({ folder: join(shallow, 'clone'), range });
    assert.equal(error.blame, 'input');
    assert.match(`${error.message} (${error.help})`, /clone is shallow.*git fetch --unshallow/);
  }
});

test('collectChange refuses what it cannot compare, each with one clear message', async () => {
  const repo = repository();
  repo.commit('one');
  const folder = repo.folder;
  const cases: [{ folder: string; range: string }, RegExp][] = [
    [{ folder: temporaryFolder(), range: 'a..b' }, /it is not in a git repository/],
    [{ folder: join(folder, 'no'), range: 'a..b' }, /there is no such file or folder/],
    [{ folder, range: 'nope..HEAD' }, /There is no revision "nope"/],
    [{ folder, range: `${'d'.repeat(40)}..HEAD` }, /There is no revision "d{40}"/],
    [{ folder, range: 'HEAD..nope' }, /There is no revision "nope"/],
    [{ folder, range: 'HEAD' }, /Cannot use "HEAD" as a range/],
    [{ folder, range: '..HEAD' }, /as a range/],
    [{ folder, range: 'HEAD..' }, /uncommitted work is not compared/],
    [{ folder, range: '--output=x..HEAD' }, /Cannot use "--output=x" as a revision/],
    [{ folder, range: 'HEAD..HEAD:no' }, /There is no revision "HEAD:no"/],
  ];
  for (const [options, message] of cases) {
    const error = await refusal(options);
    assert.equal(error.blame, 'input', options.range);
    assert.match(error.message, message);
  }
});

test('collectChange refuses a name that is a branch and a tag: who adds a tag must not choose the base', async () => {
  const repo = repository();
  repo.commit('base');
  repo.git('branch', 'release');
  write(repo.folder, { 'a.txt': 'a' });
  repo.commit('head');
  repo.git('tag', 'release');
  const error = await refusal({ folder: repo.folder, range: 'release..HEAD' });
  assert.match(`${error.message} (${error.help})`, /"release" is ambiguous.*refs\/heads\/release/);
  const change = await collectChange({ host }, { folder: repo.folder, range: 'refs/heads/release..HEAD' });
  assert.equal(change.files.length, 1);
});

test('collectChange says that git is not installed', async () => {
  const running = collectChange({ host: fakeHost() }, { folder: '.', range: 'a..b' });
  await assert.rejects(
    running,
    (error) =>
      error instanceof CollectError && error.blame === 'machine' && /not installed/.test(error.message),
  );
});

test('collectChange reads a worktree, a bare repository and a subfolder alike', async () => {
  const repo = repository();
  write(repo.folder, { 'sub/a.txt': 'a\n' });
  const base = repo.commit('base');
  write(repo.folder, { 'sub/a.txt': 'b\n', 'b.txt': 'b\n' });
  const range = `${base}..${repo.commit('head')}`;
  const elsewhere = temporaryFolder();
  repo.git('worktree', 'add', '-q', '--detach', join(elsewhere, 'tree'));
  repo.git('clone', '-q', '--bare', repo.folder, join(elsewhere, 'bare.git'));
  const expected = await collectChange({ host }, { folder: repo.folder, range });
  for (const folder of [join(repo.folder, 'sub'), join(elsewhere, 'tree'), join(elsewhere, 'bare.git')]) {
    assert.deepEqual(await collectChange({ host }, { folder, range }), expected);
  }
});

test('collectChange reads a SHA-256 repository', async () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q', '-b', 'main', '--object-format=sha256', folder]);
  const repo = repository(folder);
  repo.commit('base');
  write(folder, { 'a.txt': 'a\n' });
  repo.commit('head');
  const change = await collectChange({ host }, { folder, range: 'HEAD~1..HEAD' });
  assert.deepEqual([change.base.length, brief(change)], [64, [['A', 'a.txt', 1, 0]]]);
});

test('collectChange leaves no temporary folder behind, after success or failure', async () => {
  const made: string[] = [];
  const files = {
    ...host.files,
    makeTemporary: () => {
      made.push(host.files.makeTemporary());
      return made.at(-1)!;
    },
  };
  const repo = repository();
  repo.commit('base');
  execFileSync('sh', ['-c', ': > "$(printf "bad\\377name")"'], { cwd: repo.folder });
  repo.commit('head');
  const context = { host: { ...host, files } };
  await collectChange(context, { folder: repo.folder, range: 'HEAD..HEAD' });
  await assert.rejects(collectChange(context, { folder: repo.folder, range: 'HEAD~1..HEAD' }));
  assert.deepEqual(
    made.map((path) => fs.existsSync(path)),
    [false, false],
  );
});
