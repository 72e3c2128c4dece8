/** Finds what is wrong with a JSON Schema in a rule file, at its place, before anything is judged by it. */
import type { PathSegment } from '../evidence/issues.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { nearest } from '../near.ts';
import { isUnsafeKey, showKey } from '../unsafe-keys.ts';
import { FORMATS } from './formats.ts';
import { DIALECT, IN_PLACE, KEYWORDS, REFUSED, type Takes, TYPES } from './keyword-table.ts';
import { linearPattern, PATTERN_HELP } from './linear-pattern.ts';
import { resolvePointer } from './pointer.ts';

export type Complain = (
  path: readonly PathSegment[],
  code: string,
  message: string,
  help?: string,
  at?: 'key' | 'value',
) => void;

/**
 * Complains of every fault of a schema (JSON Schema 2020-12): unknown keywords, wrong arguments, references that leave the
 * schema or lead nowhere or in a circle, and patterns that are not linear. `path` is where the schema stands in the gate.
 */
export function checkSchema(schema: Json, path: readonly PathSegment[], complain: Complain): void {
  const check: Check = { root: schema, complain, found: new Set(), referredTo: [] };
  checkNode(check, schema, path);
  for (const { target, at } of check.referredTo) if (!check.found.has(target)) leadsNowhere(check, at);
}

type Check = {
  readonly root: Json;
  readonly complain: Complain;
  /** Every schema that stands where a schema belongs. */
  readonly found: Set<Json>;
  readonly referredTo: { readonly target: Json; readonly at: Path }[];
};
type Path = readonly PathSegment[];

function checkNode(check: Check, schema: Json, path: Path): void {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) {
    check.complain(path, 'bad-schema', 'Expected a JSON Schema: a mapping, or true or false');
    return;
  }
  check.found.add(schema);
  for (const [keyword, argument] of Object.entries(schema)) {
    const at = [...path, keyword];
    const takes = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (takes === undefined) unknownKeyword(check, keyword, at);
    else TAKERS[takes](check, argument, at);
  }
  if (endlessly(check.root, schema))
    check.complain(path, 'bad-schema', 'The schema refers to itself without going into a part of the value');
}

function unknownKeyword({ complain }: Check, keyword: string, at: Path): void {
  if (Object.hasOwn(REFUSED, keyword)) {
    complain(at, 'bad-schema', `The keyword ${showKey(keyword)} is not taken`, REFUSED[keyword], 'key');
    return;
  }
  const near = nearest(keyword, Object.keys(KEYWORDS));
  const help = near === undefined ? 'See JSON Schema 2020-12' : `Did you mean "${near}"?`;
  complain(at, 'bad-schema', `Unknown keyword ${showKey(keyword)} in a JSON Schema`, help, 'key');
}

type Taker = (check: Check, argument: Json, at: Path) => void;

const expect =
  (what: string, fits: (argument: Json) => boolean): Taker =>
  ({ complain }, argument, at) => {
    if (!fits(argument)) complain(at, 'bad-schema', `Expected ${what} under "${String(at.at(-1))}"`);
  };

const isTexts = (value: Json) =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'string') &&
  new Set(value).size === value.length;
const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value);

