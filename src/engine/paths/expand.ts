/** Braces and `@(a|b)`: a pattern becomes a short list of patterns without them. */

import type { Why } from './fault.ts';
import { classEnd } from './segment.ts';

/** More alternatives than this in one pattern are refused. */
export const MAX_ALTERNATIVES = 64;

export type Expansion =
  | { readonly ok: true; readonly texts: readonly string[] }
  | ({ readonly ok: false } & Why);

/** A group that expands: from `open` to `close`, its pieces parted at `splits`; or the whole numbers it counts. */
type Group = { body: number; close: number; splits: number[]; range?: readonly [number, number] };
/** `opener` is `{`, `@` for `@(`, or `(` for parentheses that stand for themselves. */
type Frame = { opener: string; at: number; body: number; splits: number[] };
type Scan =
  | { readonly ok: true; readonly groups: ReadonlyMap<number, Group> }
  | ({ readonly ok: false } & Why);

/** `+(`, `*(`, `?(`, `!(`: the last also at the front, where a lone `!` would negate. */
export const EXTGLOB: Why = {
  why: 'has a repeating or negating group',
  help: 'Write the alternatives as {a,b}, or use several patterns',
};
const BARE_GROUP: Why = {
  why: 'has alternatives in bare parentheses',
  help: 'Write {a,b} in place of (a|b)',
};
const UNBALANCED: Why = {
  why: 'has unbalanced braces',
  help: 'Close every { with a }, and every @( with a )',
};
const TOO_MANY: Why = {
  why: `stands for more than ${MAX_ALTERNATIVES} alternatives`,
  help: 'Use a wildcard, or several patterns',
};
const BAD_RANGE: Why = {
  why: 'has a range that is not of whole numbers',
  help: 'Write the alternatives out: {a,b,c}',
};

const refuse = (why: Why) => ({ ok: false, ...why }) as const;

function readRange(inner: string): readonly [number, number] | Why | undefined {
  if (!inner.includes('..') || inner.includes('{')) return undefined;
  const parts = /^(0|[1-9]\d*)\.\.(0|[1-9]\d*)$/.exec(inner);
  if (parts === null) return BAD_RANGE;
  const range = [Number(parts[1]), Number(parts[2])] as const;
  return Math.abs(range[1] - range[0]) < MAX_ALTERNATIVES ? range : TOO_MANY;
}

/** Forgets parentheses that were never closed: they are plain characters, and their separators their parent's. */
function dropOpenParentheses(stack: Frame[]): boolean {
  for (let top = stack.at(-1); top?.opener === '('; top = stack.at(-1)) {
    stack.pop();
    stack.at(-1)?.splits.push(...top.splits);
  }
  return stack.length > 0;
}

function closeBrace(text: string, at: number, stack: Frame[], groups: Map<number, Group>): Why | undefined {
  if (!dropOpenParentheses(stack)) return UNBALANCED;
  const frame = stack.pop() as Frame;
  if (frame.opener !== '{') return UNBALANCED;
  const group: Group = { body: frame.body, close: at, splits: frame.splits };
  if (frame.splits.length === 0) {
    const range = readRange(text.slice(frame.body, at));
    if (range === undefined) return undefined; // `{a}` is a name in its own right, as in `{{cookiecutter.name}}`
    if ('why' in range) return range;
    group.range = range;
  }
  groups.set(frame.at, group);
  return undefined;
}

function closeParenthesis(at: number, stack: Frame[], groups: Map<number, Group>): Why | undefined {
  const frame = stack.at(-1);
  if (frame === undefined || frame.opener === '{') return undefined; // a plain character
  stack.pop();
  if (frame.opener === '@') groups.set(frame.at, { body: frame.body, close: at, splits: frame.splits });
  else if (frame.splits.length > 0) return BARE_GROUP;
  return undefined;
}

/** One pass over the text that finds the groups and every fault, so that expanding has nothing left to refuse but size. */
function scan(text: string): Scan {
  const groups = new Map<number, Group>();
  const stack: Frame[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    let fault: Why | undefined;
    if (char === '[') at = Math.max(at, classEnd(text, at));
    else if (char === '{') stack.push({ opener: '{', at, body: at + 1, splits: [] });
    else if (char === '(') {
      const before = text.charAt(at - 1);
      if (at > 0 && '+*?!'.includes(before)) fault = EXTGLOB;
      else if (before === '@') stack.push({ opener: '@', at: at - 1, body: at + 1, splits: [] });
      else stack.push({ opener: '(', at, body: at + 1, splits: [] });
    } else if (char === '}') fault = closeBrace(text, at, stack, groups);
    else if (char === ')') fault = closeParenthesis(at, stack, groups);
    else if (char === ',' && stack.at(-1)?.opener === '{') stack.at(-1)?.splits.push(at);
    else if (char === '|' && stack.length > 0 && stack.at(-1)?.opener !== '{') stack.at(-1)?.splits.push(at);
    if (fault !== undefined) return refuse(fault);
  }
  return dropOpenParentheses(stack) ? refuse(UNBALANCED) : { ok: true, groups };
}

function count([from, to]: readonly [number, number]): string[] {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => String(from + step * i));
}

/** The texts that `text.slice(from, to)` stands for, or undefined when there are too many. */
function expandSlice(
  text: string,
  from: number,
  to: number,
  groups: ReadonlyMap<number, Group>,
): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  let plain = from;
  for (let at = from; at < to; at++) {
    const group = groups.get(at);
    if (group === undefined) continue;
    const options = group.range ? count(group.range) : expandPieces(text, group, groups);
    if (options === undefined || texts.length * options.length > MAX_ALTERNATIVES) return undefined;
    const lead = text.slice(plain, at);
    texts = texts.flatMap((done) => options.map((option) => done + lead + option));
    at = group.close;
    plain = at + 1;
  }
  const rest = text.slice(plain, to);
  return rest === '' ? texts : texts.map((done) => done + rest);
}

function expandPieces(text: string, group: Group, groups: ReadonlyMap<number, Group>): string[] | undefined {
  const pieces: string[] = [];
  let start = group.body;
  for (const end of [...group.splits, group.close]) {
    const texts = expandSlice(text, start, end, groups);
    if (texts === undefined || pieces.length + texts.length > MAX_ALTERNATIVES) return undefined;
    pieces.push(...texts);
    start = end + 1;
  }
  return pieces;
}

/**
 * Takes a pattern; gives the patterns without braces and `@(a|b)` that it stands for (`a.{ts,js}`: `a.ts`, `a.js`),
 * or a fault. `{1..9}` counts; `{a}` and `(a)` without alternatives stand for themselves.
 */
export function expand(text: string): Expansion {
  if (!/[{}()]/.test(text)) return { ok: true, texts: [text] };
  const found = scan(text);
  if (!found.ok) return found;
  if (found.groups.size === 0) return { ok: true, texts: [text] };
  const texts = expandSlice(text, 0, text.length, found.groups);
  return texts === undefined ? refuse(TOO_MANY) : { ok: true, texts: [...new Set(texts)] };
}
