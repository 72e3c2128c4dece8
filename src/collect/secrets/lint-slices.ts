/** Gives secretlint a text in slices: its time grows with the square of what it finds, and it cannot be interrupted. */
import type { Scanner } from './scan-file.ts';
import { advance, type Located } from './scan-text.ts';
import type { RuleHit } from './secretlint.ts';

/** In UTF-16 code units. A slice ends with a line where it can, and sees a little of its neighbours. */
const SLICE = 64 * 1024;
const LOOK_BACK = 1024;
const LOOK_AHEAD = 8 * 1024;
/** A file with more of them is listed as not wholly scanned. */
export const MAX_LINTED = 200;

/** Calls `take` for each hit, in order of place. False when it stopped early: after MAX_LINTED hits, or because `take` gave false. */
export async function lintInSlices(
  scanner: Scanner,
  path: string,
  text: string,
  take: (hit: Located) => boolean,
): Promise<boolean> {
  let place = { offset: 0, line: 1, lineStart: 0 };
  let count = 0;
  for (let from = 0; from < text.length; ) {
    if (from > 0) await scanner.pause();
    const to = endOfSlice(text, from);
    for (const hit of await hitsIn(scanner, path, text, from, to)) {
      count += 1;
      if (count > MAX_LINTED) return false;
      place = advance(text, place, hit.start);
      if (!take({ ...hit, line: place.line, column: hit.start - place.lineStart + 1 })) return false;
    }
    from = to;
  }
  return true;
}

function endOfSlice(text: string, from: number): number {
  const to = from + SLICE;
  if (to >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', to - 1);
  return lineEnd > from ? lineEnd + 1 : to;
}

/** The hits that begin in [from, to), sorted. */
async function hitsIn(
  { secretlint }: Scanner,
  path: string,
  text: string,
  from: number,
  to: number,
): Promise<RuleHit[]> {
  const base = Math.max(0, from - LOOK_BACK);
  const hits = (await secretlint?.lint(text.slice(base, to + LOOK_AHEAD), path)) ?? [];
  return hits
    .map((hit) => ({ ...hit, start: hit.start + base, end: hit.end + base }))
    .filter(({ start }) => start >= from && start < to)
    .sort((a, b) => a.start - b.start);
}
