/** The chain finds what was done to the file behind its back. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { GENESIS, linkHash, sha256 } from '../../src/store/chain.ts';
import { openHistory } from '../../src/store/mod.ts';
import { entries, entryOf, inFolder, NOON } from './sample.ts';

const COUNT = 230;

/** A history of 230, changed by `statements`, then checked. */
function tampered(statements: readonly string[]) {
  return inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    const history = await openHistory({ url: path });
    await history.recordAll(entries(COUNT));
    const client = createClient({ url: `file:${path}`, timeout: 1000 });
    if (statements.length > 0) await client.batch([...statements], 'write');
    client.close();
    const report = await history.verifyChain();
    await history.close();
    return report;
  });
}

const COPIED = [
  'receipt',
  'verdict',
  'hash',
  'previous_hash',
  'recorded_at',
  'evidence_digest',
  'job',
  'top_reasons',
];

const CASES: readonly (readonly [what: string, statements: readonly string[], seq: number, says: RegExp])[] =
  [
    [
      'an edited decision in a verdict',
      [`UPDATE verdicts SET verdict = replace(verdict, '"hold"', '"release"') WHERE seq = 7`],
      7,
      /^edited: its verdict does not fit its receipt/,
    ],
    [
      'a verdict that is no JSON',
      [`UPDATE verdicts SET verdict = 'x' WHERE seq = 150`],
      150,
      /^edited: its verdict cannot be read/,
    ],
    [
      'an edited column',
      [`UPDATE verdicts SET decision = 'release' WHERE seq = 8`],
      8,
      /^edited: its column "decision"/,
    ],
    [
      'an edited subject column',
      [`UPDATE verdicts SET "commit" = NULL WHERE seq = 8`],
      8,
      /^edited: its column "commit"/,
    ],
    [
      'edited top reasons',
      [`UPDATE verdicts SET top_reasons = '[]' WHERE seq = 8`],
      8,
      /^edited: its column "top_reasons"/,
    ],
    [
      'a later time',
      [`UPDATE verdicts SET recorded_at = recorded_at + 1 WHERE seq = 9`],
      9,
      /^edited or moved/,
    ],
    [
      'a time that is none',
      [`UPDATE verdicts SET recorded_at = 'soon' WHERE seq = 9`],
      9,
      /^edited or moved/,
    ],
    [
      'another receipt',
      [`UPDATE verdicts SET receipt = '${'0'.repeat(64)}' WHERE seq = 9`],
      9,
      /^edited or moved/,
    ],
    ['a removed record', ['DELETE FROM verdicts WHERE seq = 101'], 101, /^removed/],
    ['the first record removed', ['DELETE FROM verdicts WHERE seq = 1'], 1, /^removed/],
    [
      'the newest records removed',
      [`DELETE FROM verdicts WHERE seq > 227`],
      228,
      /^removed: 230 records were counted, 227/,
    ],
    ['all records removed', ['DELETE FROM verdicts'], 1, /^removed: 230 records were counted, 0/],
    [
      'a removed record with the later ones moved up',
      [
        'DELETE FROM verdicts WHERE seq = 230',
        'UPDATE verdicts SET seq = -seq WHERE seq > 50',
        'DELETE FROM verdicts WHERE seq = -60',
        'UPDATE verdicts SET seq = -seq WHERE seq < 0 AND seq > -60',
        'UPDATE verdicts SET seq = -seq - 1 WHERE seq < 0',
      ],
      60,
      /^edited or moved/,
    ],
    [
      'two records swapped',
      [
        'UPDATE verdicts SET seq = -1 WHERE seq = 20',
        'UPDATE verdicts SET seq = 20 WHERE seq = 21',
        'UPDATE verdicts SET seq = 21 WHERE seq = -1',
      ],
      20,
      /^edited or moved/,
    ],
    [
      'a record replaced by a copy of the next',
      [
        `UPDATE verdicts SET receipt = 'x' || receipt WHERE seq = 31`,
        ...COPIED.map(
          (c) =>
            `UPDATE verdicts SET ${c} = (SELECT ${c === 'receipt' ? "ltrim(receipt, 'x')" : c} FROM verdicts v WHERE v.seq = 31) WHERE seq = 30`,
        ),
      ],
      30,
      /^edited or moved/,
    ],
    [
      'a record with a hash of its own making',
      [
        `UPDATE verdicts SET recorded_at = ${NOON}, previous_hash = '${GENESIS}', hash = 'HASH' WHERE seq = 40`,
      ],
      40,
      /^replaced or reordered/,
    ],
    [
      'an edited policy row',
      [`UPDATE policy_results SET decision = 'release' WHERE seq = 11`],
      11,
      /^edited: its rows of policies/,
    ],
    [
      'an edited gate row',
      [`UPDATE gate_results SET enforce = 'warn' WHERE seq = 12`],
      12,
      /^edited: its rows of gates/,
    ],
    ['a removed gate row', ['DELETE FROM gate_results WHERE seq = 12'], 12, /^edited: its rows of gates/],
    [
      'an edited reason row',
      [`UPDATE reasons SET subject = 'else' WHERE seq = 200`],
      200,
      /^edited: its rows of reasons/,
    ],
    [
      'an added reason row',
      [`INSERT INTO reasons VALUES (200, 1, 'p', 'g', 'c', NULL)`],
      200,
      /^edited: its rows of reasons/,
    ],
    [
      'an edited snapshot',
      [
        `UPDATE snapshots SET json = replace(json, '"n":13', '"n":14') WHERE json LIKE '%"n":13,%' OR json LIKE '%"n":13}%'`,
      ],
      13,
      /^edited: its snapshot/,
    ],
    [
      'an edited rule',
      [`UPDATE ruleset_files SET text = text || ' '`],
      1,
      /^edited: the text of its policy "write-fence"/,
    ],
    ['a removed rule', ['DELETE FROM ruleset_files'], 1, /^edited: the text of its policy "write-fence"/],
    [
      'a record more than was counted',
      [`UPDATE days SET count = count - 1`],
      230,
      /^the daily counts were changed/,
    ],
    ['a verdict before the chain', [copyOf('verdicts', 7, 0)], 0, /^added: a row of "verdicts"/],
    ['a verdict with a negative place', [copyOf('verdicts', 7, -3)], -3, /^added: a row of "verdicts"/],
    ...['policy_results', 'gate_results', 'reasons'].flatMap((table) =>
      [0, -3, 231].map(
        (seq) =>
          [
            `a row of ${table} at ${seq}`,
            [copyOf(table, 7, seq)],
            seq,
            new RegExp(`^added: a row of "${table}"`),
          ] as const,
      ),
    ),
    ['a gate row between two records', [copyOf('gate_results', 7, 7.5)], 7, /^edited: its rows of gates/],
    [
      'an edited rule of a ruleset that is no longer listed',
      ['DELETE FROM rulesets', `UPDATE ruleset_files SET text = 'x'`],
      1,
      /^edited: the text of its policy "write-fence"/,
    ],
    ['a ruleset that is no longer listed', ['DELETE FROM rulesets'], 1, /^edited: its rules are there/],
    [
      'a rule file under another name',
      [`UPDATE ruleset_files SET source = 'rules/else.yaml'`],
      1,
      /^edited: the files of its ruleset/,
    ],
    [
      'an added rule file',
      [
        `INSERT INTO ruleset_files SELECT ruleset_digest, 9, 'more', 'rules/more.yaml', digest, text FROM ruleset_files`,
      ],
      1,
      /^edited: the files of its ruleset/,
    ],
    [
      'an added rule file with another text',
      [
        `INSERT INTO ruleset_files SELECT ruleset_digest, 9, 'more', 'rules/more.yaml', digest, 'x' FROM ruleset_files`,
      ],
      1,
      /^edited: the text of policy "more"/,
    ],
    [
      'a ruleset that decided nothing',
      [
        `INSERT INTO ruleset_files SELECT 'sha256:0', 0, policy, source, digest, 'x' FROM ruleset_files`,
        `INSERT INTO rulesets VALUES ('sha256:0')`,
      ],
      1,
      /^added: rules are kept/,
    ],
    ['a receipt of bytes', [`UPDATE verdicts SET receipt = x'00ff' WHERE seq = 5`], 5, /^edited or moved/],
    [
      'a sighting at a time that is none',
      ['UPDATE sightings SET at = 1e17 WHERE seq = 5'],
      5,
      /^edited: its sightings/,
    ],
    ['a sighting moved in time', ['UPDATE sightings SET at = at - 1 WHERE seq = 5'], 5, /^edited: its first/],
    ['a removed sighting', ['DELETE FROM sightings WHERE seq = 5'], 5, /^edited: its first/],
    ['a sighting of no record', ['INSERT INTO sightings VALUES (999, 1, 1)'], 999, /^edited: its sightings/],
    [
      'a time of recording too large to be read',
      ['UPDATE verdicts SET recorded_at = 100000000000000000 WHERE seq = 105'],
      105,
      /^edited or moved: it holds a number that is none/,
    ],
    ['a place too large to be read', [copyOf('verdicts', 7, 2 ** 60)], 231, /^removed/],
    ...['{', 'null', '[]'].map(
      (json) =>
        [
          `the snapshot ${json}`,
          [
            `UPDATE snapshots SET json = '${json}' WHERE evidence_digest = (SELECT evidence_digest FROM verdicts WHERE seq = 6)`,
          ],
          6,
          /^edited: its snapshot/,
        ] as const,
    ),
    [
      'a list of the withheld that cannot be read',
      [
        `UPDATE snapshots SET withheld = '{' WHERE evidence_digest = (SELECT evidence_digest FROM verdicts WHERE seq = 6)`,
      ],
      6,
      /^edited: its snapshot cannot be read/,
    ],
    ['a day that ends early', ['UPDATE days SET last_seq = 3'], 1, /^the daily counts .* 2026-10-13/],
    ['a day that begins late', ['UPDATE days SET first_seq = 3'], 1, /^the daily counts .* 2026-10-13/],
    [
      'a day counted under another decision',
      [`UPDATE days SET decision = 'release'`],
      1,
      /^the daily counts .* 2026-10-13/,
    ],
    [
      'an added day of no verdicts',
      [`INSERT INTO days VALUES ('2020-01-01', 'hold', 0, 1, 1)`],
      1,
      /^the daily counts .* 2020-01-01/,
    ],
    ['a count that is none', [`UPDATE days SET count = 'x'`], 1, /^the daily counts/],
  ];

