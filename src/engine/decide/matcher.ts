/** The matchers of a field: equals, in, blank, empty, absent, gt, gte, lt, lte, matches, glob. */
import type { PathSegment } from '../evidence/issues.ts';
import { unknownField } from '../evidence/issues.ts';
import { type ShapeType, shapeAt } from '../evidence/shape.ts';
import { isObject, type Json } from '../json.ts';
import { nearest } from '../near.ts';
import { hasSomethingToRead } from '../paths/characters.ts';
import {
  FAULTY,
  type FieldContext,
  fault,
  type Matcher,
  type Place,
  plain,
  show,
  wrongType,
} from './matcher-place.ts';
import { isBlank, isEmpty } from './presence.ts';
import { glob, matches } from './text-matchers.ts';
import { FALSE, TRUE, type Tri, tri, UNKNOWN } from './tri.ts';

const MATCHERS = [
  'equals',
  'in',
  'blank',
  'empty',
  'absent',
  'gt',
  'gte',
  'lt',
  'lte',
  'matches',
  'glob',
] as const;
type Word = (typeof MATCHERS)[number];
type Scalar = string | number | boolean;

const isScalar = (value: Json): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Compiles what stands under a field name: a plain value (equals), or one or more matchers that must all hold. */
export function compileField(
  field: string,
  value: Json,
  path: readonly PathSegment[],
  context: FieldContext,
): Matcher {
  const shape = shapeAt(context.section.schema, field.split('.'));
  if (!shape.ok) {
    const { code, message, help } = unknownField(field, path, shape.known);
    context.complain(path, code, `${message} of ${context.section.name}`, help, 'key');
    return FAULTY;
  }
  if (value === null) {
    context.complain(path, 'no-value', `"${field}" has no value`, 'Expected a value or a matcher', 'key');
    return FAULTY;
  }
  const faults = { field, path, type: shape.type, context };
  if (!isObject(value)) return guarded(compileWord('equals', value, faults), 'equals', faults);
  const parts = Object.entries(value).map(([word, argument]) => {
    const at = { ...faults, path: [...path, word] };
    if ((MATCHERS as readonly string[]).includes(word))
      return guarded(compileWord(word as Word, argument, at), word as Word, at);
    const { code, message, help } = unknownField(word, path, MATCHERS, 'matcher');
    context.complain(at.path, code, message, help, 'key');
    return FAULTY;
  });
  return allOf(parts, faults);
}

const FITS: Readonly<Record<ShapeType, (value: Json) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  record: isObject,
  object: isObject,
  any: () => true,
};

const FEW = 8;

// A short list is walked faster than a text is hashed.
function oneOfWords(words: readonly string[]): (value: Json) => boolean {
  if (words.length <= FEW) {
    return (value) => {
      for (let i = 0; i < words.length; i++) if (words[i] === value) return true;
      return false;
    };
  }
  const set: ReadonlySet<Json> = new Set(words);
  return (value) => set.has(value);
}

// These find a wrong type by themselves.
const TYPED: ReadonlySet<Word> = new Set(['gt', 'gte', 'lt', 'lte', 'matches', 'glob']);

// A value of the wrong type, or a word that the policy's vocabulary does not have, tells nothing, whatever the matcher
// would make of it. `equals` and `in` see to it themselves; what is no text is blank, and an unknown word can be read.
function guarded(matcher: Matcher, word: Word, place: Place): Matcher {
  if (word === 'blank' || word === 'equals' || word === 'in' || matcher === FAULTY) return matcher;
  const known = knownWords(place);
  const { type } = place;
  const typed = type === 'any' || TYPED.has(word) || (word === 'empty' && type === 'list');
  if (known === undefined && typed) return matcher;
  const fits = known ?? FITS[type];
  const { test } = matcher;
  const { rises, falls, says } = matcher;
  return { test: (value) => (value == null || fits(value) ? test(value) : UNKNOWN), rises, falls, says };
}

// Whether the vocabulary has a value; undefined when the field has none.
function knownWords({ type, field, context }: Place): ((value: Json) => boolean) | undefined {
  const words = context.vocabulary.get(field);
  if (words === undefined) return undefined;
  const has = oneOfWords(words);
  return type === 'any' ? (value) => typeof value !== 'string' || has(value) : has;
}

function allOf(parts: readonly Matcher[], place: Place): Matcher {
  const [only, second] = parts;
  if (only === undefined)
    return fault(place, 'Expected at least one matcher', `One of ${MATCHERS.join(', ')}`);
  if (second === undefined) return only;
  return {
    test: (value) => parts.reduce<Tri>((least, part) => Math.min(least, part.test(value)) as Tri, TRUE),
    rises: parts.some((part) => part.rises),
    falls: parts.some((part) => part.falls),
    says: parts.map((part) => part.says).join(' and '),
  };
}

