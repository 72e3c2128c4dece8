/** The environment of a command that a model asked for: a few names, and a search path that the command's folder cannot get into. */
import type { Host } from '../../host/host.ts';
import { isWithin } from './within.ts';

/** None of them holds a secret; SystemRoot is what programs on Windows cannot start without. */
const ALWAYS = ['PATH', 'LANG', 'LC_ALL', 'TERM', 'SystemRoot'];

/**
 * The variables of these names that are set. Folders of the search path that are relative or inside `cwd` are left out: a
 * program that the tree brings with it must not take the place of the one that the catalogue means.
 */
export function environmentOf(
  env: Host['env'],
  pass: readonly string[],
  cwd: string,
): Readonly<Record<string, string>> {
  const given = [...ALWAYS, ...pass].flatMap((name): [string, string][] => {
    const value = env.get(name);
    if (value === undefined) return [];
    if (name !== 'PATH') return [[name, value]];
    const path = searchPath(value, cwd);
    return path === '' ? [] : [[name, path]];
  });
  return Object.fromEntries(given);
}

function searchPath(value: string, cwd: string): string {
  // On Windows the separator is a semicolon, and folders begin with a drive.
  const separator = /^[A-Za-z]:[\\/]/.test(cwd) ? ';' : ':';
  return value
    .split(separator)
    .filter((folder) => /^(?:\/|[A-Za-z]:[\\/])/.test(folder) && !isWithin(folder, cwd))
    .join(separator);
}
