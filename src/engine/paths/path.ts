/** What a safe path is: normalises the harmless spellings and refuses those that may name another file. */
import { foldText, trimName } from './alias.ts';
import { dropIgnorable, hasBidi, isPlain, printable } from './characters.ts';

export { foldPath } from './alias.ts';
export { findCollisions } from './collisions.ts';

export type PathCheck =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly why: string };

/** Linux's PATH_MAX; what is longer cannot be checked out, and would only cost time. In UTF-16 code units. */
const MAX_LENGTH = 4096;

/** Names that Windows gives to devices, in any folder and with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;
/** 8.3 names that NTFS gives to `.git`, `.gitmodules`, `.gitattributes`, `.gitignore` and `.mailmap`. */
const SHORT_GIT = /^(?:git(?:mod|att|ign)?|mailma|gi[0-9a-f]{1,4})~[0-9]+[. ]*$/i;
/** Any 8.3 name that NTFS may have made up: which long name it stands for, only that disk knows. */
const SHORT_NAME = /^(?=[^.]{3,8}(?:\.|[. ]*$))[^.]+~[0-9]+(?:\.[^.]{1,3})?[. ]*$/;
/** What a plain path must not have anywhere to be taken as it is; a first sieve, so it may catch too much. */
const SUSPECT =
  /(?:^|\/)(?:~|[. ]*(?:\/|$)|(?:con|prn|aux|nul|com[1-9]|lpt[1-9]|con(?:in|out)\$) *(?:[./]|$)|\.git[. ]*(?:\/|$))|~[0-9]|[:\\]/i;
const ONLY_DOTS = /^[. ]*$/;

function whyText(raw: string): string | undefined {
  if (raw === '') return 'is empty';
  if (raw.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (raw.includes('\0')) return 'has a NUL character';
  if (raw.includes('\\')) return 'has a backslash';
  if (raw.startsWith('/')) return 'is absolute';
  if (/^[a-z]:/i.test(raw)) return 'has a drive letter';
  if (isPlain(raw)) return undefined;
  if (!raw.isWellFormed()) return 'has half of a surrogate pair';
  return hasBidi(raw) ? 'has a character that reorders text' : undefined;
}

function whySegment(segment: string): string | undefined {
  if (segment === '..') return 'has a `..` segment';
  if (segment.includes(':')) return 'has a colon in a segment';
  const seen = isPlain(segment) ? segment : dropIgnorable(segment);
  if (ONLY_DOTS.test(seen)) return 'has a segment of dots and spaces only';
  if (DEVICE.test(seen)) return 'has a Windows device name';
  if (SHORT_GIT.test(seen)) return 'has a short name of a git control file';
  if (SHORT_NAME.test(seen)) return 'has a segment in the form of a Windows short name';
  if (trimName(foldText(segment)) === '.git') return 'has a `.git` segment';
  return undefined;
}

/**
 * Takes a path as evidence wrote it; gives the normalised path (relative, NFC, `./` and repeated or trailing slashes
 * dropped), or why it is unsafe as a phrase that follows "the path": `has a \`..\` segment`. The answer is the same on
 * every machine: what only Windows or macOS misreads is refused too, because the tree may be checked out there.
 * Newlines and percent signs are legal and literal.
 */
export function checkPath(raw: string): PathCheck {
  if (raw.length <= MAX_LENGTH && isPlain(raw) && !SUSPECT.test(raw)) return { ok: true, path: raw };
  const why = whyText(raw);
  if (why !== undefined) return { ok: false, why };
  const segments = raw
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return { ok: false, why: 'names the root folder' };
  if (segments[0] === '~') return { ok: false, why: 'starts with the home shorthand `~`' };
  for (const segment of segments) {
    const fault = whySegment(segment);
    if (fault !== undefined) return { ok: false, why: fault };
  }
  return { ok: true, path: segments.join('/') };
}

/** A path for showing, never for comparing: control, bidi and ignorable characters become escapes such as `\u202e`. */
export function printPath(path: string): string {
  return printable(path);
}
