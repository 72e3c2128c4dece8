/** When a value counts as blank, and when as empty. */
import { isObject, type Json } from '../json.ts';
import { hasSomethingToRead } from '../paths/characters.ts';
import { type Tri, tri, UNKNOWN } from './tri.ts';

/** A value that is no text, or only of characters that are drawn as nothing, says nothing a person could read. */
export function isBlank(value: Json | undefined): boolean {
  return typeof value !== 'string' || !hasSomethingToRead(value);
}

/** True or false as wanted; unknown for a value that has no size. */
export function isEmpty(value: Json | undefined, wanted: boolean): Tri {
  if (typeof value === 'string' || Array.isArray(value)) return tri((value.length === 0) === wanted);
  return isObject(value) ? tri((Object.keys(value).length === 0) === wanted) : UNKNOWN;
}
