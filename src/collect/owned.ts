/** What in a folder belongs to git or to Holdpoint. Judged by content: a name alone excuses no file. */
import { type DirectoryEntry, type FileKind, type Host, HostError } from '../host/host.ts';
import { onDisk } from './on-disk.ts';

const OWN_FOLDER = '.holdpoint';
const SQLITE = 'SQLite format 3\0';
/** How a write-ahead log begins, in either order of bytes; a new one is empty. */
const LOGS = ['', '7\x7f\x06\x82', '7\x7f\x06\x83'];

/** True for `.git` at the root when it is the repository there: its folder, or the pointer of a worktree or submodule. */
export function isRootRepository(host: Host, root: string, path: string, entry: DirectoryEntry): boolean {
  if (path !== '.git') return false;
  if (entry.kind === 'directory') return isRepository(host, onDisk(root, path));
  if (entry.kind !== 'file') return false;
  const target = /^gitdir: ([^\n]+)\n?$/.exec(startOf(host, onDisk(root, path), 4096))?.[1];
  if (target === undefined) return false;
  return (
    kindOf(host, `${/^(?:\/|[A-Za-z]:)/.test(target) ? target : onDisk(root, target)}/HEAD`) !== undefined
  );
}

/** True for a `.git` folder below the root that is a repository; any other folder of that name is like all folders. */
export function isNestedRepository(host: Host, root: string, path: string, entry: DirectoryEntry): boolean {
  return (
    entry.name === '.git' &&
    path !== '.git' &&
    entry.kind === 'directory' &&
    isRepository(host, onDisk(root, path))
  );
}

/** True for the files that Holdpoint keeps in `.holdpoint` at the root, with the content that they have. */
export function isOwnFile(host: Host, root: string, path: string, entry: DirectoryEntry): boolean {
  if (entry.kind !== 'file' || path !== `${OWN_FOLDER}/${entry.name}`) return false;
  const text = (length: number) => startOf(host, onDisk(root, path), length);
  switch (entry.name) {
    case 'salt':
      return /^[0-9a-f]{64}\n$/.test(text(66));
    case '.gitignore':
      return text(3) === '*\n';
    case 'history.db':
      return text(SQLITE.length) === SQLITE;
    case 'history.db-wal':
      return hasHistory(host, root) && LOGS.includes(text(4));
    case 'history.db-shm':
      return hasHistory(host, root);
    default:
      return false;
  }
}

const BESIDE = ['-shm', '-wal'];

/** The files that SQLite may keep beside a database, whether they are there or not; none for any other path. */
export function besideDatabase(path: string): readonly string[] {
  return path.endsWith('.db') ? BESIDE.map((end) => `${path}${end}`) : [];
}

export function isBesideDatabase(path: string): boolean {
  return BESIDE.some((end) => path.endsWith(`.db${end}`));
}

function hasHistory(host: Host, root: string): boolean {
  return startOf(host, onDisk(root, `${OWN_FOLDER}/history.db`), SQLITE.length) === SQLITE;
}

function isRepository(host: Host, path: string): boolean {
  return kindOf(host, `${path}/HEAD`) !== undefined && kindOf(host, `${path}/objects`) === 'directory';
}

function kindOf(host: Host, path: string): FileKind | undefined {
  return orElse(undefined, () => host.files.info(path).kind);
}

/** The first bytes of a regular file, one character each; '' when it cannot be read. */
function startOf(host: Host, path: string, length: number): string {
  return orElse('', () => {
    for (const piece of host.files.chunks(path, length)) return String.fromCharCode(...piece);
    return '';
  });
}

function orElse<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HostError) return otherwise;
    throw error;
  }
}
