/** The kind `integrity`: what its author is told, and what it makes of odd evidence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, type Evidence, evaluate, type Json, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const load = (gate: object) => {
  const text = JSON.stringify({ version: 1, policy: 'p', gates: [{ id: 'g', kind: 'integrity', ...gate }] });
  return loadRuleset([{ name: 'p.yaml', text }], { sha256 });
};
const faults = (gate: object): string[] => {
  const loaded = load(gate);
  return loaded.ok ? [] : loaded.diagnostics.map(({ code }) => code);
};
const reasons = (gate: object, evidence: Evidence): string[] => {
  const loaded = load(gate);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'merge', evidence } as const;
  const verdict = evaluate(compile(loaded.value), snapshot, { sha256 });
  return verdict.policies[0]!.gates[0]!.reasons.map(({ code, subject }) =>
    subject === undefined ? code : `${code}:${subject}`,
  );
};

test('a gate that compares nothing, or whose lists stand without a record, is refused', () => {
  const same = [{ now: { from: 'change.head' }, recorded: { from: 'receipt.head' } }];
  const table: readonly (readonly [gate: object, codes: readonly string[]])[] = [
    [{}, ['nothing-compared']],
    [{ same, require: ['a'] }, ['no-record']],
    [{ same, closed: true, filled: true }, ['no-record', 'no-record']],
    [{ record: { from: 'proof.files' }, closed: true }, ['nothing-named']],
    [{ record: { from: 'proof.computed_sha256' }, require: ['a'] }, ['wrong-type']],
    [{ record: { from: 'proof.flies' }, require: ['a'] }, ['unknown-evidence']],
    [{ record: { from: 'tool_response.body' }, require: ['a'] }, ['sensitive-evidence']],
    [{ record: { from: 'done' }, expect: { from: 'change.files' } }, ['wrong-type']],
    [{ same: [{ now: { from: 'change.head' }, recorded: ' ' }] }, ['blank-text']],
    [{ same: [{ now: { from: 'change.head' }, recorded: { from: 'environment.netrc' } }] }, ['wrong-type']],
  ];
  for (const [gate, codes] of table)
    assert.deepEqual(faults(gate).sort(), [...codes].sort(), JSON.stringify(gate));
});

test('a record that is no record, and a digest of the wrong type, are absent', () => {
  const gate = { record: { from: 'proof.files' }, require: ['a'] };
  for (const files of [null, 7, 'a', ['a'], true] as Json[])
    assert.deepEqual(reasons(gate, { proof: { files } }), ['missing-evidence:proof.files']);
  const same = [{ now: { from: 'proof.computed_sha256' }, recorded: { from: 'proof.recorded_sha256' } }];
  const odd = { proof: { computed_sha256: ['a'], recorded_sha256: ['a'] } };
  assert.deepEqual(reasons({ same }, odd), [
    'missing-evidence:proof.computed_sha256',
    'missing-evidence:proof.recorded_sha256',
  ]);
});

test('names that every object inherits are no entries', () => {
  const gate = { record: { from: 'done' }, require: ['toString', 'constructor'], expect: { valueOf: 1 } };
  assert.deepEqual(reasons(gate, { done: { a: 1 } }), [
    'missing:toString',
    'missing:constructor',
    'missing:valueOf',
  ]);
});

test('an entry is equal by its value, whatever the order of its keys', () => {
  const gate = { record: { from: 'receipt' }, expect: { a: { x: 1, y: [1, 2] } } };
  assert.deepEqual(reasons(gate, { receipt: { a: { y: [1, 2], x: 1 } } }), []);
  for (const a of [
    { x: 1, y: [2, 1] },
    { x: '1', y: [1, 2] },
    { x: 1, y: [1, 2], z: 0 },
  ])
    assert.deepEqual(reasons(gate, { receipt: { a } }), ['differs:a']);
});

test('a list of what was skipped that is no list holds', () => {
  const gate = { record: { from: 'proof.files' }, require: ['a'] };
  const files = { a: { sha256: 'a'.repeat(64) } };
  assert.deepEqual(reasons(gate, { proof: { files, skipped: 'none' } }), ['missing-evidence:proof.skipped']);
  assert.deepEqual(reasons(gate, { proof: { files, skipped: [7] } }), ['unread:entry 0']);
});

test('an approval of one commit does not carry over to the next, even when the patch is the same', () => {
  const gate = {
    same: ['head', 'base', 'patch_sha256'].map((name) => ({
      name,
      now: { from: `change.${name}` },
      recorded: { from: `receipt.${name}` },
    })),
  };
  const patch_sha256 = 'e'.repeat(64);
  const receipt = { head: '1'.repeat(40), base: 'a'.repeat(40), patch_sha256 };
  const change = { head: '2'.repeat(40), base: 'b'.repeat(40), patch_sha256, files: [] };
  assert.deepEqual(reasons(gate, { receipt, change }), ['differs:head', 'differs:base']);
  assert.deepEqual(reasons(gate, { receipt, change: { ...receipt, files: [] } }), []);
});
