/** Scans one file: decoded, in pieces, by our own detectors, and by secretlint when it is not too large. */
import type { CollectContext } from '../collector.ts';
import { encodingOf } from './decode.ts';
import type { Detector } from './detector.ts';
import { type Located, scanText } from './scan-text.ts';
import { SECRETLINT_MAX_BYTES, type Secretlint } from './secretlint.ts';

/** What was found, without the values. `start` and `end` are for telling overlaps. */
export type Found = {
  readonly detector: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly fingerprint: string;
};
export type FileScan = {
  readonly found: readonly Found[];
  /** Why this file, or a part of the work on it, was left out. */
  readonly why?: string;
  /** False: nothing looked into it. */
  readonly scanned: boolean;
};
export type Scanner = {
  readonly detectors: readonly Detector[];
  readonly secretlint?: Secretlint;
  fingerprint(detector: string, value: string): string;
};

/** More in one file are not told one by one: such a file is not to be sent anyway. */
const MAX_FOUND = 1000;

/** Scans the pieces of a file; `path` is what rules about names see. Throws HostError when a piece cannot be read. */
export async function scanPieces(
  scanner: Scanner,
  path: string,
  pieces: Iterable<Uint8Array>,
): Promise<FileScan> {
  const found: Found[] = [];
  let dropped = false;
  const take = ({ detector, start, end, line, column, value }: Located) => {
    if (found.length >= MAX_FOUND) dropped = true;
    // The value ends here.
    else
      found.push({ detector, start, end, line, column, fingerprint: scanner.fingerprint(detector, value) });
  };
  const own = scanText(scanner.detectors, take);
  let decoder: TextDecoder | undefined;
  let size = 0;
  let kept: string | undefined = '';
  for (const piece of pieces) {
    if (decoder === undefined) {
      const encoding = encodingOf(piece);
      if (encoding === undefined) return { found: [], scanned: false, why: 'binary' };
      decoder = new TextDecoder(encoding);
    }
    const text = decoder.decode(piece, { stream: true });
    own.push(text);
    size += piece.length;
    kept = size <= SECRETLINT_MAX_BYTES && kept !== undefined ? kept + text : undefined;
  }
  own.push(decoder?.decode() ?? '');
  own.end();
  const large = scanner.secretlint !== undefined && kept === undefined;
  if (scanner.secretlint !== undefined && kept !== undefined)
    await lint(scanner.secretlint, path, kept, take);
  const why = dropped
    ? `more than ${MAX_FOUND} findings: the rest are not listed`
    : large
      ? 'larger than 1 MiB: secretlint did not scan it'
      : undefined;
  return { found: withoutOverlaps(scanner, found), scanned: true, ...(why === undefined ? {} : { why }) };
}

async function lint(
  secretlint: Secretlint,
  path: string,
  text: string,
  take: (hit: Located) => void,
): Promise<void> {
  if (text === '') return;
  for (const hit of await secretlint.lint(text, path)) {
    const before = text.slice(0, hit.start);
    const line = before.split('\n').length;
    take({ ...hit, line, column: hit.start - (before.lastIndexOf('\n') + 1) + 1 });
  }
}

/**
 * One secret, one finding: what lies inside a hit of a surer detector is dropped, and of secretlint's whatever overlaps
 * one of our own. A hit that goes beyond stays: who accepts the smaller one has not accepted the larger.
 */
function withoutOverlaps(scanner: Scanner, found: readonly Found[]): Found[] {
  const rank = new Map(scanner.detectors.map((detector, index) => [detector.id, index]));
  const rankOf = (one: Found) => rank.get(one.detector) ?? rank.size;
  const byRank = [...found].sort((a, b) => rankOf(a) - rankOf(b) || a.start - b.start || b.end - a.end);
  const kept: Found[] = [];
  for (const one of byRank) {
    const own = rank.has(one.detector);
    if (!kept.some((other) => (own ? isInside(one, other) : overlaps(one, other)))) kept.push(one);
  }
  return kept;
}

function isInside(a: Found, b: Found): boolean {
  return a.start >= b.start && a.end <= b.end;
}

function overlaps(a: Found, b: Found): boolean {
  return a.start < b.end && b.start < a.end;
}

/** SHA-256 of salt, detector and value: two histories cannot be compared, and a short value cannot be looked up in a table. */
export function fingerprinter(
  context: CollectContext,
  salt: string,
): (detector: string, value: string) => string {
  return (detector, value) => context.host.sha256(`${salt}\0${detector}\0${value}`);
}