function compileWord(word: Word, argument: Json, place: Place): Matcher {
  switch (word) {
    case 'equals':
      return isScalar(argument)
        ? equals(argument, place)
        : fault(place, 'Expected one value to compare with');
    case 'in':
      return Array.isArray(argument) && argument.length > 0 && argument.every(isScalar)
        ? oneOf(argument as readonly Scalar[], place)
        : fault(place, 'Expected a list of values under "in"');
    case 'blank':
    case 'empty':
    case 'absent':
      return typeof argument === 'boolean'
        ? presence(word, argument, place)
        : fault(place, `Expected true or false under "${word}"`);
    case 'matches':
      return typeof argument === 'string'
        ? matches(argument, place)
        : fault(place, 'Expected a regular expression in quotes');
    case 'glob':
      return typeof argument === 'string'
        ? glob(argument, place)
        : fault(place, 'Expected a path pattern in quotes');
    default:
      return typeof argument === 'number'
        ? compare(word, argument, place)
        : fault(place, `Expected a number under "${word}"`);
  }
}

function typeOf(value: Scalar): ShapeType {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'flag';
}

function equals(wanted: Scalar, place: Place): Matcher {
  checkWord(wanted, place);
  if (wrongType(place, typeOf(wanted))) {
    return fault(place, `"${place.field}" is a ${place.type} and can never equal ${show(wanted)}`);
  }
  const type = typeof wanted;
  const known = knownWords(place);
  const { field } = place;
  return {
    test: (value) =>
      value === wanted
        ? TRUE
        : typeof value === type && (known === undefined || known(value!))
          ? FALSE
          : UNKNOWN,
    // The same again: a call to `test` would cost as much as the comparison.
    onField(holder) {
      const value = holder[field];
      if (value === wanted) return TRUE;
      return typeof value === type && (known === undefined || known(value!)) ? FALSE : UNKNOWN;
    },
    ...plain,
    says: `is ${show(wanted)}`,
    wanted,
  };
}

function oneOf(wanted: readonly Scalar[], place: Place): Matcher {
  for (const [index, value] of wanted.entries()) checkWord(value, { ...place, path: [...place.path, index] });
  const odd = wanted.find((value) => wrongType(place, typeOf(value)));
  if (odd !== undefined)
    return fault(place, `"${place.field}" is a ${place.type} and can never equal ${show(odd)}`);
  const set: ReadonlySet<Json | undefined> = new Set(wanted);
  const types: ReadonlySet<string> = new Set(wanted.map((value) => typeof value));
  const known = knownWords(place) ?? (() => true);
  return {
    test: (value) => (set.has(value) ? TRUE : types.has(typeof value) && known(value!) ? FALSE : UNKNOWN),
    ...plain,
    says: `is one of ${wanted.map(show).join(', ')}`,
  };
}

// A word outside the policy's own vocabulary can never occur in evidence that the policy understands: a typo.
function checkWord(value: Scalar, place: Place): void {
  const words = place.context.vocabulary.get(place.field);
  if (words === undefined || typeof value !== 'string' || words.includes(value)) return;
  const near = nearest(value, words);
  const help = near === undefined ? `The vocabulary has ${words.join(', ')}` : `Did you mean "${near}"?`;
  place.context.complain(
    place.path,
    'unknown-word',
    `${show(value)} is not in the vocabulary of "${place.field}"`,
    help,
  );
}

function presence(word: 'blank' | 'empty' | 'absent', wanted: boolean, place: Place): Matcher {
  const says = `is ${wanted ? '' : 'not '}${word}`;
  if (word === 'empty') {
    if (!['text', 'list', 'record', 'any'].includes(place.type))
      return fault(place, `"${place.field}" is a ${place.type}, which is never empty`);
    return place.type === 'list'
      ? emptyList(wanted, place, says)
      : { test: (value) => isEmpty(value, wanted), ...plain, says };
  }
  if (word === 'blank' && wrongType(place, 'text'))
    return fault(place, `"${place.field}" is a ${place.type}, which is never blank`);
  const absent = (value: Json | undefined) => tri((value == null) === wanted);
  const blank = (value: Json | undefined) => tri(isBlank(value) === wanted);
  const trend = { rises: wanted, falls: !wanted, says };
  const { field } = place;
  return word === 'absent'
    ? { test: absent, ...trend }
    : {
        test: blank,
        onField(holder) {
          const value = holder[field];
          return (typeof value === 'string' && hasSomethingToRead(value)) === wanted ? FALSE : TRUE;
        },
        ...trend,
      };
}

// Lists are what is most often asked to be empty.
function emptyList(wanted: boolean, { field }: Place, says: string): Matcher {
  const test = (value: Json | undefined) =>
    Array.isArray(value) ? tri((value.length === 0) === wanted) : UNKNOWN;
  return { test, onField: (holder) => test(holder[field]), ...plain, says };
}

const COMPARE = {
  gt: { holds: (a: number, b: number) => a > b, says: 'is over' },
  gte: { holds: (a: number, b: number) => a >= b, says: 'is at least' },
  lt: { holds: (a: number, b: number) => a < b, says: 'is under' },
  lte: { holds: (a: number, b: number) => a <= b, says: 'is at most' },
} as const;

function compare(word: keyof typeof COMPARE, bound: number, place: Place): Matcher {
  if (wrongType(place, 'number')) return fault(place, `"${place.field}" is a ${place.type}, not a number`);
  const { holds, says } = COMPARE[word];
  return {
    test: (value) => (typeof value === 'number' ? tri(holds(value, bound)) : UNKNOWN),
    ...plain,
    says: `${says} ${bound}`,
  };
}
