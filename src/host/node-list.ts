/** What stands in a folder, with names that are not valid UTF-8 told apart from those that are. */
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { join } from 'node:path';
import { compareCodePoints } from './code-points.ts';
import type { DirectoryEntry, FileKind } from './host.ts';

const REPLACEMENT = '\ufffd';

/** Sorted by code point. The quick way is tried first: only a folder with a doubtful name is read again as bytes. */
export function listFolder(path: string): DirectoryEntry[] {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  const doubtful = entries.some((entry) => entry.name.includes(REPLACEMENT));
  const listed = doubtful ? listBytes(path) : entries.map((entry) => named(entry.name, kindOf(entry)));
  return listed.sort((a, b) => compareCodePoints(a.printable, b.printable));
}

function named(name: string, kind: FileKind): DirectoryEntry {
  return { name, printable: name, kind };
}

/** What is not UTF-8 is shown as `\ufffd`, not by its bytes: Deno does not give them, and evidence must not differ. */
function listBytes(path: string): DirectoryEntry[] {
  const seen = new Set<string>();
  return fs.readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const bytes = Buffer.from(entry.name as unknown as Uint8Array);
    const name = bytes.toString('utf8');
    const kind = kindOf(entry);
    // Deno hands out bytes it has repaired already: such a name leads nowhere, or to a neighbour of that name.
    const real = Buffer.from(name).equals(bytes) && !seen.has(name) && isThere(path, name);
    seen.add(name);
    return real
      ? named(name, kind)
      : { name: undefined, printable: name.replaceAll(REPLACEMENT, '\\ufffd'), kind };
  });
}

function isThere(folder: string, name: string): boolean {
  return (
    !name.includes(REPLACEMENT) || fs.lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
  );
}

type Typed = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean };

function kindOf(entry: Typed): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
