/** Section `replay` over real repositories and real programs: clean, apart, gone in the end. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { commandWords } from '../../src/collect/replay/words.ts';
import { collectReplay, type Replayed, type ReplayOptions } from '../../src/collect/replay.ts';
import type { Host } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { everything, repository, type TestRepository, temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A repository with these files and one commit, and the patch of what `after` does to it. */
function job(
  files: Readonly<Record<string, string>>,
  after: (repo: TestRepository) => void,
): { readonly repo: TestRepository; readonly options: ReplayOptions } {
  const repo = repository();
  write(repo.folder, { 'check.sh': 'exit 0\n', 'a.txt': 'one\n', ...files });
  const base = repo.commit('base');
  after(repo);
  repo.git('add', '-A');
  const patch = new TextEncoder().encode(repo.git('diff', '--binary', '--full-index', '--cached', 'HEAD'));
  repo.git('reset', '-q', '--hard');
  const options = { folder: repo.folder, base, patch, test: 'sh check.sh', exam: [], timeLimitMs: 60_000 };
  return { repo, options };
}

const edit = ({ folder }: TestRepository) => write(folder, { 'a.txt': 'two\n' });
const said = ({ stdout }: Replayed) => text(stdout).trim().split('\n');

test('a replay runs the command on the base with the patch, and with nothing else', async () => {
  const { repo, options } = job(
    { 'check.sh': 'cat a.txt; ls -A; git status --short; git rev-parse HEAD\n' },
    edit,
  );
  // What lies about where somebody worked: it makes no difference.
  write(repo.folder, { 'a.txt': 'worked on\n', 'left/over.txt': 'x', '.gitignore': 'left\n' });
  const before = everything(repo.folder);
  const replayed = await collectReplay({ host }, options);
  assert.deepEqual(said(replayed), ['two', '.git', 'a.txt', 'check.sh', 'M  a.txt', options.base]);
  const { replay } = replayed;
  assert.deepEqual(
    [replay.base_sha, replay.exit_code, replay.timed_out, replay.changed_files, replay.dirty_files],
    [options.base, 0, false, ['a.txt'], []],
  );
  assert.equal(replay.stdout_sha256, host.sha256(replayed.stdout));
  assert.deepEqual(everything(repo.folder), before);
});

test('a replay tells how the command ended: with a status, by a signal, or at its time limit', async () => {
  const table: readonly (readonly [script: string, code: number | null, timedOut: boolean])[] = [
    ['exit 7\n', 7, false],
    ['kill -9 $$\n', 137, false],
    ['sleep 60 & sleep 60\n', null, true],
  ];
  for (const [script, code, timedOut] of table) {
    const { options } = job({ 'check.sh': script }, edit);
    const { replay } = await collectReplay({ host }, { ...options, timeLimitMs: timedOut ? 300 : 60_000 });
    assert.deepEqual([replay.exit_code, replay.timed_out], [code, timedOut], script);
  }
});

test('the command gets a clean environment, and only the variables that were passed by name', async () => {
  const { repo, options } = job({ 'check.sh': 'env; echo "home holds $(ls -A "$HOME" | wc -l)"\n' }, edit);
  const mine = { GIVEN: 'yes', KEPT_BACK: 'no', GIT_DIR: '/nowhere', NODE_OPTIONS: '--no-such-option' };
  const inside = `${repo.folder}/node_modules/.bin`;
  const env: Host['env'] = {
    names: () => [...host.env.names(), ...Object.keys(mine)],
    get: (name) =>
      name === 'PATH'
        ? `${inside}:.:${host.env.get('PATH')}`
        : ((mine as Record<string, string>)[name] ?? host.env.get(name)),
  };
  const context = { host: { ...host, env } };
  const lines = said(await collectReplay(context, { ...options, pass: ['GIVEN'] }));
  const names = lines.filter((line) => line.includes('=')).map((line) => line.split('=')[0] ?? '');
  const shells = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  assert.deepEqual(names.filter((name) => !shells.includes(name)).sort(), [
    'CI',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_TERMINAL_PROMPT',
    'GIVEN',
    'HOLDPOINT_REPLAY',
    'HOME',
    'LANG',
    'PATH',
    'TMPDIR',
    'TZ',
  ]);
  assert.ok(lines.includes('home holds 0'));
  const path = lines.find((line) => line.startsWith('PATH=')) ?? '';
  assert.ok(path.length > 5 && !path.includes(inside) && !path.split(/[=:]/).includes('.'), path);
  await assert.rejects(
    collectReplay(context, { ...options, pass: ['NOT_SET_ANYWHERE'] }),
    (error) => error instanceof CollectError && error.blame === 'input',
  );
});

