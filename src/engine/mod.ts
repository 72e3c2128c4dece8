/**
 * The public face of Holdpoint: load rule files, compile them once, evaluate snapshots. Exports only.
 *
 * @example
 * ```ts
 * import { createHash } from 'node:crypto';
 * import { compile, evaluate, loadRuleset, readSnapshot } from 'holdpoint';
 *
 * const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
 * const rules = loadRuleset([{ name: 'rules/egress-leaf.yaml', text: '...' }], { sha256 });
 * const snapshot = readSnapshot('{"schema":"holdpoint/snapshot@1","action":"send","evidence":{}}', 'snapshot.json');
 * if (rules.ok && snapshot.ok) console.log(evaluate(compile(rules.value), snapshot.value, { sha256 }).decision);
 * ```
 */
export type { Checked, Diagnostic } from './diagnostic.ts';
export { formatDiagnostic } from './diagnostic.ts';
export { type CompiledRuleset, compile, evaluate, evidenceDigest, receiptOf } from './evaluate.ts';
export { canonicalJson } from './evidence/canonical.ts';
export { parseJson } from './evidence/parse-json.ts';
export { checkSection, MAX_SNAPSHOT, readSnapshot, withholdBodies } from './evidence/read-snapshot.ts';
export type { Section } from './evidence/section.ts';
export { SECTIONS, sectionNamed } from './evidence/sections.ts';
export { drawFence, type Fence } from './gates/fence.ts';
export type { GateKind } from './gates/gate.ts';
export { GATE_KINDS } from './gates/kinds.gen.ts';
export { isShell } from './gates/tool-call/programs.ts';
export type { Json, JsonObject } from './json.ts';
export { isObject } from './json.ts';
export { type JsonMeasure, measureJson } from './json-measure.ts';
export { nearest } from './near.ts';
export { foldPath } from './paths/alias.ts';
export { checkPath, printPath } from './paths/path.ts';
export { compilePatterns } from './paths/patterns.ts';
export { checkYaml } from './ruleset/check-yaml.ts';
export type { Gate } from './ruleset/gate.ts';
export type { Policy, RuleFile, Ruleset } from './ruleset/load.ts';
export { loadRuleset } from './ruleset/load.ts';
export type {
  Action,
  Decision,
  Enforcement,
  Evidence,
  GateVerdict,
  Note,
  PolicyVerdict,
  Reason,
  RulePlace,
  Sha256,
  Snapshot,
  Subject,
  Verdict,
} from './verdict.ts';
export { ACTIONS, DECISIONS, ENFORCEMENTS, isStricter, stricter } from './verdict.ts';
export { ENGINE } from './version.ts';
