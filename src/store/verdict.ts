/** One verdict with all that was kept about it. */
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import type { Snapshot, Verdict } from '../engine/mod.ts';
import type { RuleSource, StoredVerdict } from '../web/reader.ts';
import { type Db, isoOf, ROW, toRow } from './row.ts';
import { rulesetFiles, rulesets, sightings, snapshots, verdicts } from './schema.ts';

const RECEIPT = /^[0-9a-f]{8,64}$/;
/** A job that asks every minute for years must not make the page endless: the newest sightings suffice. */
const MOST_SIGHTINGS = 1000;

/** By receipt or its beginning (8 or more hex digits); undefined when none or more than one begins so. */
export async function verdict(db: Db, receipt: string): Promise<StoredVerdict | undefined> {
  const prefix = receipt.toLowerCase();
  if (!RECEIPT.test(prefix)) return undefined;
  const found = await db
    .select({
      ...ROW,
      verdict: verdicts.verdict,
      ruleset_digest: verdicts.ruleset_digest,
      evidence_digest: verdicts.evidence_digest,
      previous: verdicts.previous_hash,
      hash: verdicts.hash,
    })
    .from(verdicts)
    // "g" is the character after the last hex digit.
    .where(and(gte(verdicts.seq, 1), gte(verdicts.receipt, prefix), lt(verdicts.receipt, `${prefix}g`)))
    .limit(2);
  const [row] = found;
  if (row === undefined || found.length > 1) return undefined;
  return {
    row: toRow(row),
    verdict: JSON.parse(row.verdict) as Verdict,
    ...(await snapshotOf(db, row.evidence_digest)),
    rules: await rulesOf(db, row.ruleset_digest),
    chain: { seq: row.seq, previous: row.previous, hash: row.hash },
    seen_at: await seenAt(db, row.seq),
  };
}

export async function snapshotOf(
  db: Db,
  digest: string,
): Promise<{ snapshot?: Snapshot; withheld: readonly string[] }> {
  const kept = await keptSnapshot(db, digest);
  if (kept === undefined) return { withheld: [] };
  return {
    snapshot: JSON.parse(kept.json) as Snapshot,
    withheld: JSON.parse(kept.withheld) as readonly string[],
  };
}

/** As it was written, unread. */
export async function keptSnapshot(
  db: Db,
  digest: string,
): Promise<typeof snapshots.$inferSelect | undefined> {
  const [kept] = await db.select().from(snapshots).where(eq(snapshots.evidence_digest, digest)).limit(1);
  return kept;
}

export async function rulesetIsKept(db: Db, digest: string): Promise<boolean> {
  return (await db.select().from(rulesets).where(eq(rulesets.digest, digest)).limit(1)).length > 0;
}

export async function rulesOf(db: Db, digest: string): Promise<readonly RuleSource[]> {
  return await db
    .select({
      policy: rulesetFiles.policy,
      source: rulesetFiles.source,
      digest: rulesetFiles.digest,
      text: rulesetFiles.text,
    })
    .from(rulesetFiles)
    .where(eq(rulesetFiles.ruleset_digest, digest))
    .orderBy(asc(rulesetFiles.ordinal));
}

/** Oldest first. */
async function seenAt(db: Db, seq: number): Promise<readonly string[]> {
  const rows = await db
    .select({ at: sightings.at })
    .from(sightings)
    .where(eq(sightings.seq, seq))
    .orderBy(desc(sightings.ordinal))
    .limit(MOST_SIGHTINGS);
  return rows.map((row) => isoOf(row.at)).toReversed();
}
