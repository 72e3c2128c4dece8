/** A machine that fails: what cannot be reached is 69, nothing is half-written, and no answer counts that was not delivered. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { COMMAND, ended, folderWith, holdpoint, signal, start } from './holdpoint.ts';
import { HELD, historyOf, judge, RELEASED, RULES } from './samples.ts';

/** Runs the command in a shell line, in which `hp` stands for it. */
function shell(
  folder: string,
  line: string,
  input = '',
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', ['-c', line.replaceAll('hp ', '"$@" '), 'bash', ...COMMAND], { cwd: folder });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return ended(child);
}

const LINE = 'hp eval --rules egress.yaml --snapshot s.json';

test('an answer that could not be delivered is 69, whatever it was', async () => {
  const folder = folderWith({ 'egress.yaml': RULES, 's.json': RELEASED });
  if (fs.existsSync('/dev/full')) {
    const full = await shell(folder, `${LINE} > /dev/full`);
    assert.equal(full.status, 69);
    assert.equal(full.stderr, 'error: Cannot write "standard output": no space is left on the disk\n');
    for (const help of ['hp --help', 'hp --version', 'hp help eval'])
      assert.equal((await shell(folder, `${help} > /dev/full`)).status, 69, help);
  }
  const gone = await shell(folder, `(sleep 0.05; ${LINE}; echo $? >&2) | true`);
  assert.equal(gone.stderr, 'error: The result was not delivered: its reader has gone\n69\n');
});

test('a batch ends soon after its reader has gone', async () => {
  const folder = folderWith({ 'egress.yaml': RULES, 's.ndjson': `${RELEASED}\n`.repeat(5000) });
  const { stdout, stderr } = await shell(
    folder,
    '(hp eval --rules egress.yaml --snapshots s.ndjson; echo $? >&2) | head -1',
  );
  assert.equal(JSON.parse(stdout).decision, 'release');
  const [, count] = /^Stopped after (\d+) judged\nerror: [^\n]+\n69\n$/.exec(stderr) ?? [];
  assert.ok(Number(count) < 5000, stderr);
});

test('standard error that cannot be written changes no answer', {
  skip: !fs.existsSync('/dev/full') && 'no /dev/full on this system',
}, async () => {
  const folder = folderWith({ 'egress.yaml': RULES, 's.json': HELD });
  assert.equal((await shell(folder, `${LINE} 2> /dev/full`)).status, 2);
  assert.equal((await shell(folder, `hp eval --snapshot s.json 2> /dev/full`)).status, 64);
});

test('collect -o leaves the old file whole when the disk is full', async () => {
  const folder = folderWith({ 'out.json': 'old', 'big.json': `{"summary":"${'x'.repeat(1 << 20)}"}` });
  const line = 'ulimit -f 8; trap "" XFSZ; hp collect --set intent=big.json -o out.json';
  const { status, stdout, stderr } = await shell(folder, line);
  assert.deepEqual([status, stdout], [69, '']);
  assert.match(stderr, /^error: Cannot write "out\.json": /);
  assert.deepEqual(fs.readdirSync(folder).sort(), ['big.json', 'out.json']);
  assert.equal(fs.readFileSync(join(folder, 'out.json'), 'utf8'), 'old');
});

test('collect -o writes into a folder that is there, and never over what is not a file', async () => {
  const folder = folderWith({ 'card.json': '{}', 'dir/x': '' });
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  fs.symlinkSync('elsewhere', join(folder, 'link'));
  for (const [output, told] of [
    ['no/out.json', 'there is no such file or folder'],
    ['dir', 'it is a folder'],
    ['pipe', 'it is not a regular file'],
    ['link', 'it is a symbolic link'],
  ] as const) {
    const result = await holdpoint(['collect', '--set', 'card=card.json', '-o', output], { cwd: folder });
    assert.deepEqual(result, {
      status: 69,
      stdout: '',
      stderr: `error: Cannot write "${output}": ${told}\n`,
    });
  }
  assert.deepEqual(fs.readdirSync(folder).sort(), ['card.json', 'dir', 'link', 'pipe']);
});