/** Copies the rows of one place to another, under a receipt of its own. */
function copyOf(table: string, from: number, to: number): string {
  const columns: Readonly<Record<string, string>> = {
    verdicts:
      'decision, action, repo, "commit", ref, job, actor, ruleset_digest, evidence_digest, recorded_at, reason_count, top_reasons, policies, previous_hash, hash, verdict',
    policy_results: 'ordinal, policy, decision, label, digest',
    gate_results: 'ordinal, policy, gate, kind, enforce, decision',
    reasons: 'ordinal, policy, gate, code, subject',
  };
  const own = table === 'verdicts' ? `'deadbeef' || substr(receipt, 9),` : '';
  const named = table === 'verdicts' ? 'receipt,' : '';
  return `INSERT INTO ${table} (seq, ${named} ${columns[table]}) SELECT ${to}, ${own} ${columns[table]} FROM ${table} WHERE seq = ${from}`;
}

for (const place of [0, -3]) {
  test(`no question is answered from a verdict at place ${place}`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'history.db');
      const history = await openHistory({ url: path });
      await history.recordAll(entries(9));
      const forged = async (sql: string) => {
        const client = createClient({ url: `file:${path}`, timeout: 1000 });
        await client.execute(sql);
        client.close();
      };
      await forged(copyOf('verdicts', 7, place));
      for (const table of ['policy_results', 'gate_results', 'reasons'])
        await forged(copyOf(table, 7, place));
      await forged(`UPDATE verdicts SET action = 'aaa' WHERE seq = ${place}`);
      assert.equal(await history.verdict('deadbeef'), undefined);
      for (const filter of [{}, { policy: 'write-fence' }, { job: 'job-7' }, { action: 'aaa' }]) {
        const { rows } = await history.list(filter, {});
        assert.ok(
          rows.every((row) => row.seq >= 1),
          JSON.stringify(filter),
        );
      }
      assert.deepEqual((await history.facets()).actions, ['write']);
      assert.equal(await history.head(), 9);
      await forged(
        `UPDATE verdicts SET receipt = '${entryOf({ n: 10 }).verdict.receipt_sha256}' WHERE seq = ${place}`,
      );
      await assert.rejects(history.record(entryOf({ n: 10 })), {
        kind: 'corrupt',
        message: /outside its chain/,
      });
      await forged('DELETE FROM verdicts WHERE seq >= 1');
      assert.equal(await history.head(), 0);
      await history.close();
    }));
}

