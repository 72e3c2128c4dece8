/** The part of JSON Schema (draft 2020-12) that our schemas use. A keyword that is not known here is an error. */
import { isDeepStrictEqual } from 'node:util';

type Schema = boolean | { readonly [keyword: string]: unknown };
type Check = (wanted: never, value: unknown, schema: never) => boolean;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const all = (values: readonly unknown[], schema: Schema) => values.every((value) => accepts(schema, value));

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const CHECKS: Readonly<Record<string, Check>> = {
  type: (wanted: string, value) =>
    wanted === 'integer' ? Number.isInteger(value) : typeOf(value) === wanted,
  const: (wanted: unknown, value) => isDeepStrictEqual(wanted, value),
  enum: (wanted: unknown[], value) => wanted.some((one) => isDeepStrictEqual(one, value)),
  pattern: (wanted: string, value) => typeof value !== 'string' || new RegExp(wanted, 'u').test(value),
  minimum: (wanted: number, value) => typeof value !== 'number' || value >= wanted,
  maximum: (wanted: number, value) => typeof value !== 'number' || value <= wanted,
  minItems: (wanted: number, value) => !Array.isArray(value) || value.length >= wanted,
  minProperties: (wanted: number, value) => !isMap(value) || Object.keys(value).length >= wanted,
  items: (wanted: Schema, value) => !Array.isArray(value) || all(value, wanted),
  required: (wanted: string[], value) => !isMap(value) || wanted.every((name) => Object.hasOwn(value, name)),
  properties: (wanted: Record<string, Schema>, value) =>
    !isMap(value) ||
    Object.entries(wanted).every(
      ([name, schema]) => !Object.hasOwn(value, name) || accepts(schema, value[name]),
    ),
  propertyNames: (wanted: Schema, value) => !isMap(value) || all(Object.keys(value), wanted),
  additionalProperties: (wanted: Schema, value, { properties = {} }: { properties?: object }) =>
    !isMap(value) ||
    Object.entries(value).every(([name, one]) => Object.hasOwn(properties, name) || accepts(wanted, one)),
  anyOf: (wanted: Schema[], value) => wanted.some((schema) => accepts(schema, value)),
  oneOf: (wanted: Schema[], value) => wanted.filter((schema) => accepts(schema, value)).length === 1,
  $schema: () => true,
  title: () => true,
  description: () => true,
};

/** True when the value is valid under the schema. Throws for a keyword that is not known here. */
export function accepts(schema: Schema, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.entries(schema).every(([keyword, wanted]) => {
    const check = CHECKS[keyword];
    if (check === undefined) throw new Error(`Unknown keyword ${keyword}`);
    return check(wanted as never, value, schema as never);
  });
}
