/** The one text of a JSON value (RFC 8785), over which digests and receipts are taken. */
import canonicalize from 'canonicalize';
import type { Json } from '../json.ts';

/**
 * The RFC 8785 form: keys in order of their UTF-16 code units, numbers as ECMAScript prints them (-0 is 0), no white
 * space. Throws TypeError for what JSON cannot carry: undefined, functions, symbols, bigints, NaN, infinities, lone
 * surrogates, holes in arrays, objects that are not plain, and values that hold themselves.
 */
export function canonicalJson(value: Json): string {
  // The package drops undefined fields and calls toJSON: two different values could share one digest.
  refuseNonJson(value, new Set());
  return canonicalize(value) as string;
}

function refuseNonJson(value: unknown, around: Set<object>): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') refuseText(value);
  else if (typeof value === 'number') refuseNumber(value);
  else if (typeof value === 'object') refuseContainer(value, around);
  else throw new TypeError(`JSON has no form for a value of type ${typeof value}`);
}

function refuseText(text: string): void {
  if (!text.isWellFormed()) throw new TypeError('A text holds a lone surrogate, which JSON cannot carry');
}

function refuseNumber(number: number): void {
  if (!Number.isFinite(number)) throw new TypeError(`JSON has no form for the number ${number}`);
}

function refuseContainer(container: object, around: Set<object>): void {
  if (around.has(container)) throw new TypeError('A value holds itself, which JSON cannot carry');
  around.add(container);
  if (Array.isArray(container)) {
    // By index, because an iteration method would skip holes.
    for (let i = 0; i < container.length; i += 1) refuseNonJson(container[i], around);
  } else {
    const prototype: unknown = Object.getPrototypeOf(container);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new TypeError('JSON has no form for an object that is not plain, such as a Date or a Map');
    }
    for (const [key, value] of Object.entries(container)) {
      refuseText(key);
      refuseNonJson(value, around);
    }
  }
  around.delete(container);
}
