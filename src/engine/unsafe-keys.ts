/** Keys that no file we read may use, and how a key is shown in a message. */

/**
 * Refused outright, wherever they stand: code that copies such keys without care changes the prototype of an object.
 * `constructor` and `prototype` are honest words, but nothing Holdpoint reads needs them as keys.
 */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True for `__proto__`, `constructor` and `prototype`. */
export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

const SHOWN = 40;

/** A key in double quotes for a message: control and non-ASCII characters escaped, cut after 40 characters. */
export function showKey(key: string): string {
  const cut = key.length > SHOWN ? `${key.slice(0, SHOWN)}...` : key;
  const escaped = JSON.stringify(cut).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped;
}
