/** Reads a list of paths out of evidence, in whichever of the known forms it stands. */
import { becomes } from '../../evidence/changed-file.ts';
import { pointerSegment } from '../../evidence/reference.ts';
import type { Json } from '../../json.ts';
import { isObject } from '../../json.ts';

export type Touched = {
  readonly path: string;
  readonly pointer: string;
  /** A symbolic link stands there now, and not the same one as before. */
  readonly becomesLink: boolean;
  /** A submodule stands there now, at another commit than before. */
  readonly becomesSubmodule: boolean;
  /** Nothing stands there any more: deleted, or renamed away. */
  readonly gone: boolean;
};

const STATUSES: ReadonlySet<Json | undefined> = new Set(['A', 'M', 'D', 'R', 'C', 'T', 'U']);

/**
 * Takes a list of texts, a list of records with `path` (and `old_path`: a rename touches both), or a record whose
 * keys are paths (in the order of their names). With `changed`, each record must have git's `status`. Gives undefined
 * for anything else: what cannot be read as paths is not evidence of any.
 */
export function listPaths(value: Json, pointer: string, changed = false): readonly Touched[] | undefined {
  if (isObject(value))
    return Object.keys(value)
      .sort()
      .map((path) => plain(path, `${pointer}/${pointerSegment(path)}`));
  if (!Array.isArray(value)) return undefined;
  const touched: Touched[] = [];
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const at = `${pointer}/${index}`;
    if (typeof item === 'string' && !changed) touched.push(plain(item, at));
    else if (isObject(item) && typeof item['path'] === 'string') {
      const status = item['status'];
      if (changed && !STATUSES.has(status)) return undefined;
      touched.push({
        path: item['path'],
        pointer: `${at}/path`,
        becomesLink: becomes(item, 'symlink'),
        becomesSubmodule: becomes(item, 'submodule'),
        gone: status === 'D',
      });
      // A rename or copy that does not say from where has not been told whole.
      if (typeof item['old_path'] !== 'string' && (status === 'R' || status === 'C')) return undefined;
      if (typeof item['old_path'] === 'string')
        touched.push({ ...plain(item['old_path'], `${at}/old_path`), gone: status === 'R' });
    } else return undefined;
  }
  return touched;
}

const plain = (path: string, pointer: string): Touched => ({
  path,
  pointer,
  becomesLink: false,
  becomesSubmodule: false,
  gone: false,
});
