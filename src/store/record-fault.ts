/** What is wrong with one record of the chain, taken by itself and after its predecessor. */
import { receiptOf, type Verdict } from '../engine/mod.ts';
import { linkHash, sha256 } from './chain.ts';
import { DERIVED_COLUMNS, derive } from './derive.ts';
import { isoOf } from './row.ts';
import type { verdicts } from './schema.ts';

type Row = typeof verdicts.$inferSelect;
/** Rows of the child tables, in the form and order of `derive`. */
export type Children = {
  readonly policies: readonly unknown[];
  readonly gates: readonly unknown[];
  readonly reasons: readonly unknown[];
};

const NO_CHILDREN: Children = { policies: [], gates: [], reasons: [] };

/** What is wrong with `row`, which should be record `seq` after the one with hash `previous`. */
export function faultOf(
  row: Row,
  seq: number,
  previous: string,
  children: Children = NO_CHILDREN,
): string | undefined {
  if (row.seq !== seq) return 'removed: the next record is there, this one is not';
  if (typeof row.recorded_at !== 'number' || hashOf(row) !== row.hash)
    return 'edited or moved: its hash does not fit what it holds';
  if (row.previous_hash !== previous) return 'replaced or reordered: it does not follow the record before it';
  return contentFault(row, children);
}

/** Undefined for a time that is none and for a text that is bytes. */
function hashOf(row: Row): string | undefined {
  if (Number.isNaN(new Date(row.recorded_at).getTime())) return undefined;
  const texts: readonly unknown[] = [row.previous_hash, row.receipt, row.ruleset_digest, row.evidence_digest];
  if (texts.some((text) => typeof text !== 'string')) return undefined;
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
    if (verdict.receipt_sha256 !== row.receipt || receiptOf(verdict, sha256) !== row.receipt) {
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
