/** Reduces a value to what its schema names: everything else is dropped, at every depth. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { type Found, linearPattern } from './linear-pattern.ts';
import { resolvePointer } from './pointer.ts';

/** The value that is left, and how many fields were left out. */
export type Projection = { readonly value: Json; readonly dropped: number };

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas'] as const;

/**
 * Keeps the fields that a schema names under `properties` or `patternProperties`, there or in a schema that it applies to the
 * same value (`$ref`, `allOf`, `anyOf`, `oneOf`, `then`, `else`, `dependentSchemas`). Fields let in only by
 * `additionalProperties` are not named and go. Of a checked schema; it says nothing about whether the value is valid.
 */
export function projector(root: Json): (value: Json) => Projection {
  const known = new Map<Json, readonly JsonObject[]>();
  const applied = (schemas: readonly Json[]): readonly JsonObject[] => {
    const [only] = schemas;
    if (schemas.length !== 1 || only === undefined)
      return [...new Set(schemas.flatMap((one) => spread(root, one)))];
    const before = known.get(only) ?? spread(root, only);
    known.set(only, before);
    return before;
  };
  const expressions = new Map<string, Found>();
  const matches = (source: string, key: string): boolean => {
    let found = expressions.get(source);
    if (found === undefined) {
      const compiled = linearPattern(source);
      found = 'found' in compiled ? compiled.found : () => false;
      expressions.set(source, found);
    }
    return found(key);
  };
  return (value) => {
    const count = { dropped: 0 };
    return { value: keep(value, [root], { applied, matches, count }), dropped: count.dropped };
  };
}

type Way = {
  readonly applied: (schemas: readonly Json[]) => readonly JsonObject[];
  readonly matches: (source: string, key: string) => boolean;
  readonly count: { dropped: number };
};

function keep(value: Json, schemas: readonly Json[], way: Way): Json {
  if (typeof value !== 'object' || value === null) return value;
  const all = way.applied(schemas);
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((item, index) =>
      keep(
        item,
        all.flatMap((schema) => itemSchemas(schema, index)),
        way,
      ),
    );
  }
  const kept: [string, Json][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const named = all.flatMap((schema) => fieldSchemas(schema, key, way.matches));
    if (named.length === 0) way.count.dropped += 1;
    else kept.push([key, keep(inner, named, way)]);
  }
  return Object.fromEntries(kept);
}

/** The schema and all that it applies to the same value. */
function spread(root: Json, start: Json): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const open: Json[] = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    const ref = next['$ref'];
    const target = typeof ref === 'string' ? resolvePointer(root, ref) : undefined;
    if (target !== undefined) open.push(target);
    for (const keyword of IN_PLACE) {
      const inner = next[keyword];
      if (keyword === 'dependentSchemas') open.push(...(isObject(inner) ? Object.values(inner) : []));
      else if (Array.isArray(inner)) open.push(...(inner as readonly Json[]));
      else if (inner !== undefined) open.push(inner);
    }
  }
  return [...found];
}

function fieldSchemas(schema: JsonObject, key: string, matches: Way['matches']): Json[] {
  const { properties, patternProperties } = schema;
  const found: Json[] = [];
  if (isObject(properties) && Object.hasOwn(properties, key)) found.push(properties[key]!);
  if (isObject(patternProperties))
    for (const [source, inner] of Object.entries(patternProperties))
      if (matches(source, key)) found.push(inner);
  return found;
}

function itemSchemas({ prefixItems, items, contains }: JsonObject, index: number): Json[] {
  const own = Array.isArray(prefixItems) && index < prefixItems.length ? (prefixItems[index] as Json) : items;
  return [own, contains].flatMap((schema) => (schema === undefined ? [] : [schema]));
}
