/** Walks a valibot schema along a path, so that a rule can be checked against evidence it has never seen. */
import type * as v from 'valibot';

export type ShapeType = 'text' | 'number' | 'flag' | 'list' | 'record' | 'object' | 'any';
export type ShapeAt =
  | { readonly ok: true; readonly type: ShapeType; readonly schema: v.GenericSchema }
  /** The segment at this index is not known there; `known` are the names that are. */
  | { readonly ok: false; readonly index: number; readonly known: readonly string[] };

type Inner = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly value?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly v.GenericSchema[];
};

const TYPES: Readonly<Record<string, ShapeType>> = {
  string: 'text',
  picklist: 'text',
  number: 'number',
  boolean: 'flag',
  array: 'list',
  record: 'record',
  strict_object: 'object',
};

/** The schema inside optional, nullable and pipes. */
export function unwrap(schema: v.GenericSchema): v.GenericSchema {
  const inner = schema as unknown as Inner;
  if (inner.wrapped !== undefined) return unwrap(inner.wrapped);
  const first = inner.pipe?.[0];
  return first !== undefined && first !== schema ? unwrap(first) : schema;
}

/** The field names that an object schema knows; empty for everything else. */
export function knownFields(schema: v.GenericSchema): readonly string[] {
  return Object.keys((unwrap(schema) as unknown as Inner).entries ?? {});
}

/** The schema one step down: a field, a record value, or a list item (any index, or `*`). */
export function child(schema: v.GenericSchema, segment: string | number): v.GenericSchema | undefined {
  const inner = unwrap(schema) as unknown as Inner;
  if (inner.type === 'strict_object')
    return Object.hasOwn(inner.entries ?? {}, segment) ? inner.entries?.[segment] : undefined;
  if (inner.type === 'record') return inner.value;
  if (inner.type === 'array') return inner.item;
  return inner.type === 'any' ? (inner as unknown as v.GenericSchema) : undefined;
}

/** What stands at the end of a path, `*` meaning every item of a list or record. */
export function shapeAt(schema: v.GenericSchema, segments: readonly string[]): ShapeAt {
  let current = schema;
  for (const [index, segment] of segments.entries()) {
    const { type } = unwrap(current) as unknown as Inner;
    const listLike = type === 'array' || type === 'record';
    const next = listLike && segment !== '*' && type === 'array' ? undefined : child(current, segment);
    if (next === undefined) return { ok: false, index, known: listLike ? ['*'] : knownFields(current) };
    current = next;
  }
  const type = TYPES[(unwrap(current) as unknown as Inner).type] ?? 'any';
  return { ok: true, type, schema: current };
}
