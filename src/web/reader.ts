/** The read calls that the pages need. The store satisfies it; the web knows no database. */
import type { Decision, Snapshot, Subject, Verdict } from '../engine/mod.ts';

export type ReasonSummary = {
  readonly policy: string;
  readonly gate: string;
  readonly code: string;
  readonly subject?: string;
};

export type VerdictRow = {
  /** Place in the chain, from 1 up. */
  readonly seq: number;
  readonly receipt: string;
  readonly decision: Decision;
  readonly action: string;
  readonly subject: Subject;
  /** ISO 8601, UTC. */
  readonly recorded_at: string;
  readonly policies: readonly {
    readonly policy: string;
    readonly decision: Decision;
    readonly label: string;
  }[];
  /** At most three, in the verdict's order. */
  readonly top_reasons: readonly ReasonSummary[];
  readonly reason_count: number;
  /** How often this same verdict was recorded. */
  readonly sightings: number;
};

export type VerdictFilter = {
  readonly decision?: Decision;
  readonly action?: string;
  readonly policy?: string;
  readonly gate?: string;
  /** A reason code. */
  readonly reason?: string;
  readonly repo?: string;
  readonly job?: string;
  readonly actor?: string;
  /** ISO 8601 dates or times, UTC; `from` is inclusive, `to` exclusive. */
  readonly from?: string;
  readonly to?: string;
};

/** Newest first. `older` and `newer` are opaque keys for the neighbouring pages; absent at the end. */
export type VerdictPage = {
  readonly rows: readonly VerdictRow[];
  readonly older?: string;
  readonly newer?: string;
};
export type PageRequest = { readonly older?: string; readonly newer?: string; readonly limit?: number };

export type DecisionCounts = { readonly release: number; readonly split: number; readonly hold: number };

export type Overview = {
  readonly total: DecisionCounts;
  /** One entry a UTC day, oldest first, days without a verdict included; `day` is YYYY-MM-DD. */
  readonly days: readonly ({ readonly day: string } & DecisionCounts)[];
  readonly top_reasons: readonly { readonly policy: string; readonly code: string; readonly count: number }[];
  readonly latest: readonly VerdictRow[];
};

export type RuleSource = {
  readonly policy: string;
  /** File name relative to the ruleset root. */
  readonly source: string;
  readonly digest: string;
  readonly text: string;
};

export type StoredVerdict = {
  readonly row: VerdictRow;
  readonly verdict: Verdict;
  /** Absent when it was not kept. */
  readonly snapshot?: Snapshot;
  /** JSON pointers of what was withheld from the stored snapshot. */
  readonly withheld: readonly string[];
  readonly rules: readonly RuleSource[];
  readonly chain: { readonly seq: number; readonly previous: string; readonly hash: string };
  readonly seen_at: readonly string[];
};

export type PolicyRow = {
  readonly policy: string;
  readonly source: string;
  readonly digest: string;
  readonly counts: DecisionCounts;
  readonly last_seen: string;
};

export type PolicyDetail = PolicyRow & {
  readonly text: string;
  /** Newest first. */
  readonly versions: readonly {
    readonly digest: string;
    readonly source: string;
    readonly first_seen: string;
    readonly last_seen: string;
    readonly verdicts: number;
  }[];
  readonly recent: readonly VerdictRow[];
};

export type Reader = {
  /** `days` counts back from today (UTC), today included; `now` is milliseconds since 1970. */
  overview(options: { days: number; now: number }): Promise<Overview>;
  list(filter: VerdictFilter, page: PageRequest): Promise<VerdictPage>;
  /** By receipt (64 hex digits) or an unambiguous beginning of it (8 or more digits). */
  verdict(receipt: string): Promise<StoredVerdict | undefined>;
  policies(): Promise<readonly PolicyRow[]>;
  policy(name: string): Promise<PolicyDetail | undefined>;
  /** The values that occur, for the filter's select boxes. */
  facets(): Promise<{ readonly actions: readonly string[]; readonly policies: readonly string[] }>;
  /** The newest place in the chain, 0 when empty; cheap enough to ask every second. */
  head(): Promise<number>;
};