const TAKERS: Readonly<Record<Takes, Taker>> = {
  any: () => undefined,
  schema: checkNode,
  schemas(check, argument, at) {
    if (!Array.isArray(argument) || argument.length === 0)
      check.complain(at, 'bad-schema', `Expected a list of schemas under "${String(at.at(-1))}"`);
    else for (const [index, item] of argument.entries()) checkNode(check, item as Json, [...at, index]);
  },
  'schemas by name': (check, argument, at) =>
    eachNamed(check, argument, at, (inner, path) => checkNode(check, inner, path)),
  'schemas by pattern': (check, argument, at) =>
    eachNamed(check, argument, at, (inner, path) => {
      checkPattern(check, String(path.at(-1)), path, 'key');
      checkNode(check, inner, path);
    }),
  'texts by name': (check, argument, at) =>
    eachNamed(check, argument, at, (inner, path) => TAKERS.texts(check, inner, path)),
  'a whole number': expect(
    'a whole number of at least 0',
    (value) => isNumber(value) && Number.isSafeInteger(value) && value >= 0,
  ),
  'a number': expect('a number', isNumber),
  'a number over 0': expect('a number over 0', (value) => isNumber(value) && value > 0),
  'a text': expect('a text', (value) => typeof value === 'string'),
  texts: expect('a list of different texts', isTexts),
  'true or false': expect('true or false', (value) => typeof value === 'boolean'),
  values: expect('a list of at least one value', (value) => Array.isArray(value) && value.length > 0),
  'a pattern'(check, argument, at) {
    if (typeof argument === 'string') checkPattern(check, argument, at, 'value');
    else check.complain(at, 'bad-schema', 'Expected a regular expression in quotes under "pattern"');
  },
  types: expect(
    `one of ${TYPES.join(', ')}, or a list of them,`,
    (value) =>
      (TYPES as readonly Json[]).includes(value) ||
      (isTexts(value) &&
        (value as string[]).length > 0 &&
        (value as string[]).every((word) => (TYPES as readonly string[]).includes(word))),
  ),
  'a format'({ complain }, argument, at) {
    if (typeof argument === 'string' && Object.hasOwn(FORMATS, argument)) return;
    const known = Object.keys(FORMATS).join(', ');
    complain(at, 'bad-schema', 'This format is not checked', `Use a pattern, or one of ${known}`);
  },
  'a reference': checkReference,
  'the dialect': expect(`"${DIALECT}"`, (value) => value === DIALECT),
};

function eachNamed(
  { complain }: Check,
  argument: Json,
  at: Path,
  visit: (inner: Json, path: Path) => void,
): void {
  if (!isObject(argument)) {
    complain(at, 'bad-schema', `Expected a mapping under "${String(at.at(-1))}"`);
    return;
  }
  for (const [name, inner] of Object.entries(argument)) {
    if (isUnsafeKey(name))
      complain([...at, name], 'bad-schema', `The name ${showKey(name)} is not allowed`, undefined, 'key');
    else visit(inner, [...at, name]);
  }
}

function checkPattern({ complain }: Check, source: string, at: Path, side: 'key' | 'value'): void {
  const compiled = linearPattern(source);
  if ('fault' in compiled) complain(at, 'bad-pattern', compiled.fault, PATTERN_HELP, side);
}

function checkReference(check: Check, argument: Json, at: Path): void {
  const { root, complain, referredTo } = check;
  if (typeof argument !== 'string') {
    complain(at, 'bad-reference', 'Expected a text such as "#/$defs/NAME" under "$ref"');
  } else if (!argument.startsWith('#')) {
    const message = 'The reference leaves the rule file, and nothing is fetched';
    complain(at, 'bad-reference', message, 'Copy the schema under $defs');
  } else {
    const target = resolvePointer(root, argument);
    if (isObject(target)) referredTo.push({ target, at });
    else if (typeof target !== 'boolean') leadsNowhere(check, at);
  }
}

function leadsNowhere({ complain }: Check, at: Path): void {
  const help = 'Write "#/$defs/NAME", and put NAME under $defs';
  complain(at, 'bad-reference', 'The reference leads to no schema', help);
}

/** True when the schema comes back to itself while it still looks at the same value. */
function endlessly(root: Json, start: JsonObject): boolean {
  const seen = new Set<Json>();
  const open = inPlace(root, start);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === start) return true;
    if (seen.has(next) || !isObject(next)) continue;
    seen.add(next);
    open.push(...inPlace(root, next));
  }
  return false;
}

/** The schemas that a schema applies to the very value that it is applied to. */
function inPlace(root: Json, schema: JsonObject): Json[] {
  const ref = schema['$ref'];
  const target = typeof ref === 'string' ? resolvePointer(root, ref) : undefined;
  const others = IN_PLACE.flatMap((keyword) => {
    const inner = schema[keyword];
    if (inner === undefined) return [];
    if (keyword === 'dependentSchemas') return isObject(inner) ? Object.values(inner) : [];
    return Array.isArray(inner) ? (inner as Json[]) : [inner];
  });
  return target === undefined ? others : [target, ...others];
}
