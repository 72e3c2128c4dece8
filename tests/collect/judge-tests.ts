/** What a gate of the kind `tests` says of collected tests. */
import assert from 'node:assert/strict';
import type { Tests } from '../../src/collect/mod.ts';
import { compile, evaluate, type Json, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

/** Its reasons, `code` or `code:subject` each; none for a release. */
export function judgeTests(tests: Tests, gate: Record<string, Json> = {}): readonly string[] {
  const text = JSON.stringify({ version: 1, policy: 'made', gates: [{ id: 'g', kind: 'tests', ...gate }] });
  const loaded = loadRuleset([{ name: 'made.yaml', text }], { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const evidence = { tests: tests as unknown as Json };
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'merge', evidence } as const;
  const verdict = evaluate(compile(loaded.value), snapshot, { sha256 });
  return verdict.policies.flatMap(({ gates }) =>
    gates.flatMap(({ reasons }) =>
      reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
    ),
  );
}
