/** Pages of verdicts, newest first, by key: a page is always the rows next to a known one, however many come in. */
import type { PageRequest, VerdictFilter, VerdictPage } from '../web/reader.ts';
import { seqsOf } from './filter.ts';
import { type Db, rowsAt } from './row.ts';

const LIMIT = 50;
const MOST = 500;

/** An unreadable key counts as none. Throws RangeError for a filter's date that is none. */
export async function list(db: Db, filter: VerdictFilter, page: PageRequest): Promise<VerdictPage> {
  const limit = Math.min(MOST, Math.max(1, Math.trunc(page.limit ?? LIMIT)));
  const newer = keyOf(page.newer);
  const seqs =
    newer === undefined
      ? await towardsOld(db, filter, keyOf(page.older), limit)
      : await towardsNew(db, filter, newer, limit);
  // Where nothing lies on this side of the key, the key itself is on the other side's edge.
  const first = seqs[0] ?? newer ?? (keyOf(page.older) ?? 1) - 1;
  const last = seqs.at(-1) ?? (newer === undefined ? first : newer + 1);
  const beyond = async (walk: { below: number } | { above: number }): Promise<boolean> =>
    (
      await seqsOf(db, filter, {
        ...walk,
        direction: 'below' in walk ? 'newest-first' : 'oldest-first',
        limit: 1,
      })
    ).length > 0;
  return {
    rows: await rowsAt(db, seqs),
    ...((await beyond({ below: last })) ? { older: String(last) } : {}),
    ...((await beyond({ above: first })) ? { newer: String(first) } : {}),
  };
}

function towardsOld(
  db: Db,
  filter: VerdictFilter,
  below: number | undefined,
  limit: number,
): Promise<readonly number[]> {
  return seqsOf(db, filter, { ...(below === undefined ? {} : { below }), direction: 'newest-first', limit });
}

async function towardsNew(
  db: Db,
  filter: VerdictFilter,
  above: number,
  limit: number,
): Promise<readonly number[]> {
  return (await seqsOf(db, filter, { above, direction: 'oldest-first', limit })).toReversed();
}

function keyOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
