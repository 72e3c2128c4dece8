/** How big a JSON value is, measured without recursion: what is nested deeply must not exhaust the stack. */
import { isObject, type Json } from './json.ts';

export type JsonMeasure = {
  /** How many containers stand around the innermost value: 0 for a scalar, `{}` and `[]`; 1 for `{"a": 1}` and `{"a": {}}`. */
  readonly depth: number;
  /** The keys of all objects. */
  readonly keys: number;
  /** The items of all lists. */
  readonly items: number;
  /** Code points of the longest text, keys included. */
  readonly longest: number;
};

/** Measures a value as `JSON.parse` gives it, of any depth. */
export function measureJson(value: Json): JsonMeasure {
  let [depth, keys, items, longest] = [0, 0, 0, 0];
  const see = (text: string) => {
    // Code points are never more than code units, so most texts need no counting.
    if (text.length > longest) longest = Math.max(longest, codePoints(text));
  };
  let level: Json[] = [value];
  for (let around = 0; level.length > 0; around += 1) {
    depth = around;
    const next: Json[] = [];
    for (const one of level) {
      if (typeof one === 'string') see(one);
      else if (Array.isArray(one)) {
        items += one.length;
        for (const item of one as readonly Json[]) next.push(item);
      } else if (isObject(one)) {
        for (const [key, inner] of Object.entries(one)) {
          keys += 1;
          see(key);
          next.push(inner);
        }
      }
    }
    level = next;
  }
  return { depth, keys, items, longest };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A key of that name (case folded) anywhere in the value: its path, or undefined. */
export function findKey(value: Json, name: string): readonly (string | number)[] | undefined {
  const wanted = name.toLowerCase();
  type Step = {
    readonly value: Json;
    readonly key: string | number | undefined;
    readonly above: Step | undefined;
  };
  let level: Step[] = [{ value, key: undefined, above: undefined }];
  while (level.length > 0) {
    const next: Step[] = [];
    for (const step of level) {
      const { value: one } = step;
      if (Array.isArray(one))
        for (const [key, item] of (one as readonly Json[]).entries())
          next.push({ value: item, key, above: step });
      else if (isObject(one))
        for (const [key, inner] of Object.entries(one)) {
          const found: Step = { value: inner, key, above: step };
          if (key.toLowerCase() === wanted) return pathOf(found);
          next.push(found);
        }
    }
    level = next;
  }
  return undefined;

  function pathOf(end: Step): (string | number)[] {
    const path: (string | number)[] = [];
    for (let step: Step | undefined = end; step?.key !== undefined; step = step.above) path.unshift(step.key);
    return path;
  }
}
