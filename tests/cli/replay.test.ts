/** `act replay` as it is typed: what is refused before anything runs, what is kept of green and red, and what is left behind. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { everything, repository, type TestRepository, write } from '../collect/temporary.ts';
import { ended, folderWith, holdpoint, signal, start } from './holdpoint.ts';

const shipped = fs.readFileSync(fileURLToPath(new URL('../../rules/replay.yaml', import.meta.url)), 'utf8');

type Job = { readonly repo: TestRepository; readonly out: string; readonly base: string };

/** A repository whose test command is `sh check.sh`, and a folder beside it with the rules that lock this. */
function job(check: string): Job {
  const repo = repository();
  write(repo.folder, { 'check.sh': check, 'a.txt': 'one\n', 'tests/a.test': 'a\n' });
  const base = repo.commit('base');
  const rules = shipped
    .replace('right: npm test', 'right: sh check.sh')
    .replace('- package.json', '- /check.sh');
  assert.notEqual(rules, shipped);
  return { repo, base, out: folderWith({ 'replay.yaml': rules }) };
}

/** Writes the patch of what `after` does, and takes it back. */
function patchOf({ repo, out }: Job, after: (folder: string) => void): string {
  after(repo.folder);
  repo.git('add', '-A');
  const file = join(out, 'a.patch');
  fs.writeFileSync(file, repo.git('diff', '--binary', '--full-index', '--cached', 'HEAD'));
  repo.git('reset', '-q', '--hard');
  return file;
}

const edit = (folder: string) => write(folder, { 'a.txt': 'two\n' });

function act(one: Job, patch: string, ...more: string[]) {
  const args = [
    'act',
    'replay',
    '--rules',
    join(one.out, 'replay.yaml'),
    '--base',
    one.base,
    '--patch',
    patch,
  ];
  return holdpoint([...args, '-o', join(one.out, 'replay.json'), ...more], { cwd: one.repo.folder });
}

type Answer = {
  readonly decision: string;
  readonly action: string;
  readonly policies: readonly {
    readonly gates: readonly {
      readonly reasons: readonly { readonly code: string; readonly subject?: string }[];
    }[];
  }[];
};
const reasonsOf = ({ policies }: Answer) =>
  policies.flatMap(({ gates }) =>
    gates.flatMap(({ reasons }) =>
      reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
    ),
  );

test('a patch that is green where nobody has worked is released, and its replay counts for just this change', async () => {
  const one = job('grep -q two a.txt\n');
  const patch = patchOf(one, edit);
  const before = everything(one.repo.folder);
  const { status, stdout } = await act(one, patch, '--format', 'json');
  assert.equal(status, 0, stdout);
  const { verdict, result } = JSON.parse(stdout) as { verdict: Answer; result: { replay: object } };
  assert.deepEqual([verdict.decision, verdict.action], ['release', 'merge']);
  const file = join(one.out, 'replay.json');
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), result.replay);
  assert.deepEqual(everything(one.repo.folder), before);

  one.repo.git('apply', '--index', patch);
  const head = one.repo.commit('as replayed');
  const judge = (range: string) => {
    const args = ['--rules', join(one.out, 'replay.yaml'), '--action', 'merge', '--git', range];
    return holdpoint(['eval', ...args, '--set', `replay=${file}`, '--format', 'json'], {
      cwd: one.repo.folder,
    });
  };
  assert.equal((await judge(`${one.base}..${head}`)).status, 0);
  write(one.repo.folder, { 'a.txt': 'two\nand more\n' });
  const more = one.repo.commit('something else');
  const other = await judge(`${one.base}..${more}`);
  assert.deepEqual([other.status, reasonsOf(JSON.parse(other.stdout))], [2, ['wrong-patch']]);
  const later = await judge(`${head}..${more}`);
  assert.deepEqual([later.status, reasonsOf(JSON.parse(later.stdout))], [2, ['wrong-base', 'wrong-patch']]);
});

