/** Recording and reading back. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compile, evaluate, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../../src/store/chain.ts';
import { openHistory } from '../../src/store/mod.ts';
import { entries, entryOf, gate, inFolder, NOON, policyOf, withHistory } from './sample.ts';

test('record keeps a verdict, its snapshot and its rules, and verdict gives all of it back', () =>
  withHistory(async (history) => {
    const entry = {
      ...entryOf({
        n: 1,
        policies: [
          policyOf('write-fence', 'release', [gate('fence', 'release')]),
          policyOf('intent', 'hold', [
            gate('paths', 'hold', ['outside-intent a.ts', 'outside-intent b.ts', 'forbidden c']),
          ]),
        ],
        reasons: [{ code: 'odd', message: 'Odd', rule: { file: 'rules/x.yaml', line: 1, column: 1 } }],
      }),
      withheld: ['/evidence/health/body'],
    };
    const { receipt_sha256: receipt } = entry.verdict;
    assert.deepEqual(await history.record(entry), { seq: 1, receipt, outcome: 'recorded' });
    const stored = await history.verdict(receipt);
    assert.ok(stored);
    assert.deepEqual(stored.verdict, entry.verdict);
    assert.deepEqual(stored.snapshot, entry.snapshot);
    assert.deepEqual(stored.withheld, ['/evidence/health/body']);
    assert.deepEqual(stored.rules, entry.ruleset.files);
    assert.deepEqual(stored.seen_at, [new Date(entry.recordedAt).toISOString()]);
    assert.equal(stored.chain.previous, '0'.repeat(64));
    assert.deepEqual(stored.row, {
      seq: 1,
      receipt,
      decision: 'hold',
      action: 'write',
      subject: entry.verdict.subject,
      recorded_at: new Date(entry.recordedAt).toISOString(),
      policies: [
        { policy: 'write-fence', decision: 'release', label: 'release' },
        { policy: 'intent', decision: 'hold', label: 'hold' },
      ],
      top_reasons: [
        { policy: 'intent', gate: 'paths', code: 'outside-intent', subject: 'a.ts' },
        { policy: 'intent', gate: 'paths', code: 'outside-intent', subject: 'b.ts' },
        { policy: 'intent', gate: 'paths', code: 'forbidden', subject: 'c' },
      ],
      reason_count: 4,
      sightings: 1,
    });
    assert.deepEqual(await history.verifyChain(), { ok: true, count: 1, head: stored.chain.hash });
  }));

test('record of the same verdict is one row and one more sighting, also when handed in at once', () =>
  withHistory(async (history) => {
    const entry = entryOf({ n: 1 });
    const outcomes = await Promise.all(
      [1, 2, 3].map((i) => history.record({ ...entry, recordedAt: NOON + i })),
    );
    assert.deepEqual(
      outcomes.map(({ seq, outcome }) => `${seq} ${outcome}`),
      ['1 recorded', '1 seen-again', '1 seen-again'],
    );
    assert.equal((await history.record({ ...entry, recordedAt: NOON + 4 })).outcome, 'seen-again');
    const stored = await history.verdict(entry.verdict.receipt_sha256);
    assert.equal(stored?.row.sightings, 4);
    assert.deepEqual(
      stored?.seen_at,
      [1, 2, 3, 4].map((i) => new Date(NOON + i).toISOString()),
    );
    assert.equal(await history.head(), 1);
    assert.deepEqual((await history.overview({ days: 1, now: NOON })).total, {
      release: 0,
      split: 0,
      hold: 1,
    });
  }));

test('record keeps a verdict without a snapshot, and a fuller snapshot takes the place of a barer one', () =>
  withHistory(async (history) => {
    const { snapshot, ...bare } = entryOf({ n: 1 });
    const receipt = bare.verdict.receipt_sha256;
    await history.record(bare);
    const without = await history.verdict(receipt);
    assert.ok(without !== undefined && !('snapshot' in without));
    const cut = { ...snapshot, evidence: { fence: { root: '/r' } } };
    await history.record({ ...bare, snapshot: cut, withheld: ['/evidence/fence/n'] });
    assert.deepEqual((await history.verdict(receipt))?.snapshot, cut);
    await history.record({ ...bare, snapshot, withheld: [] });
    await history.record({ ...bare, snapshot: cut, withheld: ['/evidence/fence/n'] });
    const full = await history.verdict(receipt);
    assert.deepEqual([full?.snapshot, full?.withheld], [snapshot, []]);
  }));

test('record keeps a verdict without its rules, and a later one of the same ruleset brings them', () =>
  withHistory(async (history) => {
    const [first, second] = entries(2) as [ReturnType<typeof entryOf>, ReturnType<typeof entryOf>];
    const bare = { ...first, ruleset: { ...first.ruleset, files: [] } };
    await history.record(bare);
    assert.deepEqual((await history.verdict(first.verdict.receipt_sha256))?.rules, []);
    assert.equal((await history.verifyChain()).ok, true);
    await history.record(second);
    assert.deepEqual((await history.verdict(first.verdict.receipt_sha256))?.rules, first.ruleset.files);
    assert.equal((await history.verifyChain()).ok, true);
  }));

test('record refuses an entry that contradicts itself, and keeps the others of its group', () =>
  withHistory(async (history) => {
    const [good, other] = entries(2) as [ReturnType<typeof entryOf>, ReturnType<typeof entryOf>];
    const bad = [
      { ...good, verdict: { ...good.verdict, decision: 'release' as const } },
      { ...good, ruleset: { ...good.ruleset, digest: 'sha256:0' } },
      {
        ...good,
        ruleset: { ...good.ruleset, files: good.ruleset.files.map((file) => ({ ...file, text: 'else' })) },
      },
      { ...good, recordedAt: -1 },
      { ...good, recordedAt: Number.NaN },
      { ...good, recordedAt: 8.64e15 },
    ];
    for (const entry of bad)
      await assert.rejects(history.recordAll([entry, other]), /receipt|ruleset|text of policy|1970/);
    assert.equal(await history.head(), 1);
    assert.deepEqual(
      (await history.list({}, {})).rows.map((row) => row.receipt),
      [other.verdict.receipt_sha256],
    );
  }));

test('recordAll answers in order, and the chain is in that order too', () =>
  withHistory(async (history) => {
    const many = entries(350);
    const mixed = [...many.slice(0, 340), ...many.slice(10, 20), ...many.slice(340)];
    const answers = await history.recordAll(mixed);
    assert.deepEqual(
      answers.map((answer) => answer.receipt),
      mixed.map((entry) => entry.verdict.receipt_sha256),
    );
    assert.equal(answers.filter((answer) => answer.outcome === 'seen-again').length, 10);
    assert.deepEqual(
      answers.slice(-1).map((answer) => answer.seq),
      [350],
    );
    const report = await history.verifyChain();
    assert.ok(report.ok);
    assert.equal(report.count, 350);
  }));

test('verdict finds an unambiguous beginning of a receipt, and nothing for one that is short, odd or unknown', () =>
  withHistory(async (history) => {
    const entry = entryOf({ n: 1 });
    const receipt = entry.verdict.receipt_sha256;
    await history.record(entry);
    for (const given of [receipt, receipt.slice(0, 8), receipt.slice(0, 40).toUpperCase()]) {
      assert.equal((await history.verdict(given))?.row.receipt, receipt, given);
    }
    for (const given of [
      receipt.slice(0, 7),
      `${receipt}0`,
      `${receipt.slice(0, 8)}%`,
      'f'.repeat(64),
      '',
      "'; --",
    ]) {
      assert.equal(await history.verdict(given), undefined, given);
    }
  }));

test('record keeps text with NUL, quotes, emoji and newlines, and the chain still verifies', () =>
  withHistory(async (history) => {
    const odd = 'a\0b "c" \'d\' 🚧\n%_\\';
    const entry = entryOf({
      n: 1,
      action: odd,
      subject: { repo: odd },
      policies: [
        policyOf('p', 'hold', [gate('g', 'hold', [`${odd.replaceAll(' ', '-')} ${'x'.repeat(9)}`])]),
      ],
    });
    await history.record(entry);
    assert.deepEqual((await history.verdict(entry.verdict.receipt_sha256))?.verdict, entry.verdict);
    assert.equal((await history.list({ repo: odd }, {})).rows.length, 1);
    assert.equal((await history.verifyChain()).ok, true);
  }));

test('a history closed and opened again goes on where it was, also for reading only', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'deep', 'er', 'a b%20#?.db');
    for (const n of [1, 2]) {
      const history = await openHistory({ url: path });
      assert.equal((await history.record(entryOf({ n }))).seq, n);
      await history.close();
      await assert.rejects(history.record(entryOf({ n: 9 })), /closed/);
    }
    assert.ok(existsSync(path));
    const reader = await openHistory({ url: path }, { readOnly: true });
    assert.equal(await reader.head(), 2);
    await assert.rejects(reader.record(entryOf({ n: 3 })), /reading only/);
    assert.equal(await reader.head(), 2);
    await reader.close();
  }));

test('close waits for what was handed in', () =>
  inFolder(async (folder) => {
    const url = join(folder, 'history.db');
    const history = await openHistory({ url });
    const all = history.recordAll(entries(250));
    const one = history.record(entryOf({ n: 1000 }));
    await Promise.all([one, all]);
    const last = history.record(entryOf({ n: 2000 }));
    await history.close();
    assert.equal((await last).seq, 252);
    const again = await openHistory({ url }, { readOnly: true });
    assert.equal(await again.head(), 252);
    await again.close();
  }));

test('what the engine decides is kept, found and verified', () =>
  withHistory(async (history) => {
    const text = [
      'version: 1',
      'policy: egress-leaf',
      'action: send',
      'gates:',
      '  - id: leaf',
      '    kind: decision',
      '    evidence: card',
      '    branches:',
      '      - { when: { egress_class: machine-local }, then: hold, reason: machine-local }',
      '      - { when: { egress_class: public-fixture }, then: release }',
      '    otherwise: { then: hold, reason: unknown-class }',
      '',
    ].join('\n');
    const loaded = loadRuleset([{ name: 'egress-leaf.yaml', text }], { sha256 });
    assert.ok(loaded.ok);
    const { digest, policies } = loaded.value;
    for (const egress_class of ['machine-local', 'public-fixture', 'else']) {
      const snapshot = {
        schema: 'holdpoint/snapshot@1',
        action: 'send',
        evidence: { card: { egress_class } },
      } as const;
      const verdict = evaluate(compile(loaded.value), snapshot, { sha256 });
      await history.record({ verdict, snapshot, ruleset: { digest, files: policies }, recordedAt: NOON });
    }
    const { rows } = await history.list({ policy: 'egress-leaf' }, {});
    assert.deepEqual(
      rows.map((row) => row.top_reasons[0]?.code),
      ['unknown-class', undefined, 'machine-local'],
    );
    assert.equal((await history.policy('egress-leaf'))?.text, text);
    const report = await history.verifyChain();
    assert.deepEqual([report.ok, report.ok && report.count], [true, 3]);
  }));
