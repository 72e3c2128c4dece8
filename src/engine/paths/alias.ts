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
