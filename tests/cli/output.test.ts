/** What reaches the terminal: nothing that drives it, nothing wider than it, and help for everything. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith, holdpoint } from './holdpoint.ts';
import { card, HELD, judge, RULES } from './samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vectors = fs.readFileSync(join(root, 'tests/vectors/decisions.ndjson'), 'utf8').trimEnd().split('\n');
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u;

function assertNarrow(text: string, what: string): void {
  for (const line of text.split('\n')) assert.ok(line.length <= 80, `${what}: ${line}`);
}

test('output that goes to no terminal has no colours, whatever the environment says', async () => {
  const folder = folderWith({ 'egress.yaml': RULES });
  for (const env of [{}, { NO_COLOR: '1' }, { FORCE_COLOR: '1', TERM: 'xterm-256color' }]) {
    const args = ['eval', '--rules', 'egress.yaml', '--snapshot', '-'];
    const { stdout } = await holdpoint(args, { cwd: folder, input: HELD, env });
    assert.doesNotMatch(stdout, UNPRINTABLE);
    const { status, stderr } = await holdpoint(['check', 'no.yaml'], { cwd: folder, env });
    assert.equal(status, 65);
    assert.doesNotMatch(stderr, UNPRINTABLE);
  }
});

const HOSTILE = 'a\u001b[2J\u009b31m\rb\nx\u202egnp.exe\u200b\u2028y\u0007';

test('evidence cannot drive the terminal: escapes, bidi controls and line ends are shown, not obeyed', async () => {
  const folder = folderWith({
    'write-fence.yaml': fs.readFileSync(join(root, 'rules', 'write-fence.yaml')),
    'egress.yaml': RULES,
  });
  const snapshot = JSON.stringify({
    schema: 'holdpoint/snapshot@1',
    action: 'write',
    subject: { job: HOSTILE, repo: HOSTILE, ref: HOSTILE },
    evidence: {
      fence: { root: '.', allow: ['src/'], deny_globs: [] },
      plan: { intent_id: HOSTILE, writes: [{ path: HOSTILE, note: HOSTILE }] },
    },
  });
  const args = ['eval', '--rules', 'write-fence.yaml', '--snapshot', '-', '--store'];
  const { status, stdout, stderr } = await holdpoint(args, { cwd: folder, input: snapshot });
  assert.equal(status, 2);
  assert.match(stdout, /a\\u001b\[2J\\u009b31m\\rb\\nx\\u202egnp\.exe\\u200b\\u2028y\\u0007/);
  const listed = await holdpoint(['history', 'list'], { cwd: folder });
  assert.match(listed.stdout, /\\u001b\[2J/);
  const [receipt = ''] = listed.stdout.split(' ');
  const shown = await holdpoint(['history', 'show', receipt], { cwd: folder });
  assert.equal(shown.status, 0);
  const matched = await judge(folder, card(HOSTILE));
  assert.equal(matched.status, 2);
  for (const text of [stdout, stderr, listed.stdout, shown.stdout, matched.stdout])
    assert.doesNotMatch(text, UNPRINTABLE);
});

test('names of files and fields cannot drive the terminal either', async () => {
  const name = 'a\u001b[2J\u202e.yaml';
  const folder = folderWith({ [`rules/${name}`]: 'version: 2\n', 's.json': `{"\\u001b[2J\\u202e":1}` });
  for (const args of [
    ['check', 'rules'],
    ['check', `rules/no${name}`],
    ['eval', '--rules', 'rules', '--action', 'send', '--set', `card=${name}`],
    ['verify', 's.json', '--snapshot', 's.json', '--rules', 'rules'],
    ['verify', `${name}`, '--snapshot', 's.json', '--rules', 'rules'],
    ['collect', '--merge', 's.json'],
    ['collect', '--tree', name],
    ['collect', '--git', `${name}..HEAD`],
  ]) {
    const { status, stderr } = await holdpoint(args, { cwd: folder });
    assert.ok(status === 65 || status === 69, `${args.join(' ')}: ${status}`);
    assert.doesNotMatch(stderr, UNPRINTABLE, args.join(' '));
  }
});

test('what eval prints of the held vectors of every shipped policy fits 80 columns', async () => {
  const held = new Map<string, string[]>();
  for (const line of vectors) {
    const { rules, snapshot, expect } = JSON.parse(line);
    if (expect.decision !== 'hold' || rules.some((path: string) => !fs.existsSync(join(root, path))))
      continue;
    const key = rules.map((path: string) => join(root, path)).join('\n');
    held.set(key, [...(held.get(key) ?? []), JSON.stringify(snapshot)]);
  }
  assert.ok(held.size >= 3);
  for (const [rules, snapshots] of held) {
    const args = rules.split('\n').flatMap((path) => ['--rules', path]);
    const { status, stdout } = await holdpoint(['eval', ...args, '--snapshots', '-', '--format', 'pretty'], {
      cwd: folderWith(),
      input: snapshots.join('\n'),
    });
    assert.equal(status, 2);
    assert.equal(stdout.split('✖ HOLD').length - 1, snapshots.length);
    assertNarrow(stdout, rules);
  }
});

test('reasons that differ in their subject only are told once, with the one fix', async () => {
  const folder = folderWith();
  const writes = ['etc/a', 'etc/b', 'etc/c'].map((path) => ({ path, note: '' }));
  const snapshot = {
    schema: 'holdpoint/snapshot@1',
    action: 'write',
    evidence: { fence: { root: '.', allow: ['src/'], deny_globs: [] }, plan: { intent_id: 'i', writes } },
  };
  const args = ['eval', '--rules', join(root, 'rules', 'write-fence.yaml'), '--snapshot', '-'];
  const { status, stdout } = await holdpoint(args, { cwd: folder, input: JSON.stringify(snapshot) });
  assert.equal(status, 2);
  assert.match(stdout, /^✖ HOLD write {2}3 reasons\n/);
  for (const path of ['etc/a', 'etc/b', 'etc/c']) assert.equal(stdout.split(path).length, 2, stdout);
  assert.equal(stdout.split('Fix: ').length, 2, stdout);
});

test('a verdict with very many reasons is cut, and says how many more there are', async () => {
  const writes = Array.from({ length: 500 }, (_, i) => ({ path: `etc/${i}`, note: '' }));
  const snapshot = {
    schema: 'holdpoint/snapshot@1',
    action: 'write',
    evidence: { fence: { root: '.', allow: ['src/'], deny_globs: [] }, plan: { intent_id: 'i', writes } },
  };
  const args = ['eval', '--rules', join(root, 'rules', 'write-fence.yaml'), '--snapshot', '-'];
  const { stdout } = await holdpoint(args, { cwd: folderWith(), input: JSON.stringify(snapshot) });
  assert.match(stdout, /^✖ HOLD write {2}500 reasons\n/);
  assert.match(stdout, /\n {2}… and 480 more: --format json shows them all\n/);
  assert.ok(stdout.split('\n').length < 40);
});

test('every command has help with examples, within 80 columns, on standard output', async () => {
  const commands = ['', 'init', 'check', 'collect', 'eval', 'verify', 'history', 'serve', 'schema'];
  const below = ['list', 'show', 'export', 'verify'].map((name) => `history ${name}`);
  for (const command of [...commands, ...below]) {
    const words = command.split(' ').filter((word) => word !== '');
    const { status, stdout, stderr } = await holdpoint([...words, '--help']);
    assert.deepEqual([status, stderr], [0, ''], command);
    assert.match(stdout, new RegExp(`^Usage: holdpoint ?${command}`));
    assert.match(stdout, /\n {2}\$ holdpoint /, command);
    assertNarrow(stdout, command);
  }
  assert.match((await holdpoint(['help', 'eval'])).stdout, /^Usage: holdpoint eval/);
  assert.match((await holdpoint(['--version'])).stdout, /^holdpoint \d+\.\d+\.\d+\n$/);
});
