/** The agreed decision vectors: decision, label, reasons and output of every line whose policy is shipped. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CompiledRuleset, compile, evaluate, loadRuleset, readSnapshot } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';
import { readVectors, type Vector } from '../vectors/vectors.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const vectors = await readVectors();
const SHIPPED = [
  'residency',
  'egress',
  'fence-plan',
  'fence-verify',
  'intent',
  'patch-budget',
  'failure-class',
  'health',
  'tool-response',
  'prompt-ledger',
  'tool-call',
];
const compiled = new Map<string, CompiledRuleset>();

function rulesetOf(names: readonly string[]): CompiledRuleset {
  const key = names.join();
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const loaded = loadRuleset(
    names.map((name) => ({ name, text: readFileSync(at(name), 'utf8') })),
    { sha256 },
  );
  assert.ok(loaded.ok, JSON.stringify(loaded));
  compiled.set(key, compile(loaded.value));
  return compiled.get(key)!;
}

function check(vector: Vector): void {
  const snapshot = readSnapshot(JSON.stringify(vector.snapshot), 'vector.json');
  assert.ok(snapshot.ok, JSON.stringify(snapshot));
  const verdict = evaluate(rulesetOf(vector.rules), snapshot.value, { sha256 });
  const policy = verdict.policies[0]!;
  assert.equal(verdict.decision, vector.expect.decision);
  assert.equal(policy.label, vector.expect.label);
  const reasons = policy.gates.flatMap((gate) =>
    gate.reasons.map((r) => (r.subject === undefined ? r.code : `${r.code}:${r.subject}`)),
  );
  if (vector.expect.reasons.includes('*')) assert.ok(reasons.length > 0);
  else assert.deepEqual([...reasons].sort(), [...vector.expect.reasons].sort());
  for (const [name, value] of Object.entries(vector.expect.output ?? {}))
    assert.deepEqual(policy.output?.[name], value, name);
}

for (const system of SHIPPED) {
  const lines = vectors.filter((vector) => vector.system === system);
  test(`the ${lines.length} vectors of ${system} get the expected answers`, () => {
    assert.equal(lines.length, 25);
    for (const vector of lines) check(vector);
  });
}

test('every vector whose policy is shipped is run', () => {
  const shipped = vectors
    .filter((vector) => vector.rules.every((rule) => existsSync(at(rule))))
    .map((vector) => vector.system);
  assert.deepEqual([...new Set(shipped)].sort(), [...SHIPPED].sort());
});
