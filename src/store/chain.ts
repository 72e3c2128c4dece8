/** The hash chain: what a record's hash is taken over, and a verdict's receipt. RFC 8785 and SHA-256 throughout. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Verdict } from '../engine/mod.ts';

/** The `previous` of the first record. */
export const GENESIS = '0'.repeat(64);

export type Link = {
  readonly seq: number;
  /** The hash of the record before. */
  readonly previous: string;
  readonly receipt: string;
  /** ISO 8601, UTC, to the millisecond. */
  readonly recorded_at: string;
  readonly ruleset_digest: string;
  readonly evidence_digest: string;
};

/** Lower-case hex SHA-256 of the UTF-8 form of `text`. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Throws for what RFC 8785 has no form for: NaN, Infinity, lone surrogates. */
export function canonical(value: unknown): string {
  return canonicalize(value) ?? 'null';
}

/** The hash of one record, hex. */
export function linkHash(link: Link): string {
  return sha256(canonical(link));
}

/** What `receipt_sha256` must be: over all the other fields of the verdict. */
export function receiptOf(verdict: Verdict): string {
  const { receipt_sha256: _, ...rest } = verdict;
  return sha256(canonical(rest));
}