test('a time that is none is told as a record that cannot be read', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    const history = await openHistory({ url: path });
    const [entry] = entries(1);
    await history.recordAll(entries(1));
    const client = createClient({ url: `file:${path}`, timeout: 1000 });
    for (const at of ['1e17', '9000000000000000', `'soon'`]) {
      await client.execute(`UPDATE sightings SET at = ${at}`);
      await assert.rejects(history.verdict(entry?.verdict.receipt_sha256 ?? ''), {
        name: 'StoreError',
        kind: 'corrupt',
        message: /holds a record that cannot be read/,
      });
    }
    client.close();
    await history.close();
  }));

test('verifyChain accepts what nobody touched', async () => {
  const report = await tampered([]);
  assert.ok(report.ok);
  assert.equal(report.count, COUNT);
});

for (const [what, statements, seq, says] of CASES) {
  test(`verifyChain finds ${what}`, async () => {
    const report = await tampered(statements.map((statement) => statement.replace('HASH', forgedHash())));
    assert.ok(!report.ok);
    assert.equal(report.seq, seq);
    assert.match(report.what, says);
  });
}

/** The hash that record 40 would have if it were the first of a chain. */
function forgedHash(): string {
  const { verdict } = entryOf({ n: 40 });
  const { receipt_sha256: receipt, ruleset_digest, evidence_digest } = verdict;
  const recorded_at = new Date(NOON).toISOString();
  return linkHash({ seq: 40, previous: GENESIS, receipt, recorded_at, ruleset_digest, evidence_digest });
}

