/** Where two JSON values first differ. */
import { isObject, type Json } from '../engine/mod.ts';

/** The JSON pointer of the first difference in key order, or undefined when there is none. The receipt itself comes last. */
export function firstDifference(a: Json | undefined, b: Json | undefined, at = ''): string | undefined {
  if (Array.isArray(a) && Array.isArray(b))
    return firstAmong(Math.max(a.length, b.length), (i) => firstDifference(a[i], b[i], `${at}/${i}`));
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(
      (x, y) => Number(x === 'receipt_sha256') - Number(y === 'receipt_sha256'),
    );
    return firstAmong(keys.length, (i) => firstDifference(a[keys[i]!], b[keys[i]!], `${at}/${keys[i]}`));
  }
  return a === b ? undefined : at === '' ? '/' : at;
}

function firstAmong(count: number, find: (index: number) => string | undefined): string | undefined {
  for (let i = 0; i < count; i++) {
    const found = find(i);
    if (found !== undefined) return found;
  }
  return undefined;
}
