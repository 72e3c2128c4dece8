/** Lists of path patterns, compiled once and asked many times. The public face of pattern matching. */
import { foldPath, lowerText } from './alias.ts';
import { type Role, readEntry, segmentsOf } from './entry.ts';
import { expand } from './expand.ts';
import type { EntryFault } from './fault.ts';
import { createIndex, type PatternIndex } from './index-of.ts';
import type { Spelling } from './segment.ts';

/** A compiled list. Paths must be normalised by `checkPath` first. */
export type PatternSet = {
  matches(path: string): boolean;
  /** The pattern that decided, as it was written. */
  find(path: string): string | undefined;
  /** Number of patterns. */
  readonly size: number;
};

export type CompiledPatterns =
  | { readonly ok: true; readonly set: PatternSet }
  | { readonly ok: false; readonly faults: readonly EntryFault[] };

/** An index for each spelling that some entry asked for. */
type Indexes = { [S in Spelling]?: PatternIndex };
/** The highest index of an entry that matches a path, or -1; with `any`, the first found will do. */
type Find = (path: string, any: boolean) => number;

function createSet(patterns: readonly string[], role: Role, { exact, folded, lowered }: Indexes): PatternSet {
  const narrow: Find = (path, any) => exact?.find(path, any) ?? -1;
  const wide: Find = (path, any) => {
    const best = folded?.find(foldPath(path), any) ?? -1;
    return lowered === undefined ? best : Math.max(best, lowered.find(lowerText(path), any));
  };
  const [positive, negative] = role === 'allow' ? [narrow, wide] : [wide, narrow];
  const negates = (role === 'allow' ? folded : exact) !== undefined;
  function decide(path: string): number {
    const best = positive(path, false);
    return best < 0 || !negates || best > negative(path, false) ? best : -1;
  }
  return {
    matches: (path) => (negates ? decide(path) : positive(path, true)) >= 0,
    find: (path) => patterns[decide(path)],
    size: patterns.length,
  };
}

/**
 * Compiles a list of patterns; gives the set, or every fault of every pattern at once.
 *
 * Both roles: `*` and `?` stay within a segment and match dot files, `**` is any number of segments, `[a-z]` a class,
 * `{a,b}` and `@(a|b)` alternatives, `/` at the end the folder's contents. A path that is spelt like an entry always
 * matches it. `!entry` undoes the entries before it; the last entry that matches decides.
 *
 * `deny` reads like gitignore: without a slash at any depth, a leading slash anchors, and what matches a folder covers
 * all below it (`vault/**` covers `vault` too). It compares alias keys, so `.ENV` and `.env.` are `.env`.
 *
 * `allow` is anchored at the root, compares exactly after NFC, and covers nothing below what it names: `src/**` is what
 * lies in `src`, not `src` itself.
 *
 * A `!` entry of a deny list gives, so it reads as narrowly as allow, at any depth when it has no slash; one of an
 * allow list takes, and reads as widely as deny.
 */
export function compilePatterns(patterns: readonly string[], role: Role): CompiledPatterns {
  const indexes: Indexes = {};
  const faults: EntryFault[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const entry = readEntry(pattern, role);
    if (!entry.ok) {
      const { why, help } = entry;
      faults.push({ index, pattern, why, ...(help === undefined ? {} : { help }) });
      continue;
    }
    for (const alternative of entry.alternatives) {
      const { spelling } = alternative;
      indexes[spelling] ??= createIndex(spelling !== 'exact');
      indexes[spelling].add(alternative, index);
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, set: createSet([...patterns], role, indexes) };
}

/** Wildcards alone, dots among them: `*`, `**`, `*.*`, `?*`, but not `.*` or `??`. */
const NAMES_NOTHING = /^(?=.*\*)[*?][*?.]*$/;

/**
 * True for an allow entry that is no fence: one of its alternatives has no segment that names anything, each being
 * made of `*`, `?` and dots with at least one star, after a wildcard at the front. So `**`, `*`, `.`, `/`, `*.*`,
 * `**` + `/*` and `{**,x}` are unbounded; `*.ts`, `.*`, `src/**` and `???` are not. The length of the tree is not looked
 * at: `*` allows every file at the root, and a list with it says nothing. Negated and faulty entries are not unbounded.
 */
export function isUnbounded(pattern: string): boolean {
  if (pattern.startsWith('!')) return false;
  const expansion = expand(pattern);
  if (!expansion.ok) return false;
  return expansion.texts.some(
    (text) => text !== '' && segmentsOf(text).every((name) => NAMES_NOTHING.test(name)),
  );
}

/**
 * For paths that no entry allows: a function that gives the entry which differs from a path by case, normalisation or
 * another alias only. The list is folded at the first question, once.
 */
export function caseHints(allow: readonly string[]): (path: string) => string | undefined {
  let byKey: Map<string, { readonly entry: string; readonly text: string }[]> | undefined;
  return (path) => {
    byKey ??= keysOf(allow);
    return byKey.get(foldPath(path))?.find(({ text }) => text !== path)?.entry;
  };
}

function keysOf(allow: readonly string[]): Map<string, { entry: string; text: string }[]> {
  const byKey = new Map<string, { entry: string; text: string }[]>();
  for (const entry of allow) {
    const text = segmentsOf(entry).join('/');
    const key = foldPath(text);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [{ entry, text }]);
    else same.push({ entry, text });
  }
  return byKey;
}

/** For one path that no entry allows: see `caseHints`. */
export function caseHint(path: string, allow: readonly string[]): string | undefined {
  return caseHints(allow)(path);
}