test('the chain links each record to the one before, from zeros on, in a form that anyone can compute', () =>
  inFolder(async (folder) => {
    const history = await openHistory({ url: join(folder, 'history.db') });
    const three = entries(3);
    await history.recordAll(three);
    let previous = '0'.repeat(64);
    let i = 0;
    for await (const record of history.exportAll()) {
      const { verdict } = record;
      const text =
        `{"evidence_digest":"${verdict.evidence_digest}","previous":"${previous}","receipt":"${verdict.receipt_sha256}",` +
        `"recorded_at":"${record.recorded_at}","ruleset_digest":"${verdict.ruleset_digest}","seq":${i + 1}}`;
      assert.equal(record.previous_hash, previous);
      assert.equal(record.hash, sha256(text));
      previous = record.hash;
      i += 1;
    }
    assert.equal(i, 3);
    const report = await history.verifyChain();
    assert.ok(report.ok);
    assert.equal(report.head, previous);
    await history.close();
  }));

test('the order of the chain is that of recording, whatever the clock does', () =>
  inFolder(async (folder) => {
    const history = await openHistory({ url: join(folder, 'history.db') });
    const times = [NOON, NOON - 5 * 86_400_000, NOON + 86_400_000, 0, NOON, NOON - 1];
    for (const [n, at] of times.entries()) await history.record(entryOf({ n, at }));
    const { rows } = await history.list({}, {});
    assert.deepEqual(
      rows.map((row) => row.recorded_at),
      times.map((at) => new Date(at).toISOString()).toReversed(),
    );
    const early = await history.list({ to: '2026-10-13' }, {});
    assert.deepEqual(
      early.rows.map((row) => row.seq),
      [4, 2],
    );
    assert.equal((await history.verifyChain()).ok, true);
    await history.close();
  }));
