/**
 * Which places in the chain a filter picks, in chain order and never all at once.
 *
 * Each single filter is a range of one index. Of several the rarest is walked and the others are looked up by row:
 * SQLite has no statistics to choose by, so a bounded count chooses.
 */
import { and, asc, desc, eq, exists, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { VerdictFilter } from '../web/reader.ts';
import { searchable } from './derive.ts';
import { LAST_MOMENT } from './entry.ts';
import { dayOf } from './rollups.ts';
import type { Db } from './row.ts';
import { days, gateResults, policyResults, reasons, verdicts } from './schema.ts';

export type Walk = {
  /** Both exclusive. */
  readonly below?: number;
  readonly above?: number;
  readonly direction: 'newest-first' | 'oldest-first';
  readonly limit: number;
};

/** A condition that an index ending in `seq` serves. */
type Driver = {
  readonly table: typeof verdicts | typeof reasons | typeof gateResults | typeof policyResults;
  readonly seq: SQLiteColumn;
  readonly indexed: SQL;
  /** The whole condition on this table; `indexed` is a part of it. */
  readonly whole: SQL;
};

/** Beyond this many, a filter counts as common. */
const COMMON = 2000;

/**
 * The places that match, at most `limit`. A `policy` or `gate` matches when it took part; with a `reason` given as
 * well, the reason must come from it. Throws RangeError for a date that is none.
 */
export async function seqsOf(db: Db, filter: VerdictFilter, walk: Walk): Promise<readonly number[]> {
  const span = await spanOf(db, filter);
  if (span === undefined) return [];
  const bounds = {
    below: Math.min(walk.below ?? Infinity, span.below),
    above: Math.max(walk.above ?? 0, span.above),
  };
  const drivers = [...ownDrivers(filter), ...childDriver(filter)];
  const driver = await rarest(db, drivers, bounds);
  return select(db, driver, drivers, momentsOf(filter), bounds, walk);
}

type Bounds = { readonly below: number; readonly above: number };

function within(seq: SQLiteColumn, { below, above }: Bounds): SQL | undefined {
  return and(gt(seq, above), Number.isFinite(below) ? lt(seq, below) : undefined);
}

async function select(
  db: Db,
  driver: Driver | undefined,
  drivers: readonly Driver[],
  moments: SQL | undefined,
  bounds: Bounds,
  walk: Walk,
): Promise<readonly number[]> {
  const seq = driver?.seq ?? verdicts.seq;
  const order = walk.direction === 'newest-first' ? desc(seq) : asc(seq);
  const others = drivers.filter((other) => other !== driver);
  const range = and(driver?.whole, within(seq, bounds));
  if (driver === undefined || driver.table === verdicts) {
    const rest = others.map((other) => (other.table === verdicts ? unindexed(other) : existsIn(db, other)));
    const query = db
      .select({ seq: verdicts.seq })
      .from(verdicts)
      .where(and(range, moments, ...rest));
    return (await query.orderBy(order).limit(walk.limit)).map((row) => row.seq);
  }
  // One verdict can match many times over, hence the grouping; the index gives its rows in that order already.
  const own = others.map((other) => other.whole);
  const child = db
    .select({ seq: sql<number>`${seq}` })
    .from(driver.table)
    .$dynamic();
  const where =
    own.length === 0 && moments === undefined
      ? range
      : and(
          range,
          exists(
            db
              .select({ one: sql`1` })
              .from(verdicts)
              .where(and(eq(verdicts.seq, seq), moments, ...own)),
          ),
        );
  return (await child.where(where).groupBy(seq).orderBy(order).limit(walk.limit)).map((row) => row.seq);
}

/** `+` keeps SQLite from walking this column's index instead. */
function unindexed(driver: Driver): SQL {
  return sql`+${driver.whole}`;
}

function existsIn(db: Db, driver: Driver): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(driver.table)
      .where(and(eq(driver.seq, verdicts.seq), driver.whole)),
  );
}

function ownDrivers(filter: VerdictFilter): readonly Driver[] {
  const columns = [
    [verdicts.job, filter.job],
    [verdicts.repo, filter.repo],
    [verdicts.actor, filter.actor],
    [verdicts.action, filter.action],
    [verdicts.decision, filter.decision],
  ] as const;
  return columns.flatMap(([column, value]): Driver[] => {
    if (value === undefined) return [];
    const indexed = sql`${column} = ${searchable(value)}`;
    return [{ table: verdicts, seq: verdicts.seq, indexed, whole: indexed }];
  });
}

/** Policy, gate and reason are one condition on one child table: the narrowest that has all that is asked. */
function childDriver(filter: VerdictFilter): readonly Driver[] {
  const { policy, gate, reason } = filter;
  const match = (column: SQLiteColumn, value: string | undefined) =>
    value === undefined ? undefined : eq(column, searchable(value));
  const driver = (
    table: Exclude<Driver['table'], typeof verdicts>,
    indexed: SQL | undefined,
    rest: (SQL | undefined)[],
  ) =>
    indexed === undefined ? [] : [{ table, seq: table.seq, indexed, whole: and(indexed, ...rest) as SQL }];
  if (reason !== undefined) {
    return driver(reasons, match(reasons.code, reason), [
      match(reasons.policy, policy),
      match(reasons.gate, gate),
    ]);
  }
  if (gate !== undefined)
    return driver(gateResults, match(gateResults.gate, gate), [match(gateResults.policy, policy)]);
  return driver(policyResults, match(policyResults.policy, policy), []);
}

/** The one with the fewest index entries in the part of the chain that is asked for. */
async function rarest(db: Db, drivers: readonly Driver[], bounds: Bounds): Promise<Driver | undefined> {
  if (drivers.length < 2) return drivers[0];
  let best: { driver: Driver; count: number } | undefined;
  for (const driver of drivers) {
    const some = db
      .select({ one: sql`1` })
      .from(driver.table)
      .where(and(driver.indexed, within(driver.seq, bounds)))
      .limit(COMMON);
    const [found] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM ${some}`);
    const count = found?.n ?? 0;
    if (best === undefined || count < best.count) best = { driver, count };
  }
  return best?.driver;
}

/**
 * The part of the chain in which the asked days lie, from the daily rollup; undefined when there is none. Clocks may
 * have gone back, so this only narrows: the times themselves are compared as well.
 */
async function spanOf(db: Db, { from, to }: VerdictFilter): Promise<Bounds | undefined> {
  if (from === undefined && to === undefined) return { below: Infinity, above: 0 };
  const low = from === undefined ? undefined : gte(days.day, dayOf(momentOf(from)));
  const high = to === undefined ? undefined : lt(days.day, dayOf(momentOf(to) - 1 + 86_400_000));
  const [found] = await db
    .select({
      first: sql<number | null>`min(${days.first_seq})`,
      last: sql<number | null>`max(${days.last_seq})`,
    })
    .from(days)
    .where(and(low, high));
  if (found?.first == null || found.last == null) return undefined;
  return { below: found.last + 1, above: found.first - 1 };
}

function momentsOf({ from, to }: VerdictFilter): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(verdicts.recorded_at, momentOf(from)),
    to === undefined ? undefined : lt(verdicts.recorded_at, momentOf(to)),
  );
}

/** ISO 8601; without a zone it is UTC. */
function momentOf(text: string): number {
  const zoned = /T/.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text;
  const ms = Date.parse(zoned);
  if (Number.isNaN(ms))
    throw new RangeError(`"${text}" is not a date: write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ`);
  return Math.min(LAST_MOMENT, Math.max(0, ms));
}