test('nothing that the repository configures runs, and no hook does', async () => {
  const { repo, options } = job(
    { '.gitattributes': '* filter=f text eol=crlf ident\n', 'b.txt': '$Id$\n' },
    edit,
  );
  const pwned = join(temporaryFolder(), 'pwned');
  const script = `#!/bin/sh\ntouch ${pwned}\n`;
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-applypatch'])
    fs.writeFileSync(join(repo.folder, '.git/hooks', hook), script, { mode: 0o755 });
  for (const [name, value] of Object.entries({
    'core.fsmonitor': `touch ${pwned}`,
    'core.hooksPath': join(repo.folder, '.git/hooks'),
    'filter.f.smudge': `touch ${pwned}`,
    'filter.f.clean': `touch ${pwned}`,
    'filter.f.required': 'true',
    'core.autocrlf': 'true',
  }))
    repo.git('config', name, value);
  const { replay } = await collectReplay({ host }, { ...options, test: 'git diff --quiet HEAD -- b.txt' });
  assert.deepEqual([replay.exit_code, replay.dirty_files], [0, []]);
  assert.equal(fs.existsSync(pwned), false);
});

test('files of the exam that move while commands run give another digest, and other files do not', async () => {
  const exam = ['/tests/', '*.lock', 'check.sh'];
  const table: readonly (readonly [script: string, moves: boolean])[] = [
    ['true', false],
    ['echo x > out.txt; mkdir -p build; echo x > build/y.lock', false],
    ['echo x >> tests/a.test', true],
    ['echo x > tests/new.test', true],
    ['rm tests/a.test', true],
    ['chmod +x tests/a.test', true],
    ['mv tests elsewhere; ln -s elsewhere tests', true],
    ['cp a.lock b; rm a.lock; ln -s b a.lock', true],
    ['echo x > other.lock', true],
  ];
  for (const [script, moves] of table) {
    const { options } = job({ 'check.sh': `${script}\n`, 'tests/a.test': 'a', 'a.lock': '1' }, edit);
    const { replay } = await collectReplay({ host }, { ...options, exam });
    assert.equal(replay.exit_code, 0, script);
    assert.equal(replay.freeze_sha256 !== replay.freeze_before_sha256, moves, script);
  }
  const { options } = job({ 'tests/a.test': 'a', 'install.sh': 'echo x > a.lock\n' }, edit);
  const { replay } = await collectReplay({ host }, { ...options, exam, install: 'sh install.sh' });
  assert.notEqual(replay.freeze_sha256, replay.freeze_before_sha256);
});

test('the install runs first, and when it fails the test command never runs', async () => {
  const files = {
    'install.sh': 'mkdir node_modules; echo installed > node_modules/x\n',
    'check.sh': 'cat node_modules/x\n',
  };
  const { options } = job(files, edit);
  const replayed = await collectReplay({ host }, { ...options, install: 'sh install.sh' });
  const { install_command, install_exit_code, exit_code } = replayed.replay;
  assert.deepEqual([install_command, install_exit_code, exit_code], ['sh install.sh', 0, 0]);
  assert.deepEqual(said(replayed), ['installed']);
  const failing = await collectReplay({ host }, { ...options, install: 'sh no-such.sh' });
  assert.deepEqual([failing.replay.install_exit_code === 0, failing.replay.exit_code], [false, null]);
  assert.match(text(failing.stderr), /no-such\.sh/);
});

test('a tree that is not what the base says, or that finds packages above it, is told', async () => {
  const { options } = job({}, edit);
  const run: Host['run'] = async (argv, given) => {
    const result = await host.run(argv, given);
    if (argv.includes('read-tree')) write(given?.cwd ?? '', { 'stray.txt': 'x', 'a.txt': 'other\n' });
    return result;
  };
  const patch = new TextEncoder().encode('--- a/check.sh\n+++ b/check.sh\n@@ -1 +1 @@\n-exit 0\n+exit 1\n');
  const { replay } = await collectReplay({ host: { ...host, run } }, { ...options, patch });
  assert.deepEqual([...replay.dirty_files].sort(), ['a.txt', 'stray.txt']);
  const above = temporaryFolder();
  write(above, { 'node_modules/x/index.js': '' });
  const makeTemporary = () => fs.mkdtempSync(join(above, 'holdpoint-'));
  const within = { ...host, files: { ...host.files, makeTemporary } };
  assert.deepEqual((await collectReplay({ host: within }, options)).replay.dirty_files, [
    join(above, 'node_modules'),
  ]);
});

