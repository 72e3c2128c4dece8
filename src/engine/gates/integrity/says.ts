/** Whether an entry says anything. */
import { isObject, type Json } from '../../json.ts';
import { hasSomethingToRead } from '../../paths/characters.ts';

/** False for what says nothing: absent, null, blank text, an empty list or record. */
export function saysSomething(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return hasSomethingToRead(value);
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}
