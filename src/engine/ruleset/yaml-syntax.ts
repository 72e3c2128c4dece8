/** The YAML package's complaints in our words: by code, because its messages quote the text. */
import type { YAMLParseError, YAMLWarning } from 'yaml';
import type { TextFault } from '../text-fault.ts';

type Wording = { readonly message: string; readonly help?: string };

const CHECK_INDENT = 'Check the indentation of this line and the one above';

const WORDINGS: Readonly<Record<string, Wording>> = {
  ALIAS_PROPS: { message: 'An alias cannot have an anchor or a tag', help: 'Quote it if text is meant' },
  BAD_ALIAS: { message: 'The name of this anchor or alias is not clear', help: 'Quote it if text is meant' },
  BAD_COLLECTION_TYPE: { message: 'The tag does not fit the value', help: 'Remove the tag' },
  BAD_DIRECTIVE: { message: 'A YAML directive is not allowed', help: 'Remove the line' },
  BAD_DQ_ESCAPE: {
    message: 'Unknown escape in a text in double quotes',
    help: "Write \\\\ for a backslash, or use 'single quotes'",
  },
  BAD_INDENT: { message: 'The indentation does not fit', help: CHECK_INDENT },
  BAD_PROP_ORDER: {
    message: 'An anchor or tag stands before the indicator',
    help: 'Move it behind the indicator',
  },
  BAD_SCALAR_START: { message: 'A plain text cannot start with this character', help: 'Quote the text' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'A mapping or list cannot start here, on the line of another key',
    help: "Quote a text that holds ': ', or begin the mapping on its own line",
  },
  BLOCK_IN_FLOW: { message: 'A block value stands inside brackets', help: 'Write it with [ ] or { }' },
  IMPOSSIBLE: { message: 'This cannot be read as YAML', help: CHECK_INDENT },
  KEY_OVER_1024_CHARS: { message: 'A key is longer than 1024 characters', help: 'Is a quote missing?' },
  MISSING_CHAR: { message: 'Something is missing here', help: 'Look at this place and before it' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'A key goes over more than one line',
    help: 'Is a colon or a quote missing, or does the line above need quotes?',
  },
  MULTIPLE_ANCHORS: { message: 'A value has two anchors', help: 'Keep one' },
  MULTIPLE_TAGS: { message: 'A value has two tags', help: 'Remove them' },
  RESOURCE_EXHAUSTION: { message: 'The value is nested too deeply', help: 'Flatten it' },
  TAB_AS_INDENT: { message: 'A tab is used for indentation', help: 'Indent with spaces, two a level' },
  UNEXPECTED_TOKEN: { message: 'This does not belong here', help: CHECK_INDENT },
};

const FALLBACK: Wording = { message: 'This cannot be read as YAML' };

const QUOTE: Wording = {
  message: 'A quote that starts here does not end',
  help: 'Close it; a quote inside \'text\' is doubled, inside "text" it follows a backslash',
};

/** The package has one code for several of these; its text tells them apart. */
const BY_MESSAGE: readonly (readonly [RegExp, Wording])[] = [
  [/closing .quote/, QUOTE],
  [/followed by map values/, { message: 'A key without a colon', help: 'Write "key: value", with a space' }],
  [
    /^Missing ,/,
    { message: 'A comma is missing between two items in brackets', help: 'Write [a, b] or { a: 1, b: 2 }' },
  ],
  [
    / end with /,
    { message: 'A bracket that is open here does not end', help: 'Close it, indented more than its key' },
  ],
  [/space|^Comments/, { message: 'A space is missing here', help: 'Quote it if it is part of a text' }],
];

/**
 * One complaint of the package as a fault at its offset; `undefined` for those that the guard has made already.
 * `quoteAt` gives the start of the quoted text that ends at an offset: where a missing quote is best looked for.
 */
export function syntaxFault(
  error: YAMLParseError | YAMLWarning,
  quoteAt: (end: number) => number | undefined,
): TextFault | undefined {
  if (error.code === 'TAG_RESOLVE_FAILED' || error.code === 'BAD_DIRECTIVE') return undefined;
  const byMessage = BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1];
  const wording = byMessage ?? WORDINGS[error.code] ?? FALLBACK;
  const code = error.code === 'TAB_AS_INDENT' ? 'tab-indent' : 'yaml-syntax';
  const offset = (wording === QUOTE ? quoteAt(error.pos[0]) : undefined) ?? error.pos[0];
  return { code, offset, ...wording };
}
