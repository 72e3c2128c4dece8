/** Filters and pages: every row once, both ways, and never by reading a table through. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { seqsOf } from '../../src/store/filter.ts';
import { type History, openHistory } from '../../src/store/mod.ts';
import { facets } from '../../src/store/policies.ts';
import type { Db } from '../../src/store/row.ts';
import type { VerdictFilter, VerdictRow } from '../../src/web/reader.ts';
import { DAY, entryOf, gate, inFolder, NOON, policyOf } from './sample.ts';

const DECISIONS = ['hold', 'release', 'split'] as const;

/** 120 verdicts; the clock goes back a day after every tenth. */
const SAMPLE = Array.from({ length: 120 }, (_, i) => {
  const decision = DECISIONS[i % 3] ?? 'hold';
  const codes =
    decision === 'hold' ? [`outside-fence a${i}`, `outside-fence b${i}`, i % 2 === 0 ? 'even' : 'odd'] : [];
  const fence = policyOf('write-fence', decision, [gate('fence', decision, codes), gate('names', 'release')]);
  const budget = policyOf('patch-budget', 'release', [
    gate('fence', 'release', i % 4 === 0 ? ['large'] : []),
    gate('lines', 'release'),
  ]);
  return entryOf({
    n: i,
    decision,
    action: i % 5 === 0 ? 'merge' : 'write',
    subject: { repo: `acme/${i % 4}`, job: `job-${i % 7}`, ...(i % 2 === 0 ? { actor: 'agent-even' } : {}) },
    policies: i % 3 === 0 ? [fence, budget] : [fence],
    ...(i === 77
      ? { reasons: [{ code: 'no-gate', message: 'No gate', rule: { file: '', line: 1, column: 1 } }] }
      : {}),
    at: NOON - (i % 10) * DAY + i,
  });
});

type Expected = (entry: (typeof SAMPLE)[number], i: number) => boolean;
const reasonsOf = ({ verdict }: (typeof SAMPLE)[number]) => [
  ...verdict.policies.flatMap((p) =>
    p.gates.flatMap((g) => g.reasons.map((r) => `${p.policy}/${g.gate}/${r.code}`)),
  ),
  ...(verdict.reasons ?? []).map((r) => `//${r.code}`),
];

const CASES: readonly (readonly [VerdictFilter, Expected])[] = [
  [{}, () => true],
  [{ decision: 'split' }, (e) => e.verdict.decision === 'split'],
  [{ action: 'merge' }, (e) => e.verdict.action === 'merge'],
  [{ policy: 'patch-budget' }, (e) => e.verdict.policies.length === 2],
  [{ gate: 'lines' }, (e) => e.verdict.policies.length === 2],
  [{ reason: 'outside-fence' }, (e) => e.verdict.decision === 'hold'],
  [{ reason: 'no-gate' }, (_, i) => i === 77],
  [{ repo: 'acme/3' }, (e) => e.verdict.subject.repo === 'acme/3'],
  [{ job: 'job-6' }, (e) => e.verdict.subject.job === 'job-6'],
  [{ actor: 'agent-even' }, (e) => e.verdict.subject.actor !== undefined],
  [{ from: '2026-10-12' }, (e) => e.recordedAt >= NOON - 1.5 * DAY],
  [{ to: '2026-10-06' }, (e) => e.recordedAt < NOON - 7.5 * DAY],
  [
    { from: '2026-10-08', to: '2026-10-09' },
    (e) => e.recordedAt >= NOON - 5.5 * DAY && e.recordedAt < NOON - 4.5 * DAY,
  ],
  [
    { from: new Date(NOON).toISOString(), to: new Date(NOON + 51).toISOString() },
    (e) => e.recordedAt >= NOON && e.recordedAt <= NOON + 50,
  ],
  [{ from: '2027-01-01' }, () => false],
  [{ repo: 'nowhere' }, () => false],
  [
    { policy: 'patch-budget', gate: 'fence', reason: 'large' },
    (e) => reasonsOf(e).includes('patch-budget/fence/large'),
  ],
  [{ policy: 'patch-budget', reason: 'even' }, () => false],
  [{ policy: 'patch-budget', gate: 'names' }, () => false],
  [{ policy: 'write-fence', gate: 'names', decision: 'release' }, (e) => e.verdict.decision === 'release'],
  [
    { gate: 'fence', decision: 'release', actor: 'agent-even' },
    (e, i) => e.verdict.decision === 'release' && i % 2 === 0,
  ],
  [
    { reason: 'even', action: 'merge', repo: 'acme/0', from: '2026-10-01' },
    (e, i) => reasonsOf(e).some((r) => r.endsWith('/even')) && i % 5 === 0 && i % 4 === 0,
  ],
  [
    { decision: 'hold', repo: 'acme/1', job: 'job-2' },
    (e, i) => e.verdict.decision === 'hold' && i % 4 === 1 && i % 7 === 2,
  ],
];

