/** What a change makes of a path: an entry of `change.files`, by git's kinds and modes. */
import type { Json, JsonObject } from '../json.ts';

const MODES = { symlink: '120000', submodule: '160000' } as const;

/** True when a link or submodule stands there now, and not the same one as before: it points at other content. */
export function becomes(file: JsonObject, kind: keyof typeof MODES): boolean {
  const is = (said: Json | undefined, mode: Json | undefined) => said === kind || mode === MODES[kind];
  if (file['status'] === 'D' || !is(file['kind'], file['mode'])) return false;
  // One that was moved keeps its text or commit, and so its blob; one that was pointed elsewhere is as good as new.
  const kept = typeof file['blob'] === 'string' && file['blob'] === file['old_blob'];
  return !(kept && is(file['old_kind'], file['old_mode']));
}
