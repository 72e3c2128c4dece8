/** Every gate kind's examples: they are the reference page, so they must be true; and they must show every code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import {
  type CompiledRuleset,
  compile,
  evaluate,
  GATE_KINDS,
  type GateKind,
  type JsonObject,
  loadRuleset,
  type Snapshot,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

function rulesFor(kind: string, gate: JsonObject): CompiledRuleset {
  const text = stringify({
    version: 1,
    policy: 'example',
    action: 'merge',
    gates: [{ id: 'gate', kind, ...gate }],
  });
  const loaded = loadRuleset([{ name: 'example.yaml', text }], { sha256 });
  assert.ok(loaded.ok, `${text}\n${JSON.stringify(loaded)}`);
  return compile(loaded.value);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

const snapshotOf = (evidence: JsonObject): Snapshot =>
  frozen({ schema: 'holdpoint/snapshot@1', action: 'merge', evidence: structuredClone(evidence) });

for (const kind of GATE_KINDS) {
  for (const { title, gate, evidence, decision, reasons } of kind.examples) {
    test(`${kind.kind} answers its example: ${title}`, () => {
      const rules = rulesFor(kind.kind, gate);
      const verdict = evaluate(rules, snapshotOf(evidence), { sha256 });
      const given = verdict.policies[0]!.gates[0]!;
      const named = given.reasons.map((r) => (r.subject === undefined ? r.code : `${r.code}:${r.subject}`));
      assert.deepEqual({ decision: given.decision, reasons: named }, { decision, reasons });
      assert.deepEqual(evaluate(rules, snapshotOf(evidence), { sha256 }), verdict);
      assert.equal(rules.decide('merge', evidence), decision);
    });
  }

  test(`${kind.kind} shows a release, a hold and each of its codes in its examples`, () => {
    const shown = new Set(
      kind.examples.flatMap((example) => example.reasons.map((reason) => reason.split(':')[0])),
    );
    assert.ok(kind.examples.some((example) => example.decision === 'release'));
    assert.ok(kind.examples.some((example) => example.decision === 'hold'));
    assert.deepEqual(
      Object.keys(kind.codes).filter((code) => !shown.has(code)),
      [],
    );
  });

  test(`${kind.kind} holds when any section that it read to release is taken away`, () => {
    for (const { gate, evidence } of releases(kind)) {
      const rules = rulesFor(kind.kind, gate);
      for (const needed of rules.inForce('merge')[0]!.gates[0]!.needs) {
        const { [needed]: _, ...rest } = evidence;
        const verdict = evaluate(rules, snapshotOf(rest), { sha256 });
        const [reason] = verdict.policies[0]!.gates[0]!.reasons;
        assert.equal(verdict.decision, 'hold');
        assert.deepEqual([reason?.code, reason?.subject], ['missing-evidence', needed]);
      }
    }
  });
}

function releases(kind: GateKind): readonly GateKind['examples'][number][] {
  return kind.examples.filter((example) => example.decision === 'release');
}
