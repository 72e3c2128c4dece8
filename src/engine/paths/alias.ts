/** Alias keys: when two spellings can be one file on some disk (case, ligatures, trailing dots, invisible characters). */
import { dropIgnorable, isPlain } from './characters.ts';

/**
 * Case folding without tables: up then down, twice, because a capital sharp s needs the second round.
 * A final sigma is a matter of context, so both forms become one.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  let key = dropIgnorable(text.normalize('NFC'));
  for (let round = 0; round < 2; round++) key = key.toUpperCase().toLowerCase();
  return key.replaceAll('\u03c2', '\u03c3').normalize('NFC');
}

/** The path in lower case and otherwise as it is, so that one character stays one. */
export function lowerText(text: string): string {
  return text.toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** Drops the dots and spaces that Windows drops from the end of a name; a name of nothing else stays. */
export function trimName(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return end === 0 || end === name.length ? name : name.slice(0, end);
}

const TRAILING = /[. ](?:\/|$)/;

/**
 * The alias key of a normalised path: NFC, ignorable code points dropped, case folded in full (`stra\u00dfe` and
 * `strasse` agree), trailing dots and spaces of each segment dropped. Two paths with one key may be one file.
 */
export function foldPath(path: string): string {
  const key = foldText(path);
  return TRAILING.test(key) ? key.split('/').map(trimName).join('/') : key;
}

/** Every proper folder of a path: `a/b/c` gives `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/**
 * Pairs of different normalised paths that some disk takes for one: equal alias keys, or a path that is an alias of a
 * folder on the way to another (a link `Lib` would catch a write to `lib/a`). Each later path is paired with the
 * first of its kind, in input order.
 */
export function findCollisions(paths: readonly string[]): [string, string][] {
  const first = new Map<string, string>();
  const pairs: [string, string][] = [];
  for (const path of new Set(paths)) {
    const key = foldPath(path);
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    else pairs.push([other, path]);
  }
  for (const path of new Set(paths)) {
    for (const folder of foldersOf(path)) {
      const other = first.get(foldPath(folder));
      if (other !== undefined && other !== folder) pairs.push([other, path]);
    }
  }
  return pairs;
}
