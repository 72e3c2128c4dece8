/** `holdpoint eval` as a process: decisions, exit statuses, formats and batches. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, holdpoint } from './holdpoint.ts';
import { HELD, judge, RELEASED, RULES, SPLIT } from './samples.ts';

const DECISIONS = [
  ['release', 0, RELEASED],
  ['split', 3, SPLIT],
  ['hold', 2, HELD],
] as const;

const folder = folderWith({
  'egress.yaml': RULES,
  'snapshot.json': RELEASED,
  'all.ndjson': `${RELEASED}\n${HELD}\n${SPLIT}\n`,
  'crlf.ndjson': `${RELEASED}\r\n\r\n${SPLIT}\r\n`,
  'bad.ndjson': `${RELEASED}\n{"schema": nope}\n${HELD}\n`,
});

for (const [decision, status, snapshot] of DECISIONS) {
  test(`eval gives ${decision} and exit status ${status} in every format, and nothing but the result on standard output`, async () => {
    const [pretty, json, ndjson] = [
      await judge(folder, snapshot),
      await judge(folder, snapshot, '--format', 'json'),
      await judge(folder, snapshot, '--format', 'ndjson'),
    ];
    assert.deepEqual([pretty.status, json.status, ndjson.status], [status, status, status]);
    assert.deepEqual([pretty.stderr, json.stderr, ndjson.stderr], ['', '', '']);
    assert.match(pretty.stdout, new RegExp(`^. ${decision.toUpperCase()} send`));
    assert.equal(JSON.parse(json.stdout).decision, decision);
    assert.deepEqual(JSON.parse(ndjson.stdout), JSON.parse(json.stdout));
    assert.equal(ndjson.stdout.indexOf('\n'), ndjson.stdout.length - 1);
    assert.ok(pretty.stdout.includes(JSON.parse(json.stdout).receipt_sha256));
  });
}

test('eval gives the same bytes whenever and wherever it is asked', async () => {
  const elsewhere = folderWith({ 'egress.yaml': RULES });
  const first = await judge(folder, HELD, '--format', 'json');
  assert.equal(first.status, 2);
  const second = await judge(elsewhere, HELD, '--format', 'json');
  assert.equal(second.stdout, first.stdout);
});

test('eval takes a byte-order mark and line ends of Windows as no difference', async () => {
  const plain = await judge(folder, RELEASED, '--format', 'json');
  const marked = `\ufeff${JSON.stringify(JSON.parse(RELEASED), null, 2).replaceAll('\n', '\r\n')}\r\n`;
  assert.equal((await judge(folder, marked, '--format', 'json')).stdout, plain.stdout);
  const windows = folderWith({ 'egress.yaml': `\ufeff${RULES.replaceAll('\n', '\r\n')}` });
  const { status, stdout } = await judge(windows, RELEASED, '--format', 'json');
  assert.equal(status, 0);
  const { decision, policies } = JSON.parse(stdout);
  assert.deepEqual([decision, policies[0].gates[0].reasons], ['release', []]);
});

test('eval reads a snapshot file as it reads standard input', async () => {
  const args = ['eval', '--rules', 'egress.yaml', '--snapshot', 'snapshot.json', '--format', 'json'];
  const fromFile = await holdpoint(args, { cwd: folder });
  assert.equal(fromFile.status, 0);
  assert.equal(fromFile.stdout, (await judge(folder, RELEASED, '--format', 'json')).stdout);
});

test('eval lets --action stand over the action of the snapshot', async () => {
  const { status, stdout } = await judge(folder, RELEASED, '--action', 'merge', '--format', 'json');
  assert.equal(status, 2);
  assert.deepEqual([JSON.parse(stdout).action, JSON.parse(stdout).reasons[0].code], ['merge', 'no-gate']);
});

test('eval holds on absent evidence and names the section', async () => {
  const { evidence: _, ...rest } = JSON.parse(RELEASED);
  const { status, stdout } = await judge(
    folder,
    JSON.stringify({ ...rest, evidence: {} }),
    '--format',
    'json',
  );
  assert.equal(status, 2);
  const [reason] = JSON.parse(stdout).policies[0].gates[0].reasons;
  assert.deepEqual([reason.code, reason.subject], ['missing-evidence', 'card']);
});

for (const [way, file, input] of [
  ['a file', 'all.ndjson', ''],
  ['standard input', '-', `${RELEASED}\n${HELD}\n${SPLIT}`],
] as const) {
  test(`eval judges a batch from ${way} in the order of its lines, and the worst decision decides`, async () => {
    const args = ['eval', '--rules', 'egress.yaml', '--snapshots', file];
    const { status, stdout, stderr } = await holdpoint(args, { cwd: folder, input });
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).decision),
      ['release', 'hold', 'split'],
    );
    assert.equal(status, 2);
    assert.equal(stderr, '3 judged: 1 release, 1 split, 1 hold\n');
  });
}

test('eval skips blank lines of a batch, and the worst of release and split is split', async () => {
  const args = ['eval', '--rules', 'egress.yaml', '--snapshots', 'crlf.ndjson'];
  const { status, stdout } = await holdpoint(args, { cwd: folder });
  assert.deepEqual([status, stdout.trimEnd().split('\n').length], [3, 2]);
});

test('eval ends a batch at a bad line with 65, its file and line, and how far it came', async () => {
  const args = ['eval', '--rules', 'egress.yaml', '--snapshots', 'bad.ndjson'];
  const { status, stdout, stderr } = await holdpoint(args, { cwd: folder });
  assert.equal(status, 65);
  assert.equal(stdout.trimEnd().split('\n').length, 1);
  assert.match(stderr, /^Stopped after 1 judged\nerror: bad\.ndjson:2:12: [^\n]+\n$/);
});

test('eval refuses a batch of nothing', async () => {
  const args = ['eval', '--rules', 'egress.yaml', '--snapshots', '-'];
  const { status, stdout } = await holdpoint(args, { cwd: folder, input: '\n\n' });
  assert.deepEqual([status, stdout], [65, '']);
});

test('eval stores only when it is told to', async () => {
  const here = folderWith({ 'egress.yaml': RULES });
  await judge(here, HELD);
  await judge(here, HELD, '--no-store');
  assert.deepEqual(fs.readdirSync(here), ['egress.yaml']);
  const { status, stderr } = await judge(here, HELD, '--store');
  assert.deepEqual([status, stderr], [2, 'Kept in .holdpoint/history.db\n']);
  assert.ok(fs.existsSync(join(here, '.holdpoint', 'history.db')));
});

const USAGE: readonly [args: string[], message: RegExp][] = [
  [['eval', '--rules', 'egress.yaml'], /The action is missing/],
  [['eval', '--snapshot', 'snapshot.json'], /There are no rules to judge by/],
  [['eval', '--rules'], /argument missing/],
  [['eval', '--rules', 'egress.yaml', '--snapshot', 'a', '--snapshots', 'b'], /cannot go together/],
  [['eval', '--rules', 'egress.yaml', '--snapshot', 'a', '--tree', '.'], /--snapshot and --tree cannot go/],
  [['eval', '--rules', 'egress.yaml', '--snapshots', 'a', '--job', 'x'], /--snapshots and --job cannot go/],
  [['eval', '--rules', 'egress.yaml', '--snapshot', 'a', '--action', 'sned'], /Did you mean "send"/],
  [['eval', '--rules', 'egress.yaml', '--snapshot', 'a', '--format', 'yaml'], /One of pretty, json, ndjson/],
  [['eval', '--rules', 'egress.yaml', '--snapshot', 'snapshot.json', 'more'], /Unexpected argument/],
  [['eval', '--rulez', 'egress.yaml'], /unknown option '--rulez'/],
  [['evla'], /Did you mean eval/],
  [[], /Usage: holdpoint/],
];

test('wrong use is told on standard error alone, with exit status 64', async () => {
  for (const [args, message] of USAGE) {
    const { status, stdout, stderr } = await holdpoint(args, { cwd: folder });
    assert.deepEqual([status, stdout], [64, ''], args.join(' '));
    assert.match(stderr, message);
  }
});

test('eval judges every line of a batch that is longer than any buffer, whichever line the pieces of it cut', async () => {
  const record = (residue: string) =>
    JSON.stringify({
      schema: 'holdpoint/snapshot@1',
      action: 'send',
      evidence: { card: { egress_class: 'public-fixture', residue: [residue] } },
    }).padEnd(255);
  const clean = record('').replace('[""]', '[  ]');
  // An uneven first line moves every record across a boundary of the pieces in which files are read.
  const lines = [
    ' '.repeat(127),
    ...Array.from({ length: 12_288 }, (_, i) => (i === 4095 ? record('x') : clean)),
  ];
  const rules = `version: 1
policy: residue
gates:
  - id: gate
    kind: decision
    evidence: card
    branches: [{ when: { residue: { empty: false } }, then: hold, reason: residue }]
    otherwise: { then: release }
`;
  const folder = folderWith({ 'rules.yaml': rules, 'many.ndjson': `${lines.join('\n')}\n` });
  const { status, stdout, stderr } = await holdpoint(
    ['eval', '--rules', 'rules.yaml', '--snapshots', 'many.ndjson'],
    { cwd: folder },
  );
  const held = stdout
    .trimEnd()
    .split('\n')
    .flatMap((line, at) => (line.includes('"decision":"hold","action"') ? [at] : []));
  assert.deepEqual({ status, held }, { status: 2, held: [4095] });
  assert.match(stderr, /^12288 judged: 12287 release, 0 split, 1 hold$/m);
});
