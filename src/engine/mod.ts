/** The public face of Holdpoint: load rule files, compile them once, evaluate snapshots. Exports only. */
export type { Checked, Diagnostic } from './diagnostic.ts';
export { formatDiagnostic } from './diagnostic.ts';
export type { Json, JsonObject } from './json.ts';
export { isObject } from './json.ts';
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
