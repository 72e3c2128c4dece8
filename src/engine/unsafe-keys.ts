/** Keys that no file we read may use, and how a key is shown in a message. */

/**
 * True for `__proto__`, `constructor` and `prototype`. They are refused wherever they stand, because code that copies
 * such keys without care changes the prototype of an object. The last two are honest words, but nothing that Holdpoint
 * reads needs them as keys.
 */
export function isUnsafeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
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
