/** Re-computes the whole chain, page by page, and names the first record that is not what it was. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { evidenceDigest, type Verdict } from '../engine/mod.ts';
import { GENESIS, sha256 } from './chain.ts';
import { policyKey, soundPolicies } from './entry.ts';
import { type Children, faultOf } from './record-fault.ts';
import type { Db } from './row.ts';
import { days, gateResults, policyResults, reasons, rulesets, verdicts } from './schema.ts';
import { rulesOf, snapshotOf } from './verdict.ts';

export type ChainReport =
  | { readonly ok: true; readonly count: number /** Hash of the newest record. */; readonly head: string }
  | {
      readonly ok: false /** The first record that is wrong or missing. */;
      readonly seq: number;
      readonly what: string;
    };

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
type Row = typeof verdicts.$inferSelect;
type Page = { readonly rows: readonly Row[]; readonly children: ReadonlyMap<number, Children> };

const PAGE = 100;

/**
 * Checks, of every record up to the newest at the time of the call: its place, its hash and its predecessor's; that
 * its receipt fits its verdict; that its columns and child rows say what the verdict says; that
 * the rules are those that the verdict names, and the snapshot (unless something was withheld from it) that which it
 * was decided over; and that as many are there as were counted day by day. Whoever can write the file can also write a new chain from start to end: to find that,
 * compare `head` with one noted elsewhere. Throws StoreError.
 */
export async function verifyChain(read: Read): Promise<ChainReport> {
  const counted = await read(newestAndCount);
  let head = GENESIS;
  let count = 0;
  const kept = keptChecker(read);
  while (count < counted.newest) {
    const above = count;
    const page = await read((db) => pageOf(db, above, counted.newest));
    for (const row of page.rows) {
      const what = faultOf(row, count + 1, head, page.children.get(row.seq)) ?? (await kept(row));
      if (what !== undefined) return { ok: false, seq: count + 1, what };
      count += 1;
      head = row.hash;
    }
    if (page.rows.length === 0) break;
  }
  if (counted.total > count) {
    return {
      ok: false,
      seq: count + 1,
      what: `removed: ${counted.total} records were counted, ${count} are there`,
    };
  }
  if (counted.total < count) {
    return {
      ok: false,
      seq: counted.total + 1,
      what: `the daily counts were changed: they say ${counted.total}, ${count} records are there`,
    };
  }
  return { ok: true, count, head };
}

/** In one statement, so that both are of the same moment whatever is being written. */
async function newestAndCount(db: Db): Promise<{ newest: number; total: number }> {
  const [found] = await db.all<{ newest: number; total: number }>(
    sql`SELECT coalesce((SELECT max(${verdicts.seq}) FROM ${verdicts}), 0) AS newest,
      coalesce((SELECT sum(${days.count}) FROM ${days}), 0) AS total`,
  );
  return found ?? { newest: 0, total: 0 };
}

async function pageOf(db: Db, above: number, newest: number): Promise<Page> {
  const rows = await db
    .select()
    .from(verdicts)
    .where(and(gt(verdicts.seq, above), lte(verdicts.seq, newest)))
    .orderBy(asc(verdicts.seq))
    .limit(PAGE);
  const last = rows.at(-1)?.seq ?? above;
  const children = new Map<number, { policies: unknown[]; gates: unknown[]; reasons: unknown[] }>();
  const tables = [
    ['policies', policyResults],
    ['gates', gateResults],
    ['reasons', reasons],
  ] as const;
  for (const [name, table] of tables) {
    // Columns in the order of the table, which is that of `derive`.
    const found = await db
      .select()
      .from(table)
      .where(and(gt(table.seq, above), lte(table.seq, last)))
      .orderBy(asc(table.seq), asc(table.ordinal));
    for (const { seq, ...cells } of found) {
      const list = children.get(seq) ?? { policies: [], gates: [], reasons: [] };
      list[name].push(Object.values(cells));
      children.set(seq, list);
    }
  }
  return { rows, children };
}

/**
 * Tells what is wrong with the rules and the snapshot of a record that is sound itself. Each ruleset is read once, and
 * a snapshot once for all records in a row that were decided over it.
 */
function keptChecker(read: Read): (row: Row) => Promise<string | undefined> {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  let sound = '';
  return async ({ verdict: json, ruleset_digest, evidence_digest }) => {
    if (!known.has(ruleset_digest)) {
      known.set(ruleset_digest, await read((db) => keptPolicies(db, ruleset_digest)));
    }
    const kept = known.get(ruleset_digest);
    const odd = (JSON.parse(json) as Verdict).policies.find(
      (policy) => kept?.has(policyKey(policy)) === false,
    );
    if (odd !== undefined) return `edited: the text of its policy "${odd.policy}" is not what decided`;
    if (evidence_digest === sound) return undefined;
    const { snapshot, withheld } = await read((db) => snapshotOf(db, evidence_digest));
    if (
      snapshot !== undefined &&
      withheld.length === 0 &&
      evidenceDigest(snapshot, sha256) !== evidence_digest
    ) {
      return 'edited: its snapshot is not what was decided over';
    }
    sound = evidence_digest;
    return undefined;
  };
}

/** Undefined when the ruleset was not kept. */
async function keptPolicies(db: Db, digest: string): Promise<ReadonlySet<string> | undefined> {
  const [kept] = await db.select().from(rulesets).where(eq(rulesets.digest, digest)).limit(1);
  return kept === undefined ? undefined : soundPolicies(await rulesOf(db, digest));
}