type Opened = { readonly history: History; readonly path: string };

function withSample(work: (given: Opened) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    const history = await openHistory({ url: path });
    try {
      await history.recordAll(SAMPLE);

      await work({ history, path });
    } finally {
      await history.close();
    }
  });
}

/** All pages from the newest on, then back again from the last one. */
async function walk(
  history: History,
  filter: VerdictFilter,
  limit: number,
): Promise<{ down: VerdictRow[]; up: VerdictRow[] }> {
  let page = await history.list(filter, { limit });
  assert.equal(page.newer, undefined);
  const down = [...page.rows];
  while (page.older !== undefined) {
    page = await history.list(filter, { older: page.older, limit });
    assert.ok(page.rows.length > 0, 'a page that was announced holds something');
    down.push(...page.rows);
  }
  const up = [...page.rows];
  while (page.newer !== undefined) {
    page = await history.list(filter, { newer: page.newer, limit });
    assert.ok(page.rows.length > 0, 'a page that was announced holds something');
    up.unshift(...page.rows);
  }
  return { down, up };
}

test('list gives every verdict of a filter once, newest first, on the way down and on the way back', () =>
  withSample(async ({ history }) => {
    for (const [filter, expected] of CASES) {
      const want = SAMPLE.flatMap((entry, i) => (expected(entry, i) ? [i + 1] : [])).toReversed();
      for (const limit of [7, 200]) {
        const { down, up } = await walk(history, filter, limit);
        assert.deepEqual(
          down.map((row) => row.seq),
          want,
          `down ${JSON.stringify(filter)}`,
        );
        assert.deepEqual(
          up.map((row) => row.seq),
          want,
          `up ${JSON.stringify(filter)}`,
        );
      }
    }
  }));

test('exportAll gives every verdict of a filter once, oldest first, each ruleset once', () =>
  withSample(async ({ history }) => {
    for (const [filter, expected] of CASES) {
      const want = SAMPLE.filter(expected);
      const seen = new Set<string>();
      let i = 0;
      for await (const record of history.exportAll(filter)) {
        assert.deepEqual(record.verdict, want[i]?.verdict);
        assert.deepEqual(record.snapshot, want[i]?.snapshot);
        if (record.ruleset !== undefined) assert.deepEqual(record.ruleset, want[i]?.ruleset);
        assert.equal(record.ruleset !== undefined, !seen.has(record.verdict.ruleset_digest));
        seen.add(record.verdict.ruleset_digest);
        i += 1;
      }
      assert.equal(i, want.length, JSON.stringify(filter));
    }
  }));

test('list is not moved by what comes in between two pages', () =>
  withSample(async ({ history }) => {
    const first = await history.list({}, { limit: 10 });
    await history.recordAll([entryOf({ n: 900 }), entryOf({ n: 901 })]);
    const second = await history.list({}, { older: first.older ?? '', limit: 10 });
    assert.deepEqual(
      second.rows.map((row) => row.seq),
      [110, 109, 108, 107, 106, 105, 104, 103, 102, 101],
    );
    const back = await history.list({}, { newer: second.newer ?? '', limit: 10 });
    assert.deepEqual(back.rows, first.rows);
    assert.ok(back.newer !== undefined, 'the two new ones are on a page of their own');
  }));