test('a history that is none, or a folder, or missing is 69; the answer is shown all the same', async () => {
  const folder = folderWith({ 'egress.yaml': RULES, 'dir/x': '', 'torn.db': randomBytes(5000) });
  const before = fs.readFileSync(join(folder, 'torn.db'));
  for (const HOLDPOINT_DB of [
    'dir',
    'torn.db',
    'egress.yaml/history.db',
    '/proc/history.db',
    'http://127.0.0.1:9',
  ]) {
    const env = { HOLDPOINT_DB };
    const args = ['eval', '--rules', 'egress.yaml', '--snapshot', '-', '--store'];
    const { status, stdout, stderr } = await holdpoint(args, { cwd: folder, input: RELEASED, env });
    assert.equal(status, 69, HOLDPOINT_DB);
    assert.match(stdout, /^✔ RELEASE send/);
    assert.match(stderr, /^error: [^\n]+\n( {2}[^\n]+\n)?$/, HOLDPOINT_DB);
    const list = await holdpoint(['history', 'list'], { cwd: folder, env });
    assert.deepEqual([list.status, list.stdout], [69, ''], HOLDPOINT_DB);
  }
  const none = await holdpoint(['history', 'list'], { cwd: folder });
  assert.equal(none.status, 69);
  assert.match(none.stderr, /^error: There is no history at /);
  assert.deepEqual(fs.readFileSync(join(folder, 'torn.db')), before);
  assert.deepEqual(fs.readdirSync(folder).sort(), ['dir', 'egress.yaml', 'torn.db']);
});

test('a history that another program has locked is 69, and keeps what it had', async () => {
  const folder = folderWith({ 'egress.yaml': RULES });
  assert.equal((await judge(folder, RELEASED, '--store')).status, 0);
  const client = createClient({ url: `file:${historyOf(folder)}`, timeout: 5000 });
  const transaction = await client.transaction('write');
  const { status, stdout, stderr } = await judge(folder, HELD, '--store');
  await transaction.rollback();
  client.close();
  assert.equal(status, 69);
  assert.match(stdout, /^✖ HOLD send/);
  assert.match(stderr, /^error: [^\n]*(lock|busy|in use)[^\n]*\n/i);
  const { stdout: lines } = await holdpoint(['history', 'list', '--format', 'ndjson'], { cwd: folder });
  assert.equal(lines.trimEnd().split('\n').length, 1);
});

test('collect says what is wrong with a repository, a revision or a folder, and writes nothing', async () => {
  const folder = folderWith({ 'repo/a.txt': 'a' });
  const git = (...args: string[]) => {
    const { status } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.test', ...args], {
      cwd: join(folder, 'repo'),
    });
    assert.equal(status, 0, args.join(' '));
  };
  git('init', '-q', '.');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  const table: [args: string[], told: RegExp][] = [
    [['--git', 'HEAD~1..HEAD', '--repo', 'no'], /no/],
    [['--git', 'HEAD~1..HEAD', '--repo', 'repo'], /There is no revision "HEAD~1"/],
    [['--git', 'nonsense..HEAD', '--repo', 'repo'], /There is no revision "nonsense"/],
    [['--git', '--output=x..HEAD', '--repo', 'repo'], /--output=x/],
    [['--tree', 'no'], /"no": there is no such file or folder/],
    [['--tree-before', 'no.json'], /no\.json/],
    [['--secrets', 'no'], /"no": there is no such file or folder/],
  ];
  for (const [args, told] of table) {
    const { status, stdout, stderr } = await holdpoint(['collect', ...args, '-o', 'out.json'], {
      cwd: folder,
    });
    assert.ok(status === 65 || status === 69, `${args.join(' ')}: ${status}`);
    assert.equal(stdout, '');
    assert.match(stderr, /^error: [^\n]+\n( {2}[^\n]+\n)?$/, args.join(' '));
    assert.match(stderr, told);
    assert.ok(!fs.existsSync(join(folder, 'out.json')));
  }
});

test('Ctrl-C during a collection ends it with 130 and leaves nothing behind', async () => {
  const folder = folderWith();
  const temporary = folderWith();
  fs.mkdirSync(join(folder, 'tree'));
  for (let i = 0; i < 20_000; i++) fs.writeFileSync(join(folder, 'tree', `f${i}`), `file ${i}`);
  const child = start(['collect', '--secrets', 'tree', '-o', 'out.json'], {
    cwd: folder,
    env: { TMPDIR: temporary },
  });
  const end = ended(child);
  // The salt is the first thing that a scan needs; from then on there is work for a second or more.
  while (!fs.existsSync(join(folder, '.holdpoint', 'salt')))
    await new Promise((done) => setTimeout(done, 10));
  signal(child, 'SIGINT');
  const { status, stdout } = await end;
  assert.deepEqual([status, stdout], [130, '']);
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name !== '.holdpoint'),
    ['tree'],
  );
  assert.deepEqual(fs.readdirSync(temporary), []);
});

test('Ctrl-C ends a command that waits for standard input', async () => {
  const folder = folderWith({ 'egress.yaml': RULES });
  const child = start(['eval', '--rules', 'egress.yaml', '--snapshot', '-'], { cwd: folder });
  // Again and again: a runtime that is still starting may lose the first one.
  const timer = setInterval(() => signal(child, 'SIGINT'), 700);
  const { status, stdout } = await ended(child);
  clearInterval(timer);
  assert.equal(stdout, '');
  assert.ok(status === 130 || status === null, String(status));
});
