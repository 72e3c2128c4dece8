/** Characters that change how a path reads or what it names. Fixed ranges, so that every runtime agrees. */

type Range = readonly [number, number];

/** Unicode's Bidi_Control: characters that reorder the text around them. */
const BIDI: readonly Range[] = [
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
];

/** Unicode's Default_Ignorable_Code_Point: drawn as nothing, and dropped by some file systems. */
const IGNORABLE: readonly Range[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** C0, DEL, C1 and the two Unicode line separators. */
const CONTROL: readonly Range[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x2028, 0x2029],
];

const SURROGATE: readonly Range[] = [[0xd800, 0xdfff]];

function anyOf(...sets: readonly (readonly Range[])[]): RegExp {
  const ranges = sets.flat().map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`);
  return new RegExp(`[${ranges.join('')}]`, 'gu');
}

const bidi = anyOf(BIDI);
const ignorable = anyOf(IGNORABLE);
const unprintable = anyOf(CONTROL, BIDI, IGNORABLE, SURROGATE);
const PLAIN = /^[ -~]*$/;

/** True when every character is printable ASCII. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Where the first character stands that cannot be seen or would reorder the line; -1 when there is none. */
export function findUnseen(text: string): number {
  return isPlain(text) ? -1 : text.search(unprintable);
}

export function hasBidi(text: string): boolean {
  return text.search(bidi) >= 0;
}

export function dropIgnorable(text: string): string {
  return text.replace(ignorable, '');
}

/** True when a person would see something: neither white space nor what is drawn as nothing. */
export function hasSomethingToRead(text: string): boolean {
  const first = text.charCodeAt(0);
  // Nearly every text begins with a letter: `!` to `~` are all drawn.
  if (first > 0x20 && first < 0x7f) return true;
  return (isPlain(text) ? text : dropIgnorable(text)).trim() !== '';
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(char: string): string {
  const code = char.codePointAt(0) as number;
  const hex = code.toString(16);
  return SHORT[char] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
}

/** The text with what cannot be seen, or would reorder the line, written as escapes (`\n`, `\u202e`). */
export function printable(text: string): string {
  return isPlain(text) ? text : text.replace(unprintable, escaped);
}
