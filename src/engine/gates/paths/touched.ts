/** Reads a list of paths out of evidence, in whichever of the known forms it stands. */
import { pointerSegment } from '../../evidence/reference.ts';
import type { Json } from '../../json.ts';
import { isObject } from '../../json.ts';

export type Touched = { readonly path: string; readonly pointer: string; readonly becomesLink: boolean };

/**
 * Takes a list of texts, a list of records with `path` (and `old_path`: a rename touches both), or a record whose
 * keys are paths. Gives undefined for anything else: what cannot be read as paths is not evidence of any.
 */
export function listPaths(value: Json, pointer: string): readonly Touched[] | undefined {
  if (isObject(value))
    return Object.keys(value).map((path) => ({
      path,
      pointer: `${pointer}/${pointerSegment(path)}`,
      becomesLink: false,
    }));
  if (!Array.isArray(value)) return undefined;
  const touched: Touched[] = [];
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const at = `${pointer}/${index}`;
    if (typeof item === 'string') touched.push({ path: item, pointer: at, becomesLink: false });
    else if (isObject(item) && typeof item['path'] === 'string') {
      const becomesLink =
        item['kind'] === 'symlink' && item['old_kind'] !== 'symlink' && item['status'] !== 'D';
      touched.push({ path: item['path'], pointer: `${at}/path`, becomesLink });
      // A rename or copy that does not say from where has not been told whole.
      if (typeof item['old_path'] !== 'string' && (item['status'] === 'R' || item['status'] === 'C'))
        return undefined;
      if (typeof item['old_path'] === 'string')
        touched.push({ path: item['old_path'], pointer: `${at}/old_path`, becomesLink: false });
    } else return undefined;
  }
  return touched;
}
