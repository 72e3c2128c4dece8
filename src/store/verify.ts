/** Re-computes the whole chain, page by page, and names the first record that is not what it was. */
import { and, asc, gt, lte, sql } from 'drizzle-orm';
import type { Verdict } from '../engine/mod.ts';
import { GENESIS, linkHash, receiptOf } from './chain.ts';
import { DERIVED_COLUMNS, derive } from './derive.ts';
import { type Db, isoOf } from './row.ts';
import { days, gateResults, policyResults, reasons, verdicts } from './schema.ts';

export type ChainReport =
  | { readonly ok: true; readonly count: number /** Hash of the newest record. */; readonly head: string }
  | {
      readonly ok: false /** The first record that is wrong or missing. */;
      readonly seq: number;
      readonly what: string;
    };

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
type Row = typeof verdicts.$inferSelect;
type Children = {
  readonly policies: readonly unknown[];
  readonly gates: readonly unknown[];
  readonly reasons: readonly unknown[];
};
type Page = { readonly rows: readonly Row[]; readonly children: ReadonlyMap<number, Children> };

const PAGE = 100;

/**
 * Checks, of every record up to the newest at the time of the call: its place, its hash and its predecessor's; that
 * its receipt fits its verdict; that its columns and child rows say what the verdict says; and that as many are there
 * as were counted day by day. Whoever can write the file can also write a new chain from start to end: to find that,
 * compare `head` with one noted elsewhere. Throws StoreError.
 */
export async function verifyChain(read: Read): Promise<ChainReport> {
  const counted = await read(newestAndCount);
  let head = GENESIS;
  let count = 0;
  while (count < counted.newest) {
    const above = count;
    const page = await read((db) => pageOf(db, above, counted.newest));
    for (const row of page.rows) {
      const what = faultOf(row, count + 1, head, page.children.get(row.seq));
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

const NO_CHILDREN: Children = { policies: [], gates: [], reasons: [] };

/** What is wrong with `row`, which should be record `seq` after the one with hash `previous`. */
function faultOf(
  row: Row,
  seq: number,
  previous: string,
  children: Children = NO_CHILDREN,
): string | undefined {
  if (row.seq !== seq) return 'removed: the next record is there, this one is not';
  if (hashOf(row) !== row.hash) return 'edited or moved: its hash does not fit what it holds';
  if (row.previous_hash !== previous) return 'replaced or reordered: it does not follow the record before it';
  return contentFault(row, children);
}

/** Undefined for a time that is none. */
function hashOf(row: Row): string | undefined {
  if (Number.isNaN(new Date(row.recorded_at).getTime())) return undefined;
  return linkHash({
    seq: row.seq,
    previous: row.previous_hash,
    receipt: row.receipt,
    recorded_at: isoOf(row.recorded_at),
    ruleset_digest: row.ruleset_digest,
    evidence_digest: row.evidence_digest,
  });
}

function contentFault(row: Row, children: Children): string | undefined {
  let verdict: Verdict;
  let expected: ReturnType<typeof derive>;
  try {
    verdict = JSON.parse(row.verdict) as Verdict;
    if (verdict.receipt_sha256 !== row.receipt || receiptOf(verdict) !== row.receipt) {
      return 'edited: its verdict does not fit its receipt';
    }
    expected = derive(verdict);
  } catch {
    return 'edited: its verdict cannot be read';
  }
  const column = DERIVED_COLUMNS.find((name) => expected.columns[name] !== row[name]);
  if (column !== undefined) return `edited: its column "${column}" does not say what its verdict says`;
  const table = (['policies', 'gates', 'reasons'] as const).find(
    (name) => JSON.stringify(expected[name]) !== JSON.stringify(children[name]),
  );
  return table === undefined ? undefined : `edited: its rows of ${table} do not say what its verdict says`;
}
