/** References into evidence, as rule files write them: `fence.allow`, `change.files.*.added`. */
import type { Json, JsonObject } from '../json.ts';
import { isObject } from '../json.ts';
import type { Evidence } from '../verdict.ts';
import { unknownField } from './issues.ts';
import type { Section } from './section.ts';
import { SECTIONS, sectionNamed } from './sections.ts';
import { type ShapeType, shapeAt } from './shape.ts';

export type Located = { readonly value: Json | undefined; readonly pointer: string };

export type Reference = {
  readonly text: string;
  readonly section: string;
  readonly type: ShapeType;
  /** Of a list or record: what its items are. */
  readonly items: ShapeType | undefined;
  /** True when a `*` stands in it: then `each` reads it, and `get` gives undefined. */
  readonly wild: boolean;
  /** True when it reaches private content, which no answer may show: answers are kept where content is withheld. */
  readonly sensitive: boolean;
  readonly pointer: string;
  /** The value, or undefined when anything on the way is absent or null. Not for references with `*`. */
  get(evidence: Evidence): Json | undefined;
  /** Every value that `*` reaches, or undefined when the container is absent. */
  each(evidence: Evidence): readonly Located[] | undefined;
  /** What `missing-evidence` names: the section when it is absent, else the whole reference. */
  missing(evidence: Evidence): string;
  /** The pointer for `missing-evidence`: as far as the evidence goes, and one step more. */
  missingAt(evidence: Evidence): string;
};

export type ReferenceFault = { readonly message: string; readonly help?: string };

/** Resolves a reference against the sections' schemas, once. */
export function reference(
  text: string,
): { ok: true; value: Reference } | { ok: false; fault: ReferenceFault } {
  const [name = '', ...fields] = text.split('.');
  const section = sectionNamed(name);
  if (section === undefined) {
    const { message, help } = unknownField(
      name,
      [],
      SECTIONS.map((s) => s.name),
      'section',
    );
    return { ok: false, fault: { message, ...(help === undefined ? {} : { help }) } };
  }
  const shape = shapeAt(section.schema, fields);
  if (!shape.ok) {
    const { message, help } = unknownField(fields[shape.index] ?? '', [], shape.known);
    return {
      ok: false,
      fault: { message: `${message} in ${JSON.stringify(text)}`, ...(help === undefined ? {} : { help }) },
    };
  }
  const items = shapeAt(section.schema, [...fields, '*']);
  return {
    ok: true,
    value: makeReference(section, text, fields, shape.type, items.ok ? items.type : undefined),
  };
}

function makeReference(
  from: Section,
  text: string,
  fields: readonly string[],
  type: ShapeType,
  items: ShapeType | undefined,
): Reference {
  const { name: section, sensitive = [] } = from;
  const [first = '*'] = fields;
  const get = reader(fields);
  return {
    text,
    section,
    type,
    items,
    wild: fields.includes('*'),
    sensitive: first === '*' ? sensitive.length > 0 : sensitive.includes(first),
    pointer: pointerTo(section, ...fields),
    get: (evidence) => get(evidence[section]),
    each: (evidence) => spread(evidence[section], fields, pointerTo(section)),
    missing: (evidence) => (evidence[section] === undefined || evidence[section] === null ? section : text),
    missingAt: (evidence) => reach(evidence[section], fields, pointerTo(section)),
  };
}

/** The pointer of a field, cut off one step behind what is there, so that a reader always finds its parent. */
export function reach(value: Json | undefined, fields: readonly string[], pointer: string): string {
  let at = pointer;
  let current = value;
  for (const field of fields) {
    if (field === '*' || !isObject(current)) return at;
    at += `/${pointerSegment(field)}`;
    current = own(current, field);
  }
  return at;
}

// Not what every object inherits: `toString` is no evidence.
const own = (record: JsonObject, field: string): Json | undefined =>
  Object.hasOwn(record, field) ? record[field] : undefined;

/** A closure that reads a path of fields: no parsing is left for evaluation. */
export function reader(fields: readonly string[]): (value: Json | undefined) => Json | undefined {
  const [first, ...rest] = fields;
  if (first === undefined) return (value) => value ?? undefined;
  if (rest.length === 0) return (value) => (isObject(value) ? (own(value, first) ?? undefined) : undefined);
  const inner = reader(rest);
  return (value) => (isObject(value) ? inner(own(value, first)) : undefined);
}

function spread(value: Json | undefined, fields: readonly string[], pointer: string): Located[] | undefined {
  if (value === undefined || value === null) return undefined;
  const [first, ...rest] = fields;
  if (first === undefined) return [{ value, pointer }];
  if (first !== '*')
    return isObject(value)
      ? spread(own(value, first), rest, `${pointer}/${pointerSegment(first)}`)
      : undefined;
  const entries = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.keys(value)
          .sort()
          .map((key): [string, Json] => [key, value[key]!])
      : undefined;
  return entries?.flatMap(([key, item]) => {
    const at = `${pointer}/${pointerSegment(String(key))}`;
    return spread(item, rest, at) ?? [{ value: undefined, pointer: reach(item, rest, at) }];
  });
}

/** One segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** A JSON pointer (RFC 6901) into a snapshot's evidence. */
export function pointerTo(...segments: readonly (string | number)[]): string {
  return `/evidence${segments.map((s) => `/${pointerSegment(String(s))}`).join('')}`;
}
