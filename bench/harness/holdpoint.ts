/** Loads one rule file the way a caller of the library does. */
import { createHash } from 'node:crypto';
import {
  type CompiledRuleset,
  compile,
  type Evidence,
  evaluate,
  formatDiagnostic,
  loadRuleset,
  type Snapshot,
  type Verdict,
} from '../../src/engine/mod.ts';
import type { Contestant } from './measure.ts';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Throws with every complaint when the rules do not load. */
export function compileRules(name: string, text: string): CompiledRuleset {
  const rules = loadRuleset([{ name, text }], { sha256 });
  if (!rules.ok) throw new Error(rules.diagnostics.map(formatDiagnostic).join('\n'));
  return compile(rules.value);
}

/** The two ways to ask the engine: the bare decision, and the whole verdict with its digests and receipt. */
export function holdpoint<Item>(
  rules: CompiledRuleset,
  action: string,
  evidenceOf: (item: Item) => Evidence,
): [Contestant<Item>, Contestant<Item>] {
  const schema = 'holdpoint/snapshot@1';
  return [
    {
      name: 'holdpoint decision',
      prepare: evidenceOf,
      decide: (evidence: Evidence) => rules.decide(action, evidence),
      decision: (answer: string) => answer,
    },
    {
      name: 'holdpoint verdict',
      prepare: (item) =>
        ({ schema, action, subject: { job: 'bench' }, evidence: evidenceOf(item) }) satisfies Snapshot,
      decide: (snapshot: Snapshot) => evaluate(rules, snapshot, { sha256 }),
      decision: (verdict: Verdict) => verdict.decision,
    },
  ];
}