test('nothing is left of a replay, whether it passes, fails, cannot be done or is stopped', async () => {
  const above = temporaryFolder();
  const makeTemporary = () => fs.mkdtempSync(join(above, 'holdpoint-'));
  const within: Host = { ...host, files: { ...host.files, makeTemporary } };
  const { repo, options } = job(
    { 'check.sh': 'mkdir -p deep/er; chmod 0 deep; touch ../started; [ -z "$1" ] || sleep "$1"; exit 3\n' },
    edit,
  );
  const before = everything(repo.folder);
  await collectReplay({ host: within }, options);
  await collectReplay({ host: within }, { ...options, test: 'sh check.sh 60', timeLimitMs: 300 });
  const broken = new TextEncoder().encode('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-no\n+x\n');
  await assert.rejects(
    collectReplay({ host: within }, { ...options, patch: broken }),
    /cannot be replayed: /,
  );
  await assert.rejects(
    collectReplay({ host: within }, { ...options, test: 'no-such-program-here' }),
    CollectError,
  );
  const stop = new AbortController();
  const running = collectReplay(
    { host: within, signal: stop.signal },
    { ...options, test: 'sh check.sh 60' },
  );
  const started = () => fs.readdirSync(above).some((name) => fs.existsSync(join(above, name, 'started')));
  while (!started()) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort(new Error('stopped'));
  await assert.rejects(running, /stopped/);
  assert.deepEqual(fs.readdirSync(above), []);
  assert.deepEqual(everything(repo.folder), before);
});

test('what a command leaves running is ended with it, also what left its group', {
  skip: !fs.existsSync('/proc/self/environ') && 'this system does not show the environments of processes',
}, async () => {
  const script = 'setsid sh -c "touch ../started; while :; do echo x >> tests/a.test; sleep 0.05; done" &\n';
  const wait = 'while [ ! -e ../started ]; do sleep 0.05; done\n';
  const { options } = job(
    { 'check.sh': `${script}${wait}echo $PPID > /dev/null\n`, 'tests/a.test': 'a' },
    edit,
  );
  const place = temporaryFolder();
  const makeTemporary = () => fs.mkdtempSync(join(place, 'holdpoint-'));
  const { replay } = await collectReplay(
    { host: { ...host, files: { ...host.files, makeTemporary } } },
    { ...options, exam: ['/tests/'] },
  );
  assert.equal(replay.exit_code, 0);
  assert.notEqual(replay.freeze_sha256, replay.freeze_before_sha256);
  const alive = fs.readdirSync('/proc').filter((id) => /^\d+$/.test(id) && environmentOf(id).includes(place));
  assert.deepEqual([alive, fs.readdirSync(place)], [[], []]);
});

function environmentOf(id: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/environ`, 'latin1');
  } catch {
    return '';
  }
}

test('a replay clears away what a killed one left, and nothing of one that lives', async () => {
  const above = temporaryFolder();
  const makeTemporary = () => fs.mkdtempSync(join(above, 'holdpoint-'));
  const dead = join(above, 'holdpoint-dEad01');
  const alive = join(above, 'holdpoint-aLive1');
  const other = join(above, 'holdpoint-oTher1');
  write(above, {
    'holdpoint-dEad01/replay-of': '999999999\n',
    'holdpoint-dEad01/tree/a.txt': 'x',
    'holdpoint-aLive1/replay-of': `${process.pid}\n`,
    'holdpoint-oTher1/some.txt': 'x',
  });
  const { options } = job({}, edit);
  await collectReplay({ host: { ...host, files: { ...host.files, makeTemporary } } }, options);
  assert.deepEqual(
    [dead, alive, other].map((path) => fs.existsSync(path)),
    [false, true, true],
  );
});

test('a tree that cannot be removed is no replay', async () => {
  const { options } = job({}, edit);
  const made: string[] = [];
  const files: Host['files'] = {
    ...host.files,
    makeTemporary: () => {
      made.push(host.files.makeTemporary());
      return made.at(-1)!;
    },
    remove: (path) => host.files.remove(path === made[0] ? `${path}/none/\0` : path),
  };
  await assert.rejects(
    collectReplay({ host: { ...host, files } }, options),
    (error) =>
      error instanceof CollectError && error.blame === 'machine' && /still there/.test(error.message),
  );
  for (const folder of made) fs.rmSync(folder, { recursive: true });
});

test('a replay works from a shallow clone, a linked worktree, a bare repository and one with SHA-256', async () => {
  const { repo, options } = job({ 'check.sh': 'git log --format=%s; cat a.txt\n' }, edit);
  const place = temporaryFolder();
  repo.git('clone', '-q', '--depth=1', `file://${repo.folder}`, join(place, 'shallow'));
  repo.git('clone', '-q', '--bare', repo.folder, join(place, 'bare'));
  repo.git('worktree', 'add', '-q', '--detach', join(place, 'linked'));
  for (const folder of ['shallow', 'bare', 'linked']) {
    const replayed = await collectReplay({ host }, { ...options, folder: join(place, folder) });
    assert.deepEqual(said(replayed), ['base', 'two'], folder);
  }
  const other = temporaryFolder();
  repo.git('init', '-q', '--object-format=sha256', other);
  const sha256 = repository(other);
  write(other, { 'a.txt': 'one\n', 'check.sh': 'cat a.txt\n' });
  const base = sha256.commit('base');
  const patch = new TextEncoder().encode('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n');
  assert.deepEqual(said(await collectReplay({ host }, { ...options, folder: other, base, patch })), ['two']);
});

