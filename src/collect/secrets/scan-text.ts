/** Runs detectors over a text of any length that comes in pieces, in bounded memory. */
import { type Detector, type Hit, LOOK_AHEAD, LOOK_BACK } from './detector.ts';

/** A hit in a whole file: `start` and `end` count from its beginning, line and column (UTF-16 code units) from 1. */
export type Located = Hit & { readonly detector: string; readonly line: number; readonly column: number };
export type TextScan = { push(text: string): void; end(): void };

/** Calls `take` for every hit, piece by piece, until it gives false; the order within a file is not that of the text. */
export function scanText(detectors: readonly Detector[], take: (hit: Located) => unknown): TextScan {
  let stopped = false;
  let window = '';
  /** Where the window begins in the file, and which of its anchors have been tried before. */
  let base = 0;
  let tried = 0;
  let line = 1;
  let lineStart = 0;

  function scan(until: number): void {
    const hits = detectors.flatMap((detector) =>
      [...hitsOf(detector, window, tried, until)].map((hit) => ({ ...hit, detector: detector.id })),
    );
    hits.sort((a, b) => a.start - b.start);
    let at = { offset: 0, line, lineStart: lineStart - base };
    for (const hit of hits) {
      at = advance(window, at, hit.start);
      const { line, lineStart } = at;
      const place = { start: base + hit.start, end: base + hit.end, line, column: hit.start - lineStart + 1 };
      stopped = take({ ...hit, ...place }) === false;
      if (stopped) return;
    }
  }

  function drop(count: number): void {
    const at = advance(window, { offset: 0, line, lineStart: lineStart - base }, count);
    line = at.line;
    lineStart = at.lineStart + base;
    window = window.slice(count);
    base += count;
    tried -= count;
  }

  return {
    push(text) {
      if (stopped) return;
      window += text;
      // Anchors near the end wait until what follows them is there.
      const until = window.length - LOOK_AHEAD;
      if (until <= tried) return;
      scan(until);
      tried = until;
      if (until > LOOK_BACK) drop(until - LOOK_BACK);
    },
    end() {
      if (!stopped) scan(window.length);
      window = '';
    },
  };
}

/** A place in a text, and the line (from 1) that it stands in. */
export type Place = { offset: number; line: number; lineStart: number };

/** The place `to`, counted from one before it. */
export function advance(text: string, from: Place, to: number): Place {
  let { line, lineStart } = from;
  for (let at = text.indexOf('\n', from.offset); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { offset: to, line, lineStart };
}

/** Hits at the anchors that begin in [from, until). What a hit covers is not looked at again by the same detector. */
function* hitsOf(detector: Detector, text: string, from: number, until: number): Generator<Hit> {
  const { anchors } = detector;
  if (anchors instanceof RegExp) {
    yield* hitsAt(detector, text, anchorsByExpression(anchors, text, from, until));
    return;
  }
  for (const word of anchors) yield* hitsAt(detector, text, anchorsByWord(word, text, from, until));
}

function* hitsAt(detector: Detector, text: string, anchors: Iterable<number>): Generator<Hit> {
  let covered = 0;
  for (const at of anchors) {
    if (at < covered) continue;
    const hit = detector.match(text, at);
    if (hit === undefined) continue;
    covered = hit.end;
    yield hit;
  }
}

function* anchorsByWord(word: string, text: string, from: number, until: number): Generator<number> {
  for (let at = text.indexOf(word, from); at >= 0 && at < until; at = text.indexOf(word, at + 1)) yield at;
}

function* anchorsByExpression(
  expression: RegExp,
  text: string,
  from: number,
  until: number,
): Generator<number> {
  // A copy: matching an anchor may use the same expression.
  const finder = new RegExp(expression.source, expression.flags);
  finder.lastIndex = from;
  for (let found = finder.exec(text); found !== null && found.index < until; found = finder.exec(text))
    yield found.index;
}
