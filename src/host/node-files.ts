/** The real file system, through node:fs (Node and Deno). Synchronous: measured two to four times faster on many small files. */
import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type FileInfo, type FileKind, type Host, HostError } from './host.ts';
import { codeOf, faulting } from './host-fault.ts';
import { listFolder } from './node-list.ts';

const READ_ONLY = fs.constants.O_RDONLY;
/** A link is not followed, and a pipe put in a file's place cannot make us wait for a writer. Absent on Windows. */
const REGULAR_ONLY = READ_ONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
/** As above, but a link to a file will do. */
const REGULAR_OR_LINK = READ_ONLY | (fs.constants.O_NONBLOCK ?? 0);
const PIECE = 1 << 20;
/** Shared by hash() calls, which never overlap. */
const shared = Buffer.allocUnsafe(PIECE);

export const nodeFiles: Host['files'] = {
  info: (path) => faulting('look at', path, () => describe(fs.lstatSync(path))),
  exists: (path) => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  list: (path) => faulting('list', path, () => listFolder(path)),
  readLink: (path) => faulting('read the link', path, () => fs.readlinkSync(path, { encoding: 'buffer' })),
  read: (path, maxBytes) =>
    faulting('read', path, () => readWhole(fs.openSync(path, READ_ONLY), path, maxBytes)),
  readRegular: (path, maxBytes) =>
    faulting('read', path, () => readWhole(openRegular(path, REGULAR_OR_LINK).file, path, maxBytes)),
  chunks: readPieces,
  hash: (path, onBytes) => faulting('read', path, () => hashFile(path, onBytes)),
  writeAtomic: (path, data, mode) => faulting('write', path, () => writeAtomic(path, data, mode)),
  createNew: (path, data) => faulting('make', path, () => createNew(path, data)),
  makeDirectory: (path, mode) => faulting('make the folder', path, () => makeDirectory(path, mode)),
  makeTemporary: () =>
    faulting('make a folder in', os.tmpdir(), () => fs.mkdtempSync(join(os.tmpdir(), 'holdpoint-'))),
  move: (from, to) => faulting('move', from, () => fs.renameSync(from, to)),
  copy: (from, to) => faulting('copy', from, () => copyFile(from, to)),
  makeLink: (target, path) => faulting('make the link', path, () => fs.symlinkSync(target, path)),
  remove: (path) => faulting('remove', path, () => remove(path)),
};

function describe(stats: fs.Stats): FileInfo {
  return { kind: kindOf(stats), size: stats.size, mode: stats.mode };
}

function kindOf(stats: fs.Stats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

function makeDirectory(path: string, mode?: number): void {
  fs.mkdirSync(path, { recursive: true });
  if (mode === undefined) return;
  // Through a link the mode would be given to a folder that nobody named.
  if (!fs.lstatSync(path).isDirectory())
    throw new HostError(
      'ENOTDIR',
      `Cannot make the folder ${JSON.stringify(path)}: a symbolic link stands there`,
    );
  fs.chmodSync(path, mode);
}

/** Reads the open `file` and closes it. */
function readWhole(file: number, path: string, maxBytes: number): Uint8Array {
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      // One byte more than allowed is enough to know; a pipe or a growing file has no honest size to ask for.
      const piece = Buffer.allocUnsafe(Math.min(PIECE, maxBytes + 1 - size));
      const count = fs.readSync(file, piece, 0, piece.length, null);
      if (count === 0) return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      size += count;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    fs.closeSync(file);
  }
}

function tooLarge(path: string, maxBytes: number): HostError {
  return new HostError(
    'TOO_LARGE',
    `Cannot read ${JSON.stringify(path)}: it is larger than ${maxBytes} bytes`,
  );
}

function openRegular(path: string, flags = REGULAR_ONLY): { file: number; mode: number; size: number } {
  const file = fs.openSync(path, flags);
  try {
    const stats = fs.fstatSync(file);
    if (!stats.isFile())
      throw new HostError('ENOTFILE', `Cannot read ${JSON.stringify(path)}: it is not a regular file`);
    return { file, mode: stats.mode, size: stats.size };
  } catch (error) {
    fs.closeSync(file);
    throw error;
  }
}

function* readPieces(path: string, chunkBytes = PIECE): Generator<Uint8Array> {
  const { file, size } = faulting('read', path, () => openRegular(path));
  try {
    // A megabyte for every small file costs more than reading it; one byte more than its size shows that it ended.
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size + 1, 4096)));
    for (;;) {
      const count = faulting('read', path, () => fill(file, buffer));
      if (count > 0) yield buffer.subarray(0, count);
      if (count < buffer.length) return;
    }
  } finally {
    fs.closeSync(file);
  }
}

/** Reads until the buffer is full or the file ends. */
function fill(file: number, buffer: Buffer): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = fs.readSync(file, buffer, filled, buffer.length - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

function hashFile(
  path: string,
  onBytes?: (count: number) => void,
): { sha256: string; size: number; mode: number } {
  const { file, mode } = openRegular(path);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for (;;) {
      const count = fill(file, shared);
      hash.update(shared.subarray(0, count));
      size += count;
      onBytes?.(count);
      if (count < shared.length) return { sha256: hash.digest('hex'), size, mode };
    }
  } finally {
    fs.closeSync(file);
  }
}

/** The new file stands beside the target first, so that the rename cannot cross disks and a crash leaves the old one whole. */
function writeAtomic(path: string, data: string | Uint8Array, mode?: number): void {
  refuseSpecial(path);
  const temporary = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    const file = fs.openSync(temporary, 'wx', mode ?? 0o666);
    try {
      fs.writeFileSync(file, data);
      if (mode !== undefined) fs.fchmodSync(file, mode);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Making the name is what counts, so a file whose content cannot be written is left where it is. */
function createNew(path: string, data: string): void {
  const file = fs.openSync(path, 'wx', 0o644);
  try {
    fs.writeFileSync(file, data);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
    syncFolder(dirname(path));
  }
}

/** A rename would put a file in the place of a device, a pipe or a link: root could lose /dev/null or /dev/stdout. */
function refuseSpecial(path: string): void {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  const what = stats.isSymbolicLink() ? 'it is a symbolic link' : 'it is not a regular file';
  throw new HostError('ENOTFILE', `Cannot write ${JSON.stringify(path)}: ${what}`);
}

/** A clone where the file system can make one: it costs neither time nor space until one of the two is written. */
function copyFile(from: string, to: string): void {
  const stats = fs.lstatSync(from);
  if (!stats.isFile())
    throw new HostError('ENOTFILE', `Cannot copy ${JSON.stringify(from)}: it is not a regular file`);
  fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
  fs.chmodSync(to, stats.mode & 0o777);
  fs.utimesSync(to, stats.atime, stats.mtime);
}

/** Tools leave folders that nobody may write in, such as a cache of modules; whoever owns them may still remove them. */
function remove(path: string): void {
  const options = { recursive: true, force: true, maxRetries: 3 };
  try {
    fs.rmSync(path, options);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(codeOf(error))) throw error;
    openFolders(path);
    fs.rmSync(path, options);
  }
}

function openFolders(path: string): void {
  if (!fs.lstatSync(path).isDirectory()) return;
  fs.chmodSync(path, 0o700);
  for (const entry of fs.readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) openFolders(join(path, entry.name));
}

/** Makes a new name last. Not every file system can; the data is safe without it. */
function syncFolder(path: string): void {
  try {
    const folder = fs.openSync(path, READ_ONLY);
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  } catch {
    // The name is there; there is nothing to undo.
  }
}
