/** The whole history as a stream, oldest first, in memory that does not grow with it. */
import { asc, inArray } from 'drizzle-orm';
import type { Snapshot, Verdict } from '../engine/mod.ts';
import type { RuleSource, VerdictFilter } from '../web/reader.ts';
import { seqsOf } from './filter.ts';
import { type Db, isoOf } from './row.ts';
import { verdicts } from './schema.ts';
import { rulesOf, snapshotOf } from './verdict.ts';

export type ExportedRecord = {
  readonly seq: number;
  readonly recorded_at: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly verdict: Verdict;
  /** Absent when it was not kept. */
  readonly snapshot?: Snapshot;
  /** JSON pointers; absent when nothing was withheld. */
  readonly withheld?: readonly string[];
  /** Only with the first record that was decided by this ruleset. */
  readonly ruleset?: { readonly digest: string; readonly files: readonly RuleSource[] };
};

const PAGE = 500;
/** Verdicts and snapshots can be large, so fewer of them are held than of keys. */
const SLICE = 25;

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Throws StoreError, and RangeError for a filter's date that is none. */
export async function* exportAll(read: Read, filter: VerdictFilter): AsyncGenerator<ExportedRecord> {
  const told = new Set<string>();
  for (let above = 0; ; ) {
    const after = above;
    const seqs = await read((db) =>
      seqsOf(db, filter, { above: after, direction: 'oldest-first', limit: PAGE }),
    );
    for (let i = 0; i < seqs.length; i += SLICE) {
      yield* await read((db) => records(db, seqs.slice(i, i + SLICE), told));
    }
    if (seqs.length < PAGE) return;
    above = seqs.at(-1) as number;
  }
}

async function records(
  db: Db,
  seqs: readonly number[],
  told: Set<string>,
): Promise<readonly ExportedRecord[]> {
  const rows = await db
    .select({
      seq: verdicts.seq,
      recorded_at: verdicts.recorded_at,
      previous_hash: verdicts.previous_hash,
      hash: verdicts.hash,
      verdict: verdicts.verdict,
      ruleset_digest: verdicts.ruleset_digest,
      evidence_digest: verdicts.evidence_digest,
    })
    .from(verdicts)
    .where(inArray(verdicts.seq, [...seqs]))
    .orderBy(asc(verdicts.seq));
  const fresh = new Map<string, { digest: string; files: readonly RuleSource[] }>();
  const out: ExportedRecord[] = [];
  for (const { ruleset_digest: digest, evidence_digest, ...row } of rows) {
    const first = !told.has(digest) && !fresh.has(digest);
    if (first) fresh.set(digest, { digest, files: await rulesOf(db, digest) });
    const { snapshot, withheld } = await snapshotOf(db, evidence_digest);
    out.push({
      ...row,
      recorded_at: isoOf(row.recorded_at),
      verdict: JSON.parse(row.verdict) as Verdict,
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(withheld.length === 0 ? {} : { withheld }),
      ...(first ? { ruleset: fresh.get(digest) as { digest: string; files: readonly RuleSource[] } } : {}),
    });
  }
  // Only now, since a failure above means that all of this is done again.
  for (const digest of fresh.keys()) told.add(digest);
  return out;
}
