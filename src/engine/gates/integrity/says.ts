/** Whether an entry says anything, and what it was asked for. */
import { isObject, type Json } from '../../json.ts';
import { hasSomethingToRead } from '../../paths/characters.ts';

/** What an entry may be asked to be. */
export const FORMS = ['text', 'texts', 'count', 'flag'] as const;
export type Form = (typeof FORMS)[number];

/** False for what says nothing: absent, null, blank text, an empty list or record. */
export function saysSomething(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return hasSomethingToRead(value);
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

const IS: Readonly<Record<Form, (value: Json | undefined) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: (value) =>
    Array.isArray(value) && value.every((item: Json) => typeof item === 'string' && saysSomething(item)),
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  flag: (value) => typeof value === 'boolean',
};

/** True for a value that says something, in the form that was asked for. */
export function saysIn(form: Form | undefined, value: Json | undefined): boolean {
  return saysSomething(value) && (form === undefined || IS[form](value));
}
