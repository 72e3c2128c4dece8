/** Turns what valibot says into complaints with a path, words a person can act on, and a near name. */
import * as v from 'valibot';
import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import { nearest } from '../near.ts';
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

/** Everything in `value` that the schema does not allow, in document order of discovery; never the value itself. */
export function complaintsAbout(schema: v.GenericSchema, value: Json): readonly Complaint[] {
  const complaints: Complaint[] = [];
  unknownFields(schema, value, [], complaints);
  const result = v.safeParse(schema, value);
  for (const issue of result.issues ?? []) {
    const complaint = fromIssue(schema, issue);
    if (complaint !== undefined) complaints.push(complaint);
  }
  return complaints;
}

// valibot reports one unknown field an object; a rule author wants all of them at once.
function unknownFields(
  schema: v.GenericSchema,
  value: Json,
  path: readonly PathSegment[],
  out: Complaint[],
): void {
  if (Array.isArray(value)) {
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
  const help = near === undefined ? `Known: ${known.join(', ')}` : `Did you mean "${near}"?`;
  return {
    code: `unknown-${what}`,
    path,
    at: 'key',
    message: `Unknown ${what} ${JSON.stringify(name)}`,
    help,
  };
}

function fromIssue(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): Complaint | undefined {
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
    const message = name === undefined ? 'The document is empty' : `${JSON.stringify(name)} has no value`;
    return { code: 'no-value', path, at: 'key', message, help: `Expected ${wanted(issue)}` };
  }
  const options = picklistAt(schema, path);
  if (issue.type === 'picklist' && options !== undefined) return unknownWord(issue.input, path, options);
  const custom = issue.type === 'union' || issue.kind === 'validation';
  return {
    code: 'wrong-type',
    path,
    at: 'value',
    message: custom ? issue.message : `Expected ${wanted(issue)} but found ${found(issue)}`,
  };
}

function unknownWord(input: unknown, path: readonly PathSegment[], options: readonly string[]): Complaint {
  const near = typeof input === 'string' ? nearest(input, options) : undefined;
  const message = `Expected one of ${options.map((o) => JSON.stringify(o)).join(', ')}`;
  const help = near === undefined ? undefined : `Did you mean "${near}"?`;
  return { code: 'unknown-word', path, at: 'value', message, ...(help === undefined ? {} : { help }) };
}

function picklistAt(schema: v.GenericSchema, path: readonly PathSegment[]): readonly string[] | undefined {
  let current: v.GenericSchema | undefined = schema;
  for (const segment of path) current = current === undefined ? undefined : child(current, segment);
  if (current === undefined) return undefined;
  const options = (unwrap(current) as unknown as { options?: readonly unknown[] }).options;
  return options?.every((o) => typeof o === 'string') === true ? (options as readonly string[]) : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'a mapping',
};

function wanted(issue: v.BaseIssue<unknown>): string {
  return WORDS[issue.expected ?? ''] ?? issue.expected ?? 'something else';
}

// The kind of thing found, never the thing: input may hold private content.
function found(issue: v.BaseIssue<unknown>): string {
  const { input } = issue;
  if (Array.isArray(input)) return 'a list';
  return WORDS[typeof input] ?? (input === null ? 'nothing' : 'a mapping');
}
