/** References inside one schema: `#` and JSON pointers (RFC 6901) as URI fragments. */
import { isObject, type Json } from '../json.ts';

/** What `#` or `#/a/b` names in `root`; undefined when it is no such reference, or nothing is there. */
export function resolvePointer(root: Json, reference: string): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const name = segmentOf(step);
    if (name === undefined) return undefined;
    if (Array.isArray(at))
      at = /^(?:0|[1-9][0-9]*)$/.test(name) ? (at as readonly Json[])[Number(name)] : undefined;
    else at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

function segmentOf(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
