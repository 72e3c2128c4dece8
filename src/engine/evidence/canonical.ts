/** Canonical JSON (RFC 8785): equal values give equal bytes, so that digests mean something. */
import canonicalize from 'canonicalize';
import type { Json } from '../json.ts';

/** The RFC 8785 text of a value. Throws TypeError for what JSON cannot carry (a lone surrogate, NaN, undefined). */
export function canonicalJson(value: Json): string {
  try {
    const text = canonicalize(value);
    if (typeof text === 'string') return text;
  } catch (cause) {
    throw new TypeError('The value cannot be written as canonical JSON', { cause });
  }
  throw new TypeError('The value cannot be written as canonical JSON');
}
