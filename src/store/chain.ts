/** The hash chain: what a record's hash is taken over. RFC 8785 and SHA-256 throughout. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../engine/mod.ts';

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

/** Lower-case hex SHA-256 of bytes, or of the UTF-8 form of a text. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The hash of one record, hex. */
export function linkHash(link: Link): string {
  return sha256(canonicalJson(link));
}
