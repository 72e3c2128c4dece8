/** Verdict rows as the pages show them: a handful by their places, without touching the verdicts' JSON. */
import { desc, inArray, sql } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import type { ReasonSummary, VerdictRow } from '../web/reader.ts';
import { verdicts } from './schema.ts';

export type Db = LibSQLDatabase;

export const ROW = {
  seq: verdicts.seq,
  receipt: verdicts.receipt,
  decision: verdicts.decision,
  action: verdicts.action,
  repo: verdicts.repo,
  commit: verdicts.commit,
  ref: verdicts.ref,
  job: verdicts.job,
  actor: verdicts.actor,
  recorded_at: verdicts.recorded_at,
  policies: verdicts.policies,
  top_reasons: verdicts.top_reasons,
  reason_count: verdicts.reason_count,
  sightings: sql<number>`(SELECT max(s.ordinal) FROM sightings s WHERE s.seq = ${verdicts.seq})`,
};

type Selected = Omit<Pick<typeof verdicts.$inferSelect, Exclude<keyof typeof ROW, 'sightings'>>, never> & {
  readonly sightings: number | null;
};

export function toRow(found: Selected): VerdictRow {
  const { repo, commit, ref, job, actor } = found;
  const subject = Object.entries({ repo, commit, ref, job, actor }).filter(([, value]) => value !== null);
  return {
    seq: found.seq,
    receipt: found.receipt,
    decision: found.decision,
    action: found.action,
    subject: Object.fromEntries(subject) as VerdictRow['subject'],
    recorded_at: isoOf(found.recorded_at),
    policies: JSON.parse(found.policies) as VerdictRow['policies'],
    top_reasons: JSON.parse(found.top_reasons) as readonly ReasonSummary[],
    reason_count: found.reason_count,
    sightings: found.sightings ?? 1,
  };
}

/** Newest first, whatever the order of `seqs`. */
export async function rowsAt(db: Db, seqs: readonly number[]): Promise<readonly VerdictRow[]> {
  if (seqs.length === 0) return [];
  const found = await db
    .select(ROW)
    .from(verdicts)
    .where(inArray(verdicts.seq, [...seqs]))
    .orderBy(desc(verdicts.seq));
  return found.map(toRow);
}

/** Throws SyntaxError, as any other part of a record that cannot be read does, for a moment that is none. */
export function isoOf(ms: number): string {
  if (Number.isNaN(new Date(ms).getTime())) throw new SyntaxError('A stored time is none');
  return new Date(ms).toISOString();
}
