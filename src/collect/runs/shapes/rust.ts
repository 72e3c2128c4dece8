/** Rust: panics, errors that main gives back, and errors of the compiler. */
import { distinct, type Found } from './found.ts';

const PANIC = /^\s*thread '.*' (?:\(\d+\) )?panicked at (.*)$/;
const OVERFLOW = /^\s*thread '.*' (?:\(\d+\) )?has overflowed its stack$/;
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/on a `None` value/, 'unwrap on None'],
  [/index out of bounds/, 'index out of bounds'],
  [/assertion (?:`.*` )?failed/, 'assertion failed'],
  [/attempt to .* with overflow/, 'arithmetic overflow'],
  [/attempt to divide by zero/, 'divide by zero'],
];
const KIND = /\bkind: ([A-Z]\w*)/;
const SYNTAX =
  /^error: (?:expected |unexpected |mismatched closing |this file contains an unclosed |unterminated )/;

export function rust(lines: readonly string[]): Found {
  const ended = lines.flatMap((line, at) => {
    const place = PANIC.exec(line)?.[1];
    // Before Rust 1.73 the message stands in the line itself, since then below it.
    if (place !== undefined) return [messageWord(place.startsWith("'") ? place : (lines[at + 1] ?? ''))];
    if (OVERFLOW.test(line)) return ['stack overflow'];
    const kind = /^Error: /.test(line) ? KIND.exec(line)?.[1] : undefined;
    return kind === undefined ? [] : [kind];
  });
  return { ended: distinct([...ended, ...compiled(lines)]), told: [] };
}

const messageWord = (message: string) =>
  KIND.exec(message)?.[1] ?? MESSAGES.find(([expression]) => expression.test(message))?.[1] ?? 'panic';

/** One slip makes the compiler complain in many places: the first complaint counts. */
function compiled(lines: readonly string[]): string[] {
  for (const [at, line] of lines.entries()) {
    const code = /^error\[(E\d{4})\]: /.exec(line)?.[1];
    if (code !== undefined) return [code];
    const hasPlace = /^\s*--> /.test(lines[at + 1] ?? '');
    if (hasPlace && /^error: /.test(line)) return [SYNTAX.test(line) ? 'syntax error' : 'compile error'];
  }
  return [];
}
