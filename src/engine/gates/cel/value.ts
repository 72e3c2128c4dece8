/** Evidence as CEL values: whole numbers become ints, objects become values without keys to list, sizes are bounded. */
import type * as v from 'valibot';
import { child, shapeAt } from '../../evidence/shape.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';

/** How much one list and one text may hold when an expression reads them. */
export type Bounds = { readonly items: number; readonly text: number };

type Schema = v.GenericSchema | undefined;

/**
 * An object of the evidence. The library knows it as a type of its own, so an expression can read its fields and can
 * neither list its keys, nor ask for one with `in`, nor compare it as a whole: all of these could release on absence.
 */
export class EvidenceObject {
  constructor(source: JsonObject, bounds: Bounds, schema: Schema) {
    // In evidence null means unknown, as absence does: both are no such field here.
    for (const [key, value] of Object.entries(source))
      if (value !== null) define(this, key, () => toCel(value, bounds, schema && child(schema, key)));
  }
}
// What every object inherits (`toString`, `__proto__`) is no evidence.
Object.setPrototypeOf(EvidenceObject.prototype, null);

// A getter, so that only what an expression reads is converted and bounded; once, for it may stand in a pass.
function define(target: EvidenceObject, key: string, make: () => unknown): void {
  let made: unknown;
  const get = () => {
    made ??= make();
    return made;
  };
  Object.defineProperty(target, key, { enumerable: true, get });
}

/**
 * The CEL value of some evidence. Throws when a list or a text in it is over its bound, for null, which is unknown, and
 * for anything else where the schema has a list: the library would go over the keys of an object.
 */
export function toCel(value: Json, bounds: Bounds, schema: Schema): unknown {
  if (value === null) throw new TypeError('null is unknown');
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') {
    if (value.length > bounds.text) throw new RangeError(`A text is over ${bounds.text} characters`);
    return value;
  }
  if (Array.isArray(value)) {
    if (value.length > bounds.items) throw new RangeError(`A list is over ${bounds.items} items`);
    return (value as readonly Json[]).map((item) => toCel(item, bounds, schema && child(schema, '*')));
  }
  if (schema !== undefined && isList(schema)) throw new TypeError('Not a list');
  return isObject(value) ? new EvidenceObject(value, bounds, schema) : value;
}

function isList(schema: v.GenericSchema): boolean {
  const at = shapeAt(schema, []);
  return at.ok && at.type === 'list';
}
