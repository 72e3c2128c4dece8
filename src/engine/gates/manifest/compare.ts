/** Holds a bundle against its manifest, path by path. */
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { checkPath, findCollisions, printPath } from '../../paths/path.ts';
import type { Cause } from '../gate.ts';

/** What stands at a path: bytes with a digest, or something that could not be stamped. */
type Standing = { readonly sha256?: Json | undefined; readonly why?: string; readonly pointer: string };
type Entry = { readonly sha256: Json | undefined; readonly pointer: string };

/** One cause a path, in order of paths; then unsafe paths and collisions. Without a manifest only the names are compared. */
export function compareBundle(
  files: JsonObject,
  manifest: readonly Json[] | undefined,
  skipped: readonly Json[],
  only: readonly string[] | undefined,
): Cause[] {
  const faults: Cause[] = [];
  const standing = standingIn(files, skipped, faults);
  const listed = manifest === undefined ? undefined : listedIn(manifest, faults);
  const may = only === undefined ? undefined : new Set(only.map(normal));
  const paths = [...new Set([...standing.keys(), ...(listed?.keys() ?? []), ...(may ?? [])])].sort();
  if (paths.length === 0 && faults.length === 0)
    return [
      { code: 'empty', message: 'There is nothing in the bundle', evidence: pointerTo('bundle', 'files') },
    ];
  const causes = paths.flatMap(
    (path) => judge(path, standing.get(path), entriesOf(path, listed), may?.has(path) ?? true) ?? [],
  );
  return [...causes, ...faults, ...collisions(standing)];
}

const entriesOf = (path: string, listed: ReadonlyMap<string, readonly Entry[]> | undefined) =>
  listed === undefined ? undefined : (listed.get(path) ?? []);

function standingIn(
  files: JsonObject,
  skipped: readonly Json[],
  faults: Cause[],
): ReadonlyMap<string, Standing> {
  const standing = new Map<string, Standing>();
  for (const raw of Object.keys(files).sort()) {
    const file = files[raw];
    const pointer = pointerTo('bundle', 'files', raw);
    const path = safe(raw, pointer, faults);
    if (path === undefined) continue;
    if (standing.has(path)) faults.push(collision(path, raw, pointer));
    else standing.set(path, { sha256: isObject(file) ? file['sha256'] : undefined, pointer });
  }
  for (const [index, entry] of skipped.entries()) {
    const { path, why } = isObject(entry) ? entry : {};
    standing.set(typeof path === 'string' ? normal(path) : UNNAMED, {
      why: typeof why === 'string' ? why : 'nobody knows why',
      pointer: pointerTo('bundle', 'skipped', index),
    });
  }
  return standing;
}

function listedIn(manifest: readonly Json[], faults: Cause[]): ReadonlyMap<string, readonly Entry[]> {
  const listed = new Map<string, Entry[]>();
  for (const [index, item] of manifest.entries()) {
    const { path: raw, sha256 } = isObject(item) ? item : {};
    const pointer = pointerTo('bundle', 'manifest', index);
    const path = safe(raw, pointer, faults);
    if (path === undefined) continue;
    const known = listed.get(path);
    if (known === undefined) listed.set(path, [{ sha256, pointer }]);
    else known.push({ sha256, pointer });
  }
  return listed;
}

function judge(
  path: string,
  there: Standing | undefined,
  entries: readonly Entry[] | undefined,
  isAllowed: boolean,
): Cause | undefined {
  const [entry, another] = entries ?? [];
  const isListed = entries === undefined || entry !== undefined;
  const cause = (code: string, says: string, pointer: string | undefined): Cause => ({
    code,
    subject: path,
    message: `${printPath(path)} ${says}`,
    evidence: pointer ?? pointerTo('bundle', entries === undefined ? 'files' : 'manifest'),
  });
  if (there !== undefined && !(isListed && isAllowed)) {
    const nobody = isListed ? 'the rule does not list it' : 'the manifest does not list it';
    const what = there.why === undefined ? '' : ` (${there.why})`;
    return cause('unexpected', `stands in the bundle${what}, and ${nobody}`, there.pointer);
  }
  if (there?.why !== undefined)
    return cause('not-stamped', `could not be stamped: ${there.why}`, there.pointer);
  if (entries === undefined)
    return there === undefined
      ? cause('mismatch', 'is to be sent, and it is not in the bundle', undefined)
      : undefined;
  if (entry === undefined)
    return cause('mismatch', 'is to be sent, and the manifest does not list it', undefined);
  if (another !== undefined) return cause('mismatch', 'is listed more than once', another.pointer);
  if (there === undefined) return cause('mismatch', 'is listed, and it is not in the bundle', entry.pointer);
  const isSame = typeof entry.sha256 === 'string' && entry.sha256 === there.sha256;
  return isSame ? undefined : cause('mismatch', 'has other bytes than the manifest says', there.pointer);
}

const UNNAMED = 'a path that is not named';

function safe(raw: Json | undefined, pointer: string, faults: Cause[]): string | undefined {
  const checked = typeof raw === 'string' ? checkPath(raw) : { ok: false as const, why: 'is no text' };
  if (checked.ok) return checked.path;
  const subject = typeof raw === 'string' ? raw : UNNAMED;
  faults.push({
    code: 'unsafe-path',
    subject,
    message: `${printPath(subject)} ${checked.why}`,
    evidence: pointer,
  });
  return undefined;
}

/** What could not be stamped, or is expected, is looked for under its own name even where that is no safe path. */
function normal(path: string): string {
  const checked = checkPath(path);
  return checked.ok ? checked.path : path;
}

function collisions(standing: ReadonlyMap<string, Standing>): Cause[] {
  return findCollisions([...standing.keys()]).map(([a, b]) =>
    collision(a, b, standing.get(b)?.pointer ?? ''),
  );
}

function collision(a: string, b: string, pointer: string): Cause {
  return {
    code: 'collision',
    subject: b,
    message: `${printPath(a)} and ${printPath(b)} can become one file`,
    evidence: pointer,
  };
}
