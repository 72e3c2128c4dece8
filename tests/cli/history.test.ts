/** A stored history through the command: list, show, export, verify, and re-checking a single verdict. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createClient } from '@libsql/client';
import { folderWith, holdpoint, type Result } from './holdpoint.ts';
import { HELD, historyOf, RELEASED, RULES, SPLIT } from './samples.ts';

const folder = folderWith({
  'egress.yaml': RULES,
  'all.ndjson': `${RELEASED}\n${HELD}\n${SPLIT}\n`,
  'held.json': HELD,
  'released.json': RELEASED,
});
const ask = (...args: string[]): Promise<Result> => holdpoint(args, { cwd: folder });
const RECEIPT = /^[0-9a-f]{64}$/;

before(async () => {
  const batch = ['eval', '--rules', 'egress.yaml', '--snapshots', 'all.ndjson', '--store'];
  assert.equal((await ask(...batch)).status, 2);
});

test('history list shows the newest first, one line a verdict and one for its reason', async () => {
  const { status, stdout, stderr } = await ask('history', 'list');
  assert.deepEqual([status, stderr], [0, '']);
  const heads = stdout.split('\n').filter((line) => /^[0-9a-f]{12} /.test(line));
  assert.deepEqual(
    heads.map((line) => /(release|split|hold) +send/.exec(line)?.[1]),
    ['split', 'hold', 'release'],
  );
  assert.match(stdout, /\n {4}local\n/);
});

test('history list filters, and goes on behind a key', async () => {
  const held = await ask('history', 'list', '--decision', 'hold', '--format', 'json');
  const [row, ...others] = JSON.parse(held.stdout);
  assert.deepEqual([row.decision, row.subject.job, others.length], ['hold', 'job-machine-local', 0]);
  const first = await ask('history', 'list', '--limit', '2', '--format', 'ndjson');
  assert.equal(first.stdout.trimEnd().split('\n').length, 2);
  const key = /^More: --older (\d+)\n$/.exec(first.stderr)?.[1] ?? '';
  const rest = await ask('history', 'list', '--limit', '2', '--older', key, '--format', 'ndjson');
  assert.deepEqual([JSON.parse(rest.stdout).decision, rest.stderr], ['release', '']);
  const none = await ask('history', 'list', '--job', '%');
  assert.deepEqual(none, { status: 0, stdout: '', stderr: 'No verdict matches\n' });
});

test('history show finds a verdict by the first digits of its receipt', async () => {
  const [row] = JSON.parse((await ask('history', 'list', '--decision', 'hold', '--format', 'json')).stdout);
  assert.match(row.receipt, RECEIPT);
  const pretty = await ask('history', 'show', row.receipt.slice(0, 12));
  assert.equal(pretty.status, 0);
  assert.match(pretty.stdout, /^✖ HOLD send[\s\S]*place 2 in the chain/);
  const json = await ask('history', 'show', row.receipt, '--format', 'json');
  fs.writeFileSync(join(folder, 'kept.json'), json.stdout);
  const again = await ask('verify', 'kept.json', '--snapshot', 'held.json', '--rules', 'egress.yaml');
  assert.deepEqual([again.status, again.stdout], [0, `SAME hold ${row.receipt}\n`]);
});

test('history export gives every verdict, oldest first, as lines or as one list', async () => {
  const lines = await ask('history', 'export');
  assert.deepEqual([lines.status, lines.stderr], [0, '3 exported\n']);
  const records = lines.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ seq, verdict }) => [seq, verdict.decision]),
    [
      [1, 'release'],
      [2, 'hold'],
      [3, 'split'],
    ],
  );
  assert.equal(records[1].previous_hash, records[0].hash);
  const list = await ask('history', 'export', '--format', 'json');
  assert.deepEqual(JSON.parse(list.stdout), records);
  const none = await ask('history', 'export', '--format', 'json', '--to', '2001-01-01');
  assert.deepEqual(JSON.parse(none.stdout), []);
});

test('a verdict that is given again is seen once more, not kept twice', async () => {
  const { stderr } = await ask('eval', '--rules', 'egress.yaml', '--snapshot', 'held.json', '--store');
  assert.match(stderr, /^Already in \.holdpoint\/history\.db; seen once more\n$/);
  assert.match((await ask('history', 'verify')).stdout, /^WHOLE 3 verdicts, head [0-9a-f]{64}\n$/);
});

test('history refuses what it does not understand with 64, and what it does not find with 65', async () => {
  const table: [args: string[], status: number, told: RegExp][] = [
    [['list', '--limit', '0'], 64, /Not a limit: "0"\n {2}A number from 1 to 500/],
    [['list', '--limit', '1e1'], 64, /Not a limit/],
    [['list', '--older', 'x'], 64, /Not a key/],
    [['list', '--from', 'yesterday'], 64, /Not a time: "yesterday"/],
    [['list', '--to', '2026-02-30T25:00:00Z'], 64, /Not a time/],
    [['list', '--decision', 'relese'], 64, /Allowed choices are release, split, hold/],
    [['show', 'xyz'], 64, /Not a receipt: "xyz"/],
    [['show', '00000000'], 65, /No single verdict has the receipt 00000000/],
    [['lst'], 64, /Did you mean list/],
    [[], 64, /Usage: holdpoint history/],
  ];
  for (const [args, wanted, told] of table) {
    const { status, stdout, stderr } = await ask('history', ...args);
    assert.deepEqual([status, stdout], [wanted, ''], args.join(' '));
    assert.match(stderr, told);
  }
});

test('history verify finds an edited record, names its place and exits 2', async () => {
  const copy = folderWith({ 'holdpoint.yaml': 'version: 1\nrules: [egress.yaml]\n', 'egress.yaml': RULES });
  await holdpoint(['eval', '--snapshots', '-', '--store'], { cwd: copy, input: `${RELEASED}\n${HELD}\n` });
  const client = createClient({ url: `file:${historyOf(copy)}`, timeout: 5000 });
  await editDecision(client);
  client.close();
  const { status, stdout } = await holdpoint(['history', 'verify'], { cwd: copy });
  assert.equal(status, 2);
  assert.match(stdout, /^BROKEN at place 2: /);
});

async function editDecision(client: ReturnType<typeof createClient>): Promise<void> {
  const triggers = await client.execute(`select name from sqlite_master where type = 'trigger'`);
  for (const { name } of triggers.rows) await client.execute(`drop trigger "${String(name)}"`);
  await client.execute(`update verdicts set decision = 'release' where seq = 2`);
}

test('verify tells a changed verdict, another snapshot and other rules, and exits 2', async () => {
  const judged = await ask('eval', '--rules', 'egress.yaml', '--snapshot', 'held.json', '--format', 'json');
  const files = {
    'verdict.json': judged.stdout,
    'changed.json': judged.stdout.replace('"hold"', '"release"'),
    'other.yaml': RULES.replace('Keep it here', 'Keep it there'),
    'text.json': '{"schema":"holdpoint/verdict@1"}',
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(folder, name), text);
  const table: [args: string[], status: number, stdout: RegExp, stderr: RegExp][] = [
    [['verdict.json', 'held.json', 'egress.yaml'], 0, /^SAME hold [0-9a-f]{64}\n$/, /^$/],
    [['changed.json', 'held.json', 'egress.yaml'], 2, /^DIFFERENT changed\.json: .*was changed\n$/, /^$/],
    [
      ['verdict.json', 'released.json', 'egress.yaml'],
      2,
      /^DIFFERENT .* first at \/decision\n$/,
      /^The snapshot is not the one that was judged[^\n]*\n$/,
    ],
    [['verdict.json', 'held.json', 'other.yaml'], 2, /^DIFFERENT .* first at \/ruleset_digest\n$/, /^$/],
    [['text.json', 'held.json', 'egress.yaml'], 65, /^$/, /^error: text\.json:1:1: This is not a verdict\n/],
    [
      ['no.json', 'held.json', 'egress.yaml'],
      65,
      /^$/,
      /^error: no\.json: There is no such file or folder\n/,
    ],
    [
      ['verdict.json', 'verdict.json', 'egress.yaml'],
      65,
      /^$/,
      /^error: verdict\.json:1:1: Missing field "evidence"\n/,
    ],
  ];
  for (const [[verdict = '', snapshot = '', rules = ''], wanted, out, err] of table) {
    const { status, stdout, stderr } = await ask('verify', verdict, '--snapshot', snapshot, '--rules', rules);
    assert.equal(status, wanted, `${verdict} ${snapshot} ${rules}: ${stderr}`);
    assert.match(stdout, out);
    assert.match(stderr, err);
  }
});
