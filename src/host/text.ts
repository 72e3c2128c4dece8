/** Bytes in, text out: strict UTF-8, and a clear word when it is something else. */

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/**
 * Decodes strict UTF-8 (no overlong forms, no surrogates, nothing past U+10FFFF) and drops a byte-order mark.
 * `why` names UTF-16 and UTF-32 where the bytes look like them, else the first byte (0-based) that is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const other = otherEncoding(bytes);
  if (other !== undefined) return { ok: false, why: `The text is ${other}, not UTF-8: save it as UTF-8` };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, why: `Invalid UTF-8 at byte ${firstInvalidByte(bytes)}: save the text as UTF-8` };
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  // The mark of UTF-32 little-endian begins with that of UTF-16.
  if (a === 0xff && b === 0xfe)
    return c === 0 && d === 0 ? 'UTF-32 (little-endian)' : 'UTF-16 (little-endian)';
  if (a === 0xfe && b === 0xff) return 'UTF-16 (big-endian)';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32 (big-endian)';
  return unmarked(bytes.subarray(0, 8));
}

/** Without a mark, the NUL bytes of two ASCII characters tell; one NUL character alone is still UTF-8. */
function unmarked(head: Uint8Array): string | undefined {
  const pattern = Array.from(head, (byte) => (byte === 0 ? '0' : 'x')).join('');
  if (pattern.startsWith('000x000x')) return 'UTF-32 (big-endian)';
  if (pattern.startsWith('x000x000')) return 'UTF-32 (little-endian)';
  if (pattern.startsWith('0x0x')) return 'UTF-16 (big-endian)';
  if (pattern.startsWith('x0x0')) return 'UTF-16 (little-endian)';
  return undefined;
}

function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Bytes of the well-formed sequence at `at` (Unicode table 3-7), or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  if (second < lowestSecond(lead) || second > highestSecond(lead)) return 0;
  for (let i = 2; i < length; i += 1) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function lowestSecond(lead: number): number {
  if (lead === 0xe0) return 0xa0;
  return lead === 0xf0 ? 0x90 : 0x80;
}

function highestSecond(lead: number): number {
  if (lead === 0xed) return 0x9f;
  return lead === 0xf4 ? 0x8f : 0xbf;
}