test('a patch that is green only where somebody has worked is held, and the red evidence is kept', async () => {
  const one = job('echo told; test -f left-over.txt\n');
  const patch = patchOf(one, edit);
  write(one.repo.folder, { 'left-over.txt': 'x' });
  const env = { HOLDPOINT_DB: join(one.out, 'history.db') };
  const logs = join(one.out, 'logs');
  const args = ['--rules', join(one.out, 'replay.yaml'), '--base', 'main', '--patch', patch, '--store'];
  const output = join(one.out, 'replay.json');
  const run = await holdpoint(['act', 'replay', ...args, '-o', output, '--logs', logs], {
    cwd: one.repo.folder,
    env,
  });
  assert.equal(run.status, 2, run.stderr);
  assert.match(run.stdout, /^✖ HOLD merge[\s\S]*replay-red[\s\S]*sh check\.sh ended with 1 after/);
  assert.equal(JSON.parse(fs.readFileSync(output, 'utf8')).exit_code, 1);
  assert.equal(fs.readFileSync(join(logs, 'stdout.txt'), 'utf8'), 'told\n');
  const list = await holdpoint(['history', 'list', '--format', 'ndjson'], { cwd: one.repo.folder, env });
  const kept = list.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; decision: string });
  assert.deepEqual(kept.map(({ action, decision }) => `${action} ${decision}`).sort(), [
    'merge hold',
    'run release',
  ]);
});

test('what is no patch, rewrites its exam or is too wide is refused before anything runs', async () => {
  const one = job('exit 0\n');
  const mark = join(one.out, 'ran');
  write(one.repo.folder, { 'check.sh': `touch ${mark}\n` });
  const base = one.repo.commit('leave a mark');
  const marked = { ...one, base };
  const letter = join(one.out, 'letter.patch');
  const table: readonly (readonly [patch: () => string, reasons: readonly string[]])[] = [
    [
      () => {
        fs.writeFileSync(letter, `Sure, here it is:\n${fs.readFileSync(patchOf(marked, edit), 'utf8')}`);
        return letter;
      },
      ['not-a-patch'],
    ],
    [() => patchOf(marked, (folder) => write(folder, { 'check.sh': 'exit 0\n' })), ['exam-changed:check.sh']],
    [
      () => patchOf(marked, (folder) => fs.rmSync(join(folder, 'tests/a.test'))),
      ['exam-changed:tests/a.test'],
    ],
    [
      () => patchOf(marked, (folder) => write(folder, { '.github/workflows/x.yml': '', 'yarn.lock': '' })),
      ['exam-changed:.github/workflows/x.yml', 'exam-changed:yarn.lock'],
    ],
    [() => patchOf(marked, (folder) => fs.symlinkSync(one.repo.folder, join(folder, 'l'))), ['link:l']],
    [
      () =>
        patchOf(marked, (folder) =>
          write(folder, Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 'x']))),
        ),
      ['too-many-files'],
    ],
  ];
  for (const [patch, reasons] of table) {
    write(one.out, { 'replay.json': '{}' });
    const { status, stdout } = await act(marked, patch(), '--format', 'json');
    const { verdict, done } = JSON.parse(stdout) as { verdict: Answer; done: readonly string[] };
    assert.deepEqual([status, verdict.action, reasonsOf(verdict)], [2, 'run', reasons]);
    assert.match(done.join(), /Removed the replay of an earlier patch: .*replay\.json$/);
    assert.deepEqual([fs.existsSync(mark), fs.existsSync(join(one.out, 'replay.json'))], [false, false]);
  }
});

test('a hang is ended with all that it started, told as one, and kept', async () => {
  const one = job('(sleep 60 &) ; sleep 60\n');
  const { status, stdout } = await act(one, patchOf(one, edit), '--time-limit', '1', '--format', 'json');
  assert.deepEqual(
    [status, reasonsOf((JSON.parse(stdout) as { verdict: Answer }).verdict)],
    [2, ['timed-out']],
  );
  assert.equal(JSON.parse(fs.readFileSync(join(one.out, 'replay.json'), 'utf8')).timed_out, true);
});

test('--dry-run says what would be done, and does none of it', async () => {
  const one = job('exit 0\n');
  const { status, stdout } = await act(one, patchOf(one, edit), '--dry-run');
  assert.equal(status, 0);
  assert.match(stdout, new RegExp(`check out ${one.base} into a new temporary folder`));
  assert.match(stdout, /run sh check\.sh, at most 600 s\n {2}remove the folder\n/);
  assert.equal(fs.existsSync(join(one.out, 'replay.json')), false);
});

