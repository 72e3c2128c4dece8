/** Goes through a folder for the collectors: every file and link, and a word about everything that is left out. */
import { BY_CALLER, OWN_FILE } from '../engine/evidence/left-out.ts';
import { isUnsafeKey } from '../engine/unsafe-keys.ts';
import { type DirectoryEntry, type Host, HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import { CollectError } from './collector.ts';
import { onDisk } from './on-disk.ts';
import {
  besideDatabase,
  isBesideDatabase,
  isNestedRepository,
  isOwnFile,
  isRootRepository,
} from './owned.ts';

export type Skipped = { readonly path: string; readonly why: string };
export type WalkStep =
  | { readonly path: string; readonly kind: 'file' | 'symlink' }
  | { readonly path: string; readonly why: string };

export type WalkOptions = {
  /** What this is true for is left out, and told. */
  readonly leaveOut?: ((path: string) => boolean) | undefined;
  /** Nothing is passed over as git's or Holdpoint's own: a folder that is sent takes it along. */
  readonly whole?: boolean;
};

/**
 * The steps of a walk over `root`, depth first; links are not followed. Paths are relative to `root`, with `/`.
 * The root's own repository (its `.git`) is passed over in silence; whatever else is left out, repositories further
 * down and Holdpoint's own files among it, comes as a step with `why`. With `whole`, the root's repository is told like
 * any other and Holdpoint's files are files. Throws CollectError when `root` is not a folder that can be listed.
 */
export function* walk(host: Host, root: string, options: WalkOptions = {}): Generator<WalkStep> {
  const { leaveOut, whole = false } = options;
  requireFolder(host, root);
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = listOrWhy(host, root, folder);
    if (typeof entries === 'string') {
      yield { path: folder, why: entries };
      continue;
    }
    for (const entry of entries) {
      const path = folder === '' ? entry.printable : `${folder}/${entry.printable}`;
      if (!whole && isRootRepository(host, root, path, entry)) continue;
      const why =
        whyLeftOut(path, entry, leaveOut) ??
        (whole ? whyRepository(host, root, path, entry) : whyOwned(host, root, path, entry));
      // The files beside a database come and go with whoever has it open: they are told of with the database, always.
      if (why === OWN_FILE && isBesideDatabase(path)) continue;
      if (why === OWN_FILE) for (const beside of besideDatabase(path)) yield { path: beside, why };
      if (why !== undefined) yield { path, why };
      else if (entry.kind === 'directory') folders.push(path);
      else if (entry.kind !== 'other') yield { path, kind: entry.kind };
    }
  }
}

/** Throws CollectError (input) when there is no folder at `root`; a link to a folder is one. */
export function requireFolder(host: Host, root: string): void {
  try {
    if (host.files.info(onDisk(root, '.')).kind === 'directory') return;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const why = error.code === 'ENOTDIR' ? 'it is not a folder' : whyOf(error);
    throw new CollectError('input', `Cannot collect from ${JSON.stringify(root)}: ${why}`, {
      help: 'Name a folder that exists and may be read',
      cause: error,
    });
  }
  throw new CollectError('input', `Cannot collect from ${JSON.stringify(root)}: it is not a folder`);
}

function listOrWhy(host: Host, root: string, folder: string): DirectoryEntry[] | string {
  try {
    return host.files.list(onDisk(root, folder));
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (folder !== '') return whyOf(error);
    throw new CollectError('input', `Cannot collect from ${JSON.stringify(root)}: ${whyOf(error)}`, {
      cause: error,
    });
  }
}

function whyLeftOut(
  path: string,
  entry: DirectoryEntry,
  leaveOut?: (path: string) => boolean,
): string | undefined {
  if (entry.name === undefined) return 'its name is not valid UTF-8';
  if (leaveOut?.(path)) return BY_CALLER;
  if (entry.kind === 'other') return 'it is a pipe, a socket or a device';
  // Such a key would be refused when the snapshot is read again.
  if (isUnsafeKey(path) && entry.kind !== 'directory') return 'its name cannot be carried in evidence';
  return undefined;
}

/** One word for a whole repository: nobody wants to hear of each object in it. */
function whyRepository(host: Host, root: string, path: string, entry: DirectoryEntry): string | undefined {
  const isRepository =
    entry.kind === 'directory' &&
    (isRootRepository(host, root, path, entry) || isNestedRepository(host, root, path, entry));
  return isRepository ? 'it is a git repository' : undefined;
}

function whyOwned(host: Host, root: string, path: string, entry: DirectoryEntry): string | undefined {
  if (isNestedRepository(host, root, path, entry)) return 'it is a repository of its own';
  return isOwnFile(host, root, path, entry) ? OWN_FILE : undefined;
}
