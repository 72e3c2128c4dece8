/** The shapes that leave the engine: decision, reason, gate result, policy result, verdict. See docs/formats.md. */
import type { Json, JsonObject } from './json.ts';

/** From the least to the most restrictive. */
export const DECISIONS = ['release', 'split', 'hold'] as const;
export type Decision = (typeof DECISIONS)[number];

export const ACTIONS = ['send', 'write', 'run', 'return', 'merge', 'publish'] as const;
export type Action = (typeof ACTIONS)[number];

export const ENFORCEMENTS = ['block', 'warn', 'observe'] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** The more restrictive of two decisions (release < split < hold). */
export function stricter(a: Decision, b: Decision): Decision {
  return a === 'hold' || b === 'release' || (a === 'split' && b === 'split') ? a : b;
}

/** True when `a` is strictly more restrictive than `b`. */
export function isStricter(a: Decision, b: Decision): boolean {
  return a !== b && stricter(a, b) === a;
}

export type Subject = {
  readonly repo?: string;
  readonly commit?: string;
  readonly ref?: string;
  readonly job?: string;
  readonly actor?: string;
};

/** Where a gate stands in its rule file; `file` is relative to the ruleset root, line and column count from 1. */
export type RulePlace = { readonly file: string; readonly line: number; readonly column: number };

export type Reason = {
  /** Stable kebab-case code, in the policy's own words. */
  readonly code: string;
  /** The one thing that caused it (a path, a field, a host), when there is one. */
  readonly subject?: string;
  readonly message: string;
  /** What the reader should do. */
  readonly fix?: string;
  /** JSON pointer (RFC 6901) into the snapshot, such as `/evidence/card/residue/0`. */
  readonly evidence?: string;
  readonly rule: RulePlace;
  readonly waived?: boolean;
};

/** Worth saying, does not change the decision. */
export type Note = { readonly code: string; readonly subject?: string; readonly message: string };

export type GateVerdict = {
  readonly gate: string;
  readonly kind: string;
  readonly enforce: Enforcement;
  readonly decision: Decision;
  readonly label?: string;
  readonly reasons: readonly Reason[];
  readonly notes: readonly Note[];
};

export type PolicyVerdict = {
  readonly policy: string;
  readonly digest: string;
  readonly source: string;
  readonly decision: Decision;
  readonly label: string;
  readonly output?: JsonObject;
  readonly gates: readonly GateVerdict[];
};

/** One answer. `receipt_sha256` (64 hex digits) is SHA-256 over the RFC 8785 form of all the other fields. */
export type Verdict = {
  readonly schema: 'holdpoint/verdict@1';
  readonly decision: Decision;
  readonly action: string;
  readonly subject: Subject;
  readonly ruleset_digest: string;
  readonly evidence_digest: string;
  readonly engine: string;
  readonly policies: readonly PolicyVerdict[];
  /** Reasons that belong to no gate, such as `no-gate`. */
  readonly reasons?: readonly Reason[];
  readonly as_of?: string;
  readonly receipt_sha256: string;
};

export type Evidence = { readonly [section: string]: Json };

/** What the engine decides over. `evidence` and `subject` go into the evidence digest, `collected` does not. */
export type Snapshot = {
  readonly schema: 'holdpoint/snapshot@1';
  readonly action?: string;
  readonly subject?: Subject;
  readonly collected?: { readonly at?: string; readonly by?: string };
  readonly evidence: Evidence;
};

/** Lower-case hex SHA-256 of a UTF-8 string or of bytes; handed in by the caller so that the engine stays pure. */
export type Sha256 = (data: string | Uint8Array) => string;