test('Ctrl-C ends the command, removes the tree and leaves no replay', async () => {
  const one = job('touch ../started; sleep 60\n');
  const patch = patchOf(one, edit);
  write(one.out, { 'replay.json': '{}', 'tmp/x': '' });
  const tmp = join(one.out, 'tmp');
  const before = everything(one.repo.folder);
  const args = [
    'act',
    'replay',
    '--rules',
    join(one.out, 'replay.yaml'),
    '--base',
    one.base,
    '--patch',
    patch,
  ];
  const child = start([...args, '-o', join(one.out, 'replay.json')], {
    cwd: one.repo.folder,
    env: { TMPDIR: tmp },
  });
  const running = ended(child);
  const isStarted = () => fs.readdirSync(tmp).some((name) => fs.existsSync(join(tmp, name, 'started')));
  while (!isStarted() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
  signal(child, 'SIGINT');
  assert.equal((await running).status, 130);
  assert.deepEqual(fs.readdirSync(tmp), ['x']);
  assert.equal(fs.existsSync(join(one.out, 'replay.json')), false);
  assert.deepEqual(everything(one.repo.folder), before);
});

test('a killed replay leaves the repository as it was, and the next one clears its tree away', async () => {
  const one = job('touch ../started; [ -f "$HOME/../../go-on" ] || sleep 60\n');
  const patch = patchOf(one, edit);
  write(one.out, { 'tmp/x': '' });
  const tmp = join(one.out, 'tmp');
  const before = everything(one.repo.folder);
  const args = [
    'act',
    'replay',
    '--rules',
    join(one.out, 'replay.yaml'),
    '--base',
    one.base,
    '--patch',
    patch,
  ];
  const options = { cwd: one.repo.folder, env: { TMPDIR: tmp } };
  const child = start(args, options);
  const running = ended(child);
  const left = () => fs.readdirSync(tmp).filter((name) => fs.existsSync(join(tmp, name, 'started')));
  while (left().length === 0 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGKILL');
  await running;
  assert.deepEqual([left().length, everything(one.repo.folder)], [1, before]);
  write(tmp, { 'go-on': '' });
  assert.equal((await holdpoint(args, options)).status, 0);
  assert.deepEqual(fs.readdirSync(tmp).sort(), ['go-on', 'x']);
});

test('what is asked wrongly is told in one line: no base, two changes, no lock, two locks, no exam', async () => {
  const one = job('exit 0\n');
  const patch = patchOf(one, edit);
  const two = shipped.replace('policy: replay', 'policy: replay-too');
  const none = shipped.replaceAll('replay.test_command', 'replay.head_sha');
  const open = shipped.replace(
    'kind: paths\n    paths: { from: change.files }',
    'kind: paths\n    action: merge\n    paths: { from: replay.changed_files }',
  );
  write(one.out, {
    'open.yaml': open,
    'two/a.yaml': shipped,
    'two/b.yaml': two.replace('right: npm test', 'right: make'),
    'none.yaml': none,
  });
  const rules = (name: string) => ['--rules', join(one.out, name), '--patch', patch];
  const table: readonly (readonly [args: readonly string[], status: number, told: RegExp])[] = [
    [rules('replay.yaml'), 64, /^error: --patch needs to know what it is for\n {2}Add --base/],
    [
      [...rules('replay.yaml'), '--base', 'main', '--git', 'main..main'],
      64,
      /--patch and --git cannot go together/,
    ],
    [[...rules('replay.yaml'), '--base', 'nope'], 65, /There is no revision "nope"/],
    [[...rules('none.yaml'), '--base', 'main'], 65, /No rule in force locks a test command/],
    [[...rules('open.yaml'), '--base', 'main'], 65, /does not say what the exam is made of/],
    [[...rules('two'), '--base', 'main'], 65, /lock 2 different test commands/],
    [
      [...rules('replay.yaml'), '--base', 'main', '--time-limit', '0'],
      64,
      /--time-limit takes a whole number/,
    ],
  ];
  const collected = ['collect', '--patch', patch, '--base', 'main', '-o', join(one.out, 's.json')];
  assert.equal((await holdpoint(collected, { cwd: one.repo.folder })).status, 0);
  const snapshot = ['--rules', join(one.out, 'replay.yaml'), '--snapshot', join(one.out, 's.json')];
  for (const [args, status, told] of [...table, [snapshot, 65, /no patch to replay/] as const]) {
    const result = await holdpoint(['act', 'replay', ...args], { cwd: one.repo.folder });
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, told);
  }
});
