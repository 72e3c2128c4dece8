/** What the pages count: overview, policies, facets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, entryOf, gate, NOON, policyOf, withHistory } from './sample.ts';

test('overview counts by day and decision, days without a verdict included, from the oldest', () =>
  withHistory(async (history) => {
    const at = [NOON, NOON, NOON - DAY, NOON - 3 * DAY, NOON - 40 * DAY];
    const decisions = ['hold', 'release', 'split', 'hold', 'hold'] as const;
    await history.recordAll(
      at.map((moment, i) => entryOf({ n: i, at: moment, decision: decisions[i] ?? 'hold' })),
    );
    const seen = await history.overview({ days: 4, now: NOON });
    assert.deepEqual(seen.total, { release: 1, split: 1, hold: 3 });
    assert.deepEqual(seen.days, [
      { day: '2026-10-10', release: 0, split: 0, hold: 1 },
      { day: '2026-10-11', release: 0, split: 0, hold: 0 },
      { day: '2026-10-12', release: 0, split: 1, hold: 0 },
      { day: '2026-10-13', release: 1, split: 0, hold: 1 },
    ]);
    assert.deepEqual(seen.top_reasons, [{ policy: 'write-fence', code: 'outside-fence', count: 3 }]);
    assert.deepEqual(
      seen.latest.map((row) => row.seq),
      [5, 4, 3, 2, 1],
    );
  }));

test('policies and policy count by version, and the version used last is the current one', () =>
  withHistory(async (history) => {
    const by = (version: string, decision: 'hold' | 'release') => [
      policyOf('intent', decision, [gate('g', decision)], version),
    ];
    await history.recordAll([
      entryOf({ n: 1, policies: by('1', 'hold'), at: NOON }),
      entryOf({ n: 2, policies: by('2', 'release'), at: NOON - DAY }),
      entryOf({ n: 3, policies: [...by('2', 'hold'), policyOf('alpha', 'hold', [])], at: NOON - DAY + 1 }),
    ]);
    const rows = await history.policies();
    assert.deepEqual(
      rows.map((row) => row.policy),
      ['alpha', 'intent'],
    );
    assert.deepEqual(rows[1]?.counts, { release: 1, split: 0, hold: 2 });
    const detail = await history.policy('intent');
    assert.equal(detail?.text, 'version: 1\npolicy: intent\n# Version 2\n');
    assert.equal(detail?.digest, policyOf('intent', 'hold', [], '2').digest);
    assert.deepEqual(
      detail?.versions.map((version) => version.verdicts),
      [2, 1],
    );
    assert.equal(detail?.versions[0]?.first_seen, new Date(NOON - DAY).toISOString());
    assert.deepEqual(
      detail?.recent.map((row) => row.seq),
      [3, 2, 1],
    );
    assert.equal(await history.policy('none'), undefined);
    assert.deepEqual(await history.facets(), { actions: ['write'], policies: ['alpha', 'intent'] });
  }));

test('an empty history answers every question', () =>
  withHistory(async (history) => {
    assert.equal(await history.head(), 0);
    assert.deepEqual(await history.list({}, {}), { rows: [] });
    assert.deepEqual(await history.policies(), []);
    assert.deepEqual(await history.facets(), { actions: [], policies: [] });
    assert.deepEqual((await history.overview({ days: 2, now: NOON })).days.length, 2);
    assert.deepEqual(await history.verifyChain(), { ok: true, count: 0, head: '0'.repeat(64) });
    for await (const record of history.exportAll()) assert.fail(`exported ${record.seq}`);
  }));
