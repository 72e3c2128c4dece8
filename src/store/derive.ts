/** What a verdict puts into its columns and child tables: one function for writing it and for checking it later. */
import type { Decision, Enforcement, GateVerdict, Verdict } from '../engine/mod.ts';

type Cell = string | number | null;

/** The columns that only repeat the verdict. */
export type VerdictColumns = {
  readonly receipt: string;
  readonly decision: string;
  readonly action: string;
  readonly repo: string | null;
  readonly commit: string | null;
  readonly ref: string | null;
  readonly job: string | null;
  readonly actor: string | null;
  readonly ruleset_digest: string;
  readonly evidence_digest: string;
  readonly reason_count: number;
  readonly top_reasons: string;
  readonly policies: string;
};

/** The names of those columns, in one fixed order. */
export const DERIVED_COLUMNS = [
  'receipt',
  'decision',
  'action',
  'repo',
  'commit',
  'ref',
  'job',
  'actor',
  'ruleset_digest',
  'evidence_digest',
  'reason_count',
  'top_reasons',
  'policies',
] as const satisfies readonly (keyof VerdictColumns)[];

/** Rows without their `seq`, each in the order of its table's columns. */
export type Derived = {
  readonly columns: VerdictColumns;
  /** ordinal, policy, decision, label, digest */
  readonly policies: readonly (readonly Cell[])[];
  /** ordinal, policy, gate, kind, enforce, decision */
  readonly gates: readonly (readonly Cell[])[];
  /** ordinal, policy, gate, code, subject; a verdict's own reasons come last, with empty policy and gate */
  readonly reasons: readonly (readonly Cell[])[];
};

const TOP = 3;

/** libSQL reads text back only up to a NUL, so the search columns show one as U+FFFD. The verdict itself keeps it. */
export function searchable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

const RANK: Readonly<Record<Enforcement, number>> = { block: 1, warn: 2, observe: 3 };
const WAIVED = 4;

/** What made the decision comes first, then what else blocks, warns, was only watched, or was waived. */
function rankOf(gate: GateVerdict, decision: Decision): number {
  return gate.enforce === 'block' && gate.decision === decision ? 0 : RANK[gate.enforce];
}

export function derive(verdict: Verdict): Derived {
  const rows = { policies: [] as Cell[][], gates: [] as Cell[][], reasons: [] as Cell[][] };
  const ranks: number[] = [];
  const addReasons = (
    policy: string,
    gate: string,
    reasons: Verdict['reasons'] = [],
    rank: number = 0,
  ): void => {
    for (const { code, subject, waived } of reasons) {
      ranks.push(waived === true ? WAIVED : rank);
      rows.reasons.push([
        rows.reasons.length,
        policy,
        gate,
        searchable(code),
        subject === undefined ? null : searchable(subject),
      ]);
    }
  };
  for (const { policy: name, decision, label, digest, gates } of verdict.policies) {
    const policy = searchable(name);
    rows.policies.push([rows.policies.length, policy, decision, searchable(label), searchable(digest)]);
    for (const gate of gates) {
      const id = searchable(gate.gate);
      rows.gates.push([rows.gates.length, policy, id, searchable(gate.kind), gate.enforce, gate.decision]);
      addReasons(policy, id, gate.reasons, rankOf(gate, verdict.decision));
    }
  }
  addReasons('', '', verdict.reasons);
  return { columns: columnsOf(verdict, rows.reasons, topOf(rows.reasons, ranks)), ...rows };
}

/** The first ones by rank, within a rank in the verdict's own order; one pass for each rank, as reasons may be many. */
function topOf(reasons: readonly Cell[][], ranks: readonly number[]): Cell[][] {
  const top: Cell[][] = [];
  for (let rank = 0; rank <= WAIVED; rank += 1)
    for (let at = 0; at < reasons.length && top.length < TOP; at += 1)
      if (ranks[at] === rank) top.push(reasons[at] as Cell[]);
  return top;
}

function columnsOf(
  verdict: Verdict,
  reasons: readonly (readonly Cell[])[],
  first: readonly (readonly Cell[])[],
): VerdictColumns {
  const { repo, commit, ref, job, actor } = verdict.subject;
  const cell = (text: string | undefined): string | null => (text === undefined ? null : searchable(text));
  const top = first.map(([, policy, gate, code, subject]) => ({
    policy,
    gate,
    code,
    ...(subject === null ? {} : { subject }),
  }));
  return {
    receipt: verdict.receipt_sha256,
    decision: verdict.decision,
    action: searchable(verdict.action),
    repo: cell(repo),
    commit: cell(commit),
    ref: cell(ref),
    job: cell(job),
    actor: cell(actor),
    ruleset_digest: verdict.ruleset_digest,
    evidence_digest: verdict.evidence_digest,
    reason_count: reasons.length,
    top_reasons: JSON.stringify(top),
    policies: JSON.stringify(
      verdict.policies.map(({ policy, decision, label }) => ({ policy, decision, label })),
    ),
  };
}
