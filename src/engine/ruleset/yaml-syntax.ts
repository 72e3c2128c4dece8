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

/** The package has one code for all of these; its text tells them apart. */
const MISSING: readonly (readonly [RegExp, Wording])[] = [
  [
    /closing .quote/,
    { message: 'A quote does not end', help: 'Close it; double a quote that is part of the text' },
  ],
  [/followed by map values/, { message: 'A key without a colon', help: 'Write "key: value", with a space' }],
  [
    /^Missing ,/,
    { message: 'A comma is missing between two items in brackets', help: 'Write [a, b] or { a: 1, b: 2 }' },
  ],
  [/end with|closing/, { message: 'A bracket does not end', help: 'Close it, with the right indentation' }],
  [/space|^Comments/, { message: 'A space is missing here', help: 'Quote it if it is part of a text' }],
];
const MISSING_OTHER: Wording = {
  message: 'Something is missing here',
  help: 'Look at this place and before it',
};

/** One complaint of the package as a fault at its offset; `undefined` for those that the guard has made already. */
export function syntaxFault(error: YAMLParseError | YAMLWarning): TextFault | undefined {
  if (error.code === 'TAG_RESOLVE_FAILED' || error.code === 'BAD_DIRECTIVE') return undefined;
  const wording = error.code === 'MISSING_CHAR' ? missing(error.message) : (WORDINGS[error.code] ?? FALLBACK);
  const code = error.code === 'TAB_AS_INDENT' ? 'tab-indent' : 'yaml-syntax';
  return { code, offset: error.pos[0], ...wording };
}

function missing(message: string): Wording {
  return MISSING.find(([pattern]) => pattern.test(message))?.[1] ?? MISSING_OTHER;
}