test('list takes odd keys and limits for none, and leads back from beyond either end', () =>
  withSample(async ({ history }) => {
    for (const page of [{ older: 'x' }, { older: '-1' }, { newer: "1' OR 1" }, { limit: 50 }]) {
      assert.equal((await history.list({}, page)).rows[0]?.seq, 120, JSON.stringify(page));
    }
    assert.equal((await history.list({}, { limit: 0 })).rows.length, 1);
    const below = await history.list({}, { older: '1', limit: 5 });
    assert.deepEqual([below.rows.length, below.older], [0, undefined]);
    assert.equal((await history.list({}, { newer: below.newer ?? '', limit: 1 })).rows[0]?.seq, 1);
    const above = await history.list({}, { newer: '120', limit: 5 });
    assert.deepEqual([above.rows.length, above.newer], [0, undefined]);
    assert.equal((await history.list({}, { older: above.older ?? '', limit: 1 })).rows[0]?.seq, 120);
    await assert.rejects(history.list({ from: 'yesterday' }, {}), RangeError);
  }));

const SERVED_BY: readonly (readonly [VerdictFilter, RegExp])[] = [
  [
    { decision: 'split' },
    /^SEARCH verdicts USING COVERING INDEX verdicts_decision \(decision=\? AND rowid>\? AND rowid<\?\)/,
  ],
  [
    { action: 'merge' },
    /^SEARCH verdicts USING COVERING INDEX verdicts_action \(action=\? AND rowid>\? AND rowid<\?\)/,
  ],
  [
    { repo: 'acme/3' },
    /^SEARCH verdicts USING COVERING INDEX verdicts_repo \(repo=\? AND rowid>\? AND rowid<\?\)/,
  ],
  [
    { job: 'job-6' },
    /^SEARCH verdicts USING COVERING INDEX verdicts_job \(job=\? AND rowid>\? AND rowid<\?\)/,
  ],
  [
    { actor: 'agent-even' },
    /^SEARCH verdicts USING COVERING INDEX verdicts_actor \(actor=\? AND rowid>\? AND rowid<\?\)/,
  ],
  [
    { policy: 'write-fence' },
    /^SEARCH policy_results USING COVERING INDEX policy_results_policy \(policy=\? AND seq>\? AND seq<\?\)/,
  ],
  [
    { gate: 'lines' },
    /^SEARCH gate_results USING COVERING INDEX gate_results_gate \(gate=\? AND seq>\? AND seq<\?\)/,
  ],
  [{ reason: 'even' }, /^SEARCH reasons USING COVERING INDEX reasons_code \(code=\? AND seq>\? AND seq<\?\)/],
  [{ from: '2026-10-12' }, /^SEARCH verdicts USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  [{ to: '2026-10-12' }, /^SEARCH verdicts USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
];

/** The statements of `work`, each with the lines of its query plan. */
async function plansOf(
  path: string,
  work: (db: Db) => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const client = createClient({ url: `file:${path}` });
  const asked: { query: string; params: unknown[] }[] = [];
  await work(drizzle(client, { logger: { logQuery: (query, params) => asked.push({ query, params }) } }));
  const plans: string[][] = [];
  for (const { query, params } of asked) {
    const plan = await client.execute({ sql: `EXPLAIN QUERY PLAN ${query}`, args: params as string[] });
    plans.push(plan.rows.map((row) => String(row['detail'])));
  }
  client.close();
  return plans;
}

test('list of each single filter is a range of its own index in the order of the chain', () =>
  withSample(async ({ path }) => {
    for (const [filter, served] of SERVED_BY) {
      for (const direction of ['newest-first', 'oldest-first'] as const) {
        const plans = await plansOf(path, (db) =>
          seqsOf(db, filter, { direction, limit: 10, below: 100, above: 3 }),
        );
        const last = plans.at(-1) ?? [];
        assert.match(last[0] ?? '', served, JSON.stringify(filter));
        assert.deepEqual(last.slice(1), [], 'no sorting, no second table');
      }
    }
  }));

test('list of any filters reads no growing table through and sorts nothing', () =>
  withSample(async ({ path }) => {
    const plans = await plansOf(path, async (db) => {
      for (const [filter] of CASES) await seqsOf(db, filter, { direction: 'newest-first', limit: 10 });
      await facets(db);
    });
    assert.ok(plans.length > CASES.length);
    for (const lines of plans) {
      // The few rows of a rollup may be read through.
      const slow = lines.filter((line) =>
        /^SCAN (verdicts|reasons|gate_results|policy_results)|USE TEMP B-TREE/.test(line),
      );
      assert.deepEqual(slow, [], lines.join('\n'));
    }
  }));
