/** Re-computes the whole chain, page by page, and names the first record that is not what it was. */
import { and, asc, gt, lt, lte } from 'drizzle-orm';
import { type Census, census, type Tally, tally } from './census.ts';
import { GENESIS } from './chain.ts';
import { keptChecker } from './kept.ts';
import { type Children, faultOf } from './record-fault.ts';
import type { Db } from './row.ts';
import { gateResults, policyResults, reasons, verdicts } from './schema.ts';

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
 * was decided over; that as many are there as were counted day by day; and that no row lies beside the chain. Whoever can write the file can also write a new chain from start to end: to find that,
 * compare `head` with one noted elsewhere. Throws StoreError.
 */
export async function verifyChain(read: Read): Promise<ChainReport> {
  const counted = await read(census);
  const { newest, total, unreadable = Infinity } = counted;
  const last = Math.min(newest, unreadable - 1);
  let head = GENESIS;
  let count = 0;
  const kept = keptChecker(read);
  const days = tally();
  while (count < last) {
    const above = count;
    const page = await read((db) => pageOf(db, above, last));
    for (const row of page.rows) {
      const what = faultOf(row, count + 1, head, page.children.get(row.seq)) ?? (await kept(row));
      if (what !== undefined) return { ok: false, seq: count + 1, what };
      days.add(row);
      count += 1;
      head = row.hash;
    }
    if (page.rows.length === 0) break;
  }
  if (last < newest)
    return { ok: false, seq: count + 1, what: 'edited or moved: it holds a number that is none' };
  if (total > count) {
    return { ok: false, seq: count + 1, what: `removed: ${total} records were counted, ${count} are there` };
  }
  if (newest > count)
    return { ok: false, seq: count + 1, what: 'removed: a later record is there, this one is not' };
  return beside(counted, days, count) ?? { ok: true, count, head };
}

/** What is wrong beside a chain that is whole in itself. */
function beside(counted: Census, days: Tally, count: number): ChainReport | undefined {
  const { total, strays } = counted;
  if (total !== count) {
    const what = `the daily counts were changed: they say ${total}, ${count} records are there`;
    return { ok: false, seq: Number.isSafeInteger(total) ? Math.max(1, total + 1) : 1, what };
  }
  const odd = days.differs(counted);
  if (odd !== undefined) {
    const what = `the daily counts were changed: those of ${odd.day} do not fit the records`;
    return { ok: false, seq: odd.seq, what };
  }
  if (days.hasForeignRules(counted))
    return { ok: false, seq: 1, what: 'added: rules are kept that decided no record' };
  const [stray] = strays;
  return stray === undefined ? undefined : { ok: false, ...stray };
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
      .where(and(gt(table.seq, above), lt(table.seq, last + 1)))
      .orderBy(asc(table.seq), asc(table.ordinal));
    for (const { seq: place, ...cells } of found) {
      // A place between two records is no record's, so it falls to the one before it, which then does not fit.
      const seq = Math.floor(place);
      const list = children.get(seq) ?? { policies: [], gates: [], reasons: [] };
      list[name].push(Object.values(cells));
      children.set(seq, list);
    }
  }
  return { rows, children };
}
