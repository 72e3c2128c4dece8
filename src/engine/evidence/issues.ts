/** Turns what valibot says into complaints with a path, words a person can act on, and a near name. */
import * as v from 'valibot';
import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import { nearest } from '../near.ts';
import { showKey } from '../unsafe-keys.ts';
import { child, knownFields, unwrap } from './shape.ts';

export type PathSegment = string | number;
export type Complaint = {
  readonly code: string;
  readonly path: readonly PathSegment[];
  /** Whether the key or the value at the path is at fault. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly help?: string;
};

/**
 * Everything in `value` that the schema does not allow, in document order of discovery; never the value itself.
 * `name` is what the value as a whole is called.
 */
export function complaintsAbout(schema: v.GenericSchema, value: Json, name?: string): readonly Complaint[] {
  const complaints: Complaint[] = [];
  if (Array.isArray(value) && MAPPINGS.has(unwrap(schema).type))
    return [wrongType([], 'a mapping', 'a list', name)];
  unknownFields(schema, value, [], complaints);
  const result = v.safeParse(schema, value);
  for (const issue of result.issues ?? []) {
    const complaint = fromIssue(issue, name);
    if (complaint !== undefined) complaints.push(complaint);
  }
  return complaints;
}

const MAPPINGS: ReadonlySet<string> = new Set(['strict_object', 'loose_object', 'object', 'record']);

// valibot reports one unknown field an object; a rule author wants all of them at once.
function unknownFields(
  schema: v.GenericSchema,
  value: Json,
  path: readonly PathSegment[],
  out: Complaint[],
): void {
  if (Array.isArray(value)) {
    // To valibot a list is an object, and one without entries satisfies every optional field.
    if (MAPPINGS.has(unwrap(schema).type)) {
      out.push(wrongType(path, 'a mapping', 'a list'));
      return;
    }
    for (const [index, item] of value.entries()) {
      const inner = child(schema, index);
      if (inner !== undefined) unknownFields(inner, item, [...path, index], out);
    }
    return;
  }
  if (!isObject(value)) return;
  const known = knownFields(schema);
  const closed = unwrap(schema).type === 'strict_object';
  for (const [key, item] of Object.entries(value)) {
    const inner = child(schema, key);
    if (inner !== undefined) unknownFields(inner, item, [...path, key], out);
    else if (closed) out.push(unknownField(key, [...path, key], known));
  }
}

/** The complaint about a name that is not among the known ones. */
export function unknownField(
  name: string,
  path: readonly PathSegment[],
  known: readonly string[],
  what = 'field',
): Complaint {
  const near = nearest(name, known);
  const all = known.length === 0 ? undefined : `Known: ${known.join(', ')}`;
  const help = near === undefined ? all : `Did you mean "${near}"?`;
  return {
    code: `unknown-${what}`,
    path,
    at: 'key',
    message: `Unknown ${what} ${showKey(name)}`,
    ...(help === undefined ? {} : { help }),
  };
}

/** At the top there is no place to look at, so the value is called by its name. */
function wrongType(path: readonly PathSegment[], wants: string, is: string, name?: string): Complaint {
  const named = path.length === 0 && name !== undefined;
  const message = named ? `"${name}" should be ${wants}, but is ${is}` : `Expected ${wants} but found ${is}`;
  return { code: 'wrong-type', path, at: 'value', message };
}

function fromIssue(issue: v.BaseIssue<unknown>, whole?: string): Complaint | undefined {
  const path = (issue.path ?? []).map((item) => item.key as PathSegment);
  if (issue.type === 'strict_object' && issue.expected === 'never') return undefined;
  const name = path.at(-1);
  if (issue.received === 'undefined' && issue.path?.at(-1)?.origin === 'key') {
    return {
      code: 'missing-field',
      path: path.slice(0, -1),
      at: 'value',
      message: `Missing field ${JSON.stringify(name)}`,
    };
  }
  if (issue.received === 'null') {
    const called = typeof name === 'number' ? `Item ${name}` : JSON.stringify(name);
    const message = name === undefined ? 'The document is empty' : `${called} has no value`;
    const worded = issue.type === 'union' || issue.type === 'literal';
    const help = worded ? issue.message : `Expected ${wanted(issue)}`;
    return { code: 'no-value', path, at: 'key', message, help };
  }
  if (issue.type === 'picklist') return unknownWord(issue.input, path, wordsOf(issue));
  if (issue.type === 'union') return fromUnion(issue, path);
  if (issue.type !== 'literal' && issue.kind !== 'validation')
    return wrongType(path, wanted(issue), found(issue), whole);
  const said = DEFAULTS[issue.type]?.(String(issue.requirement)) ?? 'Expected another value';
  const own = issue.message.startsWith('Invalid ') ? said : issue.message;
  return {
    code: 'wrong-type',
    path,
    at: 'value',
    message: own,
  };
}

// Of the faults under each option only those of the option that was meant are of use.
function fromUnion(issue: v.BaseIssue<unknown>, path: readonly PathSegment[]): Complaint {
  const { input, message, issues = [] } = issue;
  const item = Array.isArray(input)
    ? issues.find(({ path }) => typeof path?.[0]?.key === 'number')
    : undefined;
  const inner = item === undefined ? undefined : fromIssue(item);
  if (inner !== undefined) return { ...inner, path: [...path, ...inner.path] };
  const words = issues.flatMap((option) => (option.type === 'picklist' ? wordsOf(option) : []));
  const near = typeof input === 'string' ? nearest(input, words) : undefined;
  const help = near === undefined ? {} : { help: `Did you mean "${near}"?` };
  return { code: 'wrong-type', path, at: 'value', message, ...help };
}

function unknownWord(input: unknown, path: readonly PathSegment[], options: readonly string[]): Complaint {
  const near = typeof input === 'string' ? nearest(input, options) : undefined;
  const message = `Expected one of ${options.map((o) => JSON.stringify(o)).join(', ')}`;
  const help = near === undefined ? undefined : `Did you mean "${near}"?`;
  return { code: 'unknown-word', path, at: 'value', message, ...(help === undefined ? {} : { help }) };
}

// valibot keeps the words of a choice only in what it expected: ("a" | "b").
const wordsOf = (issue: v.BaseIssue<unknown>) =>
  [...(issue.expected ?? '').matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? '');

// valibot's own words for these quote the value.
const DEFAULTS: Readonly<Record<string, (bound: string) => string>> = {
  integer: () => 'Expected a whole number',
  min_value: (bound) => `Expected a number of at least ${bound}`,
  min_length: (bound) => `Expected at least ${bound} of them`,
};

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'a mapping',
};

function wanted(issue: v.BaseIssue<unknown>): string {
  const { expected } = issue;
  if (expected === null) return 'something else';
  // valibot writes a choice as ("a" | "b").
  if (expected.startsWith('(')) return `one of ${expected.slice(1, -1).split(' | ').join(', ')}`;
  return WORDS[expected] ?? expected;
}

// The kind of thing found, never the thing: input may hold private content.
function found(issue: v.BaseIssue<unknown>): string {
  const { input } = issue;
  if (Array.isArray(input)) return 'a list';
  return WORDS[typeof input] ?? (input === null ? 'nothing' : 'a mapping');
}