test('a base of links, submodules, odd names, modes and line ends is checked out clean, byte for byte', async () => {
  const repo = repository();
  const script = 'cat a.txt crlf.txt | od -c | head -3; ls -l run.sh | cut -c1-10; readlink link; ls sub\n';
  write(repo.folder, { 'check.sh': script, 'a.txt': 'one\n', 'crlf.txt': 'x\r\n', 'run.sh': '' });
  write(repo.folder, {
    '.gitattributes': 'a.txt text eol=crlf ident\n',
    'we\tird "na\u00efve"\n.txt': '',
    'bin.png': new Uint8Array([0, 255]),
  });
  fs.chmodSync(join(repo.folder, 'run.sh'), 0o755);
  fs.symlinkSync('/nowhere/at all', join(repo.folder, 'link'));
  execFileSync('sh', ['-c', 'mkdir odd; : > "odd/$(printf "bad\\377name")"'], { cwd: repo.folder });
  repo.git('add', '-A');
  repo.git('update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},sub`);
  repo.git('commit', '-q', '-m', 'base');
  const base = repo.git('rev-parse', 'HEAD').trim();
  const patch = new TextEncoder().encode('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n');
  const options = {
    folder: repo.folder,
    base,
    patch,
    test: 'sh check.sh',
    exam: ['odd/'],
    timeLimitMs: 60_000,
  };
  const replayed = await collectReplay({ host }, options);
  assert.deepEqual([replayed.replay.dirty_files, replayed.replay.exit_code], [[], 0]);
  assert.deepEqual(said(replayed), [
    '0000000   t   w   o  \\n   x  \\r  \\n',
    '0000007',
    '-rwxr-xr-x',
    '/nowhere/at all',
  ]);
});

test('a base that is no commit is refused', async () => {
  const { repo, options } = job({}, edit);
  const tree = repo.git('rev-parse', 'HEAD^{tree}').trim();
  await assert.rejects(
    collectReplay({ host }, { ...options, base: tree }),
    (error) => error instanceof CollectError && error.blame === 'input' && /no revision/.test(error.message),
  );
});

test('commandWords takes words, and refuses what only a shell understands', () => {
  assert.deepEqual(commandWords('npm  test -- --grep=a*b'), ['npm', 'test', '--', '--grep=a*b']);
  const refused = [
    '',
    '  ',
    'a | b',
    'a && b',
    'a; b',
    "sh -c 'x'",
    'a "b"',
    'a $HOME',
    'a `b`',
    'a > b',
    'a\nb',
    'A=1 b',
    'a\\b',
    'a\tb',
  ];
  for (const command of refused)
    assert.throws(
      () => commandWords(command),
      (error) => error instanceof CollectError && error.blame === 'input',
      command,
    );
});

test('a replay leaves nothing in the folder for temporary files', () => {
  const pattern = /^holdpoint-[A-Za-z0-9]{6}$/;
  const mine = fs.readdirSync(os.tmpdir()).filter((name) => pattern.test(name));
  const owned = mine.filter((name) => {
    const owner = join(os.tmpdir(), name, 'replay-of');
    return fs.existsSync(owner) && fs.readFileSync(owner, 'utf8') === `${process.pid}\n`;
  });
  assert.deepEqual(owned, []);
});
