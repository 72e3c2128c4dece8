/** The failure-class kind beyond its examples: what its rule may say, and the ways in which two runs fool people. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compile, evaluate, type Json, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const classes = { typo: { then: 'hold' }, runtime: { then: 'release' } };
const vocabularies = { python: { typo: ['NameError'], runtime: ['FileNotFoundError'] } };
const load = (gate: JsonObject) => {
  const text = JSON.stringify({
    version: 1,
    policy: 'example',
    action: 'run',
    gates: [{ id: 'gate', kind: 'failure-class', ...gate }],
  });
  return loadRuleset([{ name: 'example.yaml', text }], { sha256 });
};

const faults: readonly [string, JsonObject, string][] = [
  [
    'a word in two classes',
    { classes, vocabularies: { a: { typo: ['X'] }, b: { runtime: ['X'] } } },
    'two-classes',
  ],
  [
    'a class that nobody declared',
    { classes, vocabularies: { ...vocabularies, b: { typoo: ['X'] } } },
    'unknown-class',
  ],
  [
    'a class without words',
    { classes: { ...classes, other: { then: 'hold' } }, vocabularies },
    'unused-class',
  ],
  [
    'a class called unknown',
    {
      classes: { ...classes, unknown: { then: 'release' } },
      vocabularies: { a: { ...vocabularies.python, unknown: ['X'] } },
    },
    'reserved-word',
  ],
  [
    'a class for what passed',
    {
      classes: { ...classes, 'not-a-failure': { then: 'release' } },
      vocabularies: { a: { ...vocabularies.python, 'not-a-failure': ['X'] } },
    },
    'reserved-word',
  ],
  ['a blank word', { classes, vocabularies: { a: { typo: [' '], runtime: ['X'] } } }, 'blank-text'],
];
for (const [title, gate, code] of faults) {
  test(`failure-class refuses ${title} when the rule is loaded`, () => {
    const loaded = load(gate);
    assert.equal(loaded.ok, false);
    assert.deepEqual([...new Set(loaded.ok ? [] : loaded.diagnostics.map((fault) => fault.code))], [code]);
  });
}

test('failure-class refuses a rule that would be content with one run', () => {
  assert.equal(load({ runs: 1, classes, vocabularies }).ok, false);
  assert.equal(load({ runs: 3, classes, vocabularies }).ok, true);
});

const text = readFileSync(new URL('../../rules/failure-class.yaml', import.meta.url), 'utf8');
const shipped = loadRuleset([{ name: 'rules/failure-class.yaml', text }], { sha256 });
assert.ok(shipped.ok);
const rules = compile(shipped.value);
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const run = (own: JsonObject): JsonObject => ({
  command: ['npm', 'test'],
  exit_code: 1,
  error_type: 'AssertionError',
  stderr_sha256: A,
  timed_out: false,
  ...own,
});
function judge(...runs: readonly JsonObject[]) {
  const evidence = { runs: runs.map(run) as Json };
  const verdict = evaluate(rules, { schema: 'holdpoint/snapshot@1', action: 'run', evidence }, { sha256 });
  const [gate] = verdict.policies[0]!.gates;
  return { ...gate!, notes: gate!.notes.map(({ code }) => code), output: verdict.policies[0]!.output };
}

test('failure-class says the same of two runs in either order', () => {
  const kinds = [{}, { exit_code: 0 }, { error_type: 'ENOENT' }, { timed_out: true }, { error_type: 'Odd' }];
  for (const a of kinds)
    for (const b of kinds) {
      const [one, other] = [judge(a, b), judge(b, a)];
      assert.deepEqual(
        [one.decision, one.reasons.map(({ code }) => code).sort()],
        [other.decision, other.reasons.map(({ code }) => code).sort()],
      );
      if (a !== b) assert.equal(one.decision, 'hold');
    }
});

test('failure-class shows an unknown word with escapes, and neither folds its case nor trims it', () => {
  for (const word of ['asertionError', 'assertionError', ' AssertionError', '', 'AssertionError\u200b']) {
    const { decision, reasons, output } = judge({ error_type: word }, { error_type: word });
    assert.equal(decision, 'hold');
    assert.deepEqual(output, { classes: ['unknown', 'unknown'], stable: false });
    assert.deepEqual(
      reasons.map(({ code, subject }) => [code, subject]),
      [['unknown-class', word.replace('\u200b', '\\u200b')]],
    );
  }
});

test('failure-class notes another text on standard error, unless only what is masked differs', () => {
  const drifted = judge({}, { stderr_sha256: B });
  assert.deepEqual([drifted.label, drifted.notes], ['fix-locally', ['stderr-drift']]);
  assert.deepEqual(judge({ stderr_shape_sha256: A }, { stderr_sha256: B, stderr_shape_sha256: A }).notes, []);
  assert.deepEqual(judge({ stderr_shape_sha256: A }, { stderr_sha256: B }).notes, ['stderr-drift']);
  assert.deepEqual(judge({ stderr_shape_sha256: A }, { stderr_shape_sha256: B }).notes, ['stderr-drift']);
  assert.deepEqual(judge({}, {}).notes, []);
});
