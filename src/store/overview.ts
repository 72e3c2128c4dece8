/** What the first page shows, from the rollups alone. */
import { and, asc, desc, gte, lte, sql } from 'drizzle-orm';
import type { DecisionCounts, Overview } from '../web/reader.ts';
import { list } from './list.ts';
import { dayOf } from './rollups.ts';
import type { Db } from './row.ts';
import { days, reasonDays } from './schema.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 3660;
const TOP = 10;
const LATEST = 10;

/** `total` is over all time; the days and the reasons are of the last `days` days, today included. */
export async function overview(db: Db, options: { days: number; now: number }): Promise<Overview> {
  const count = Math.min(MOST_DAYS, Math.max(1, Math.trunc(options.days)));
  const asked = Array.from({ length: count }, (_, i) => dayOf(options.now - (count - 1 - i) * DAY_MS));
  const [first, last] = [asked[0] as string, asked.at(-1) as string];
  const counted = await db.select({ day: days.day, decision: days.decision, count: days.count }).from(days);
  const byDay = new Map(asked.map((day) => [day, { ...NONE }]));
  const total = { ...NONE };
  for (const row of counted) {
    total[row.decision] += row.count;
    const day = byDay.get(row.day);
    if (day !== undefined) day[row.decision] += row.count;
  }
  return {
    total,
    days: [...byDay].map(([day, counts]) => ({ day, ...counts })),
    top_reasons: await topReasons(db, first, last),
    latest: (await list(db, {}, { limit: LATEST })).rows,
  };
}

const NONE: DecisionCounts = { release: 0, split: 0, hold: 0 };

async function topReasons(db: Db, first: string, last: string): Promise<Overview['top_reasons']> {
  const count = sql<number>`sum(${reasonDays.count})`;
  return await db
    .select({ policy: reasonDays.policy, code: reasonDays.code, count })
    .from(reasonDays)
    .where(and(gte(reasonDays.day, first), lte(reasonDays.day, last)))
    .groupBy(reasonDays.policy, reasonDays.code)
    .orderBy(desc(count), asc(reasonDays.policy), asc(reasonDays.code))
    .limit(TOP);
}
