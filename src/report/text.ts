/** Text for terminals: evidence is escaped so that it cannot drive one, and lines are wrapped. */
import { printPath } from '../engine/mod.ts';

/** Control, bidi and invisible characters as escapes. */
export const printable = printPath;

/** Wraps at spaces, and inside words that are longer than a line. */
export function wrap(text: string, columns: number, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  const close = () => {
    lines.push(line);
    line = rest;
    empty = true;
  };
  for (const word of text.split(' ').flatMap((w) => pieces(w, columns - rest.length))) {
    if (!empty && line.length + 1 + word.length > columns) close();
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  lines.push(line);
  return lines;
}

function pieces(word: string, width: number): string[] {
  const out: string[] = [];
  for (let at = 0; at < word.length || at === 0; ) {
    // A character outside the basic plane is two code units, which a cut must not part.
    const end = at + width - (/[\ud800-\udbff]/.test(word.charAt(at + width - 1)) ? 1 : 0);
    out.push(word.slice(at, end));
    at = end;
  }
  return out;
}
