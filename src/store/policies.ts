/** The policies that have decided anything, from their rollup; the current version is the one used last. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PolicyDetail, PolicyRow } from '../web/reader.ts';
import { list } from './list.ts';
import { type Db, isoOf } from './row.ts';
import { policyVersions, rulesetFiles } from './schema.ts';

const RECENT = 20;

type Version = typeof policyVersions.$inferSelect;

/** By name. */
export async function policies(db: Db): Promise<readonly PolicyRow[]> {
  const versions = await db
    .select()
    .from(policyVersions)
    .orderBy(asc(policyVersions.policy), desc(policyVersions.last_seq));
  const byName = new Map<string, Version[]>();
  for (const version of versions) {
    const list = byName.get(version.policy);
    if (list === undefined) byName.set(version.policy, [version]);
    else list.push(version);
  }
  return [...byName.values()].map(rowOf);
}

export async function policy(db: Db, name: string): Promise<PolicyDetail | undefined> {
  const versions = await db
    .select()
    .from(policyVersions)
    .where(eq(policyVersions.policy, name))
    .orderBy(desc(policyVersions.last_seq));
  if (versions.length === 0) return undefined;
  const row = rowOf(versions);
  const [file] = await db
    .select({ text: rulesetFiles.text })
    .from(rulesetFiles)
    .where(and(eq(rulesetFiles.policy, name), eq(rulesetFiles.digest, row.digest)))
    .limit(1);
  return {
    ...row,
    text: file?.text ?? '',
    versions: versions.map((version) => ({
      digest: version.digest,
      source: version.source,
      first_seen: isoOf(version.first_seen),
      last_seen: isoOf(version.last_seen),
      verdicts: version.release + version.split + version.hold,
    })),
    recent: (await list(db, { policy: name }, { limit: RECENT })).rows,
  };
}

/** `versions` are one policy's, newest first. */
function rowOf(versions: readonly Version[]): PolicyRow {
  const newest = versions[0] as Version;
  const sum = (decision: 'release' | 'split' | 'hold'): number =>
    versions.reduce((n, version) => n + version[decision], 0);
  return {
    policy: newest.policy,
    source: newest.source,
    digest: newest.digest,
    counts: { release: sum('release'), split: sum('split'), hold: sum('hold') },
    last_seen: isoOf(Math.max(...versions.map((version) => version.last_seen))),
  };
}

/** The values that occur. Hops from one action to the next in the index instead of reading it through. */
export async function facets(
  db: Db,
): Promise<{ readonly actions: readonly string[]; readonly policies: readonly string[] }> {
  const actions = await db.all<{ action: string }>(sql`
    WITH RECURSIVE hop (action) AS (
      SELECT (SELECT v.action FROM verdicts v WHERE +v.seq >= 1 ORDER BY v.action LIMIT 1)
      UNION ALL SELECT (
        SELECT v.action FROM verdicts v WHERE v.action > hop.action AND +v.seq >= 1 ORDER BY v.action LIMIT 1
      ) FROM hop WHERE hop.action IS NOT NULL
    ) SELECT action FROM hop WHERE action IS NOT NULL`);
  const names = await db
    .selectDistinct({ policy: policyVersions.policy })
    .from(policyVersions)
    .orderBy(asc(policyVersions.policy));
  return { actions: actions.map((row) => row.action), policies: names.map((row) => row.policy) };
}
