/** One segment of a pattern against one name: literal text, `*`, `?` and `[...]`, without back-tracking. */
import picomatch from 'picomatch';
import { foldText, lowerText, trimName } from './alias.ts';

/** How names are compared: `exact` after NFC, `folded` on alias keys, `lowered` in lower case but at their length. */
export type Spelling = 'exact' | 'folded' | 'lowered';

const RESPELL: Readonly<Record<Spelling, (text: string) => string>> = {
  exact: (text) => text,
  folded: foldText,
  lowered: lowerText,
};

const STAR = Symbol('star');
const ONE = Symbol('one');
/** A literal character, a wildcard, or a test of one character. */
type Token = string | typeof STAR | typeof ONE | ((char: string) => boolean);

export type Segment = {
  /** The name it stands for, when it has no wildcard. */
  readonly literal?: string;
  /** For `*TEXT`: TEXT. */
  readonly tail?: string;
  /** For `TEXT*`: TEXT. */
  readonly head?: string;
  /** Matches every name. */
  readonly any: boolean;
  /** The longest text that every name it matches contains; empty when there is none. */
  readonly needs: string;
  matches(name: string): boolean;
};

const POSIX_NAME = /\[:[a-z]+:\]/y;

/** Where the class that opens at `at` closes, or -1 when the bracket is a plain character. */
export function classEnd(text: string, at: number): number {
  let i = at + 1;
  if (text[i] === '!' || text[i] === '^') i++;
  if (text[i] === ']') i++;
  for (; i < text.length && text[i] !== '/'; i++) {
    if (text[i] === ']') return i;
    POSIX_NAME.lastIndex = i;
    if (text[i] === '[' && POSIX_NAME.test(text)) i = POSIX_NAME.lastIndex - 1;
  }
  return -1;
}

/** A class tests one character at a time, so that picomatch's expression has nothing to repeat. */
function classTest(text: string, spelling: Spelling): (char: string) => boolean {
  const expression = picomatch.makeRe(text, {
    windows: false, // else picomatch asks the machine which system it is
    dot: true,
    posix: true,
    nobrace: true,
    noextglob: true,
    flags: spelling === 'exact' ? 'u' : 'iu',
  });
  return (char) => expression.test(char);
}

function tokenize(text: string, spelling: Spelling, classes: boolean): Token[] {
  const tokens: Token[] = [];
  let plain = '';
  const flush = (): void => {
    tokens.push(...RESPELL[spelling](plain));
    plain = '';
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const end = classes && char === '[' ? classEnd(text, i) : -1;
    if (char !== '*' && char !== '?' && end < 0) {
      plain += char;
      continue;
    }
    flush();
    if (end >= 0) tokens.push(classTest(text.slice(i, end + 1), spelling));
    else if (char === '?') tokens.push(ONE);
    else if (tokens.at(-1) !== STAR) tokens.push(STAR);
    i = Math.max(i, end);
  }
  flush();
  return tokens;
}

/** Drops the trailing dots and spaces that alias keys do not have, unless a wildcard stands right before them. */
function trimTokens(tokens: Token[]): Token[] {
  let end = tokens.length;
  while (end > 0 && (tokens[end - 1] === '.' || tokens[end - 1] === ' ')) end--;
  return end > 0 && typeof tokens[end - 1] === 'string' ? tokens.slice(0, end) : tokens;
}

function fits(token: Token | undefined, char: string): boolean {
  if (typeof token === 'function') return token(char);
  return token === ONE || token === char;
}

/**
 * Greedy wildcard match: at a misfit the last star takes one character more. Earlier stars never need to be tried
 * again, so the steps are bounded by tokens times characters.
 */
function walk(tokens: readonly Token[], chars: ArrayLike<string>): boolean {
  let t = 0;
  let star = -1;
  let mark = 0;
  for (let c = 0; c < chars.length; ) {
    if (tokens[t] === STAR) {
      star = t++;
      mark = c;
    } else if (t < tokens.length && fits(tokens[t], chars[c] as string)) {
      t++;
      c++;
    } else if (star >= 0) {
      t = star + 1;
      c = ++mark;
    } else return false;
  }
  while (tokens[t] === STAR) t++;
  return t === tokens.length;
}

const SURROGATE = /[\ud800-\udfff]/;
/** The name as a list of code points; a string without surrogate pairs is one already. */
const codePoints = (name: string): ArrayLike<string> => (SURROGATE.test(name) ? Array.from(name) : name);

const isText = (token: Token): token is string => typeof token === 'string';

function longestText(tokens: readonly Token[]): string {
  let longest = '';
  let run = '';
  for (const token of tokens) {
    run = isText(token) ? run + token : '';
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

function literalSegment(name: string): Segment {
  return { literal: name, any: false, needs: name, matches: (other) => other === name };
}

/**
 * Compiles one segment (not `**`). With `classes` false, brackets are plain characters. With classes, a name that is
 * equal to the segment's own text matches as well: route folders are called `[id]`.
 */
export function compileSegment(text: string, spelling: Spelling, classes: boolean): Segment {
  const raw = /[*?[]/.test(text) ? tokenize(text, spelling, classes) : [RESPELL[spelling](text)];
  if (raw.every(isText)) {
    const name = raw.join('');
    return literalSegment(spelling === 'folded' ? trimName(name) : name);
  }
  const tokens = spelling === 'folded' ? trimTokens(raw) : raw;
  if (tokens.some((token) => typeof token === 'function')) {
    const own = compileSegment(text, spelling, false);
    const matches = (name: string): boolean => walk(tokens, codePoints(name)) || own.matches(name);
    return { any: false, needs: '', matches };
  }
  const first = tokens[0];
  const inner = first === STAR ? tokens.slice(1) : tokens.slice(0, -1);
  const edge = inner.every(isText) && (first === STAR || tokens.at(-1) === STAR) ? inner.join('') : undefined;
  return {
    any: edge === '',
    ...(edge ? (first === STAR ? { tail: edge } : { head: edge }) : {}),
    needs: longestText(tokens),
    matches: (name) => walk(tokens, codePoints(name)),
  };
}
