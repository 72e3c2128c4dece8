/** Finds the rule files under the named paths. What could be a rule file and cannot be read is told, never skipped. */
import { join, relative, resolve, sep } from 'node:path';
import { HostError } from '../host/host.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { PROJECT_FILE } from './project.ts';
import { unreadable } from './read-text.ts';

/** Every rule file under a file or folder, in the order of the folder. Throws CommandError when there is none. */
export function ruleFilesAt(io: Io, path: string): readonly string[] {
  const whole = resolve(io.host.workingDirectory, path);
  try {
    const files = isFolder(io, whole) ? filesIn(io, whole) : [whole];
    if (files.length > 0) return files;
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw unreadable(path, cause, 'Name a rule file or a folder of them');
  }
  throw new CommandError(EXIT.input, `${path}: There is no rule file in this folder`, {
    help: 'Rule files end in .yaml or .yml',
  });
}

/** A path that a person named may be a link; what stands in a folder is only taken when it cannot lead elsewhere. */
function isFolder(io: Io, path: string): boolean {
  const { kind } = io.host.files.info(path);
  if (kind !== 'symlink') return kind === 'directory';
  try {
    io.host.files.list(path);
    return true;
  } catch {
    return false;
  }
}

function filesIn(io: Io, folder: string): readonly string[] {
  return io.host.files.list(folder).flatMap(({ name, printable, kind }) => {
    if (name === undefined) throw notTaken(join(folder, printable), 'Its name is not UTF-8');
    if (name.startsWith('.') || name === PROJECT_FILE) return [];
    const path = join(folder, name);
    if (kind === 'directory') return filesIn(io, path);
    if (kind === 'symlink' && isFolder(io, path)) throw notTaken(path, 'It is a link to a folder');
    if (!/\.ya?ml$/i.test(name) || /\.cases\.ya?ml$/i.test(name)) return [];
    if (kind === 'other') throw notTaken(path, 'It is not a regular file');
    return [path];
  });
}

function notTaken(path: string, why: string): CommandError {
  return new CommandError(EXIT.input, `${path}: ${why}, so its rules would be missed`, {
    help: 'Move it out of the folder; a linked folder can be named by itself',
  });
}

/**
 * Names for messages and receipts: relative to the root with forward slashes; outside the root the last two names of
 * the path, so that a receipt does not depend on where a machine keeps its rules, or more where two would be the same.
 */
export function nameFiles(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const unique = [...new Set(paths)];
  for (let depth = 2; ; depth++) {
    const named = new Map(unique.map((path) => [nameOf(root, path, depth), path]));
    if (named.size === unique.length) return named;
  }
}

function nameOf(root: string, path: string, depth: number): string {
  const inside = relative(root, path);
  if (!inside.startsWith('..') && inside !== '') return inside.split(sep).join('/');
  // The leading empty name of an absolute path is kept in the end, so that it cannot equal a name inside the root.
  return path.split(sep).slice(-depth).join('/');
}
