/** Trees and the SHA-256 of what is in them, read from a sealed git in a stream. */
import type { RunningHash } from '../../host/host.ts';
import { CollectError } from '../collector.ts';
import type { SealedGit } from './sealed.ts';
import { decodeName, splitAtNul } from './tokens.ts';

export type TreeEntry = { readonly path: string; readonly mode: string; readonly id: string };

/** The entries of a tree (files, links and submodules at any depth) that `wanted` asks for. Throws CollectError. */
export async function listTree(
  git: SealedGit,
  tree: string,
  wanted: (path: string) => boolean,
): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  const tokens = splitAtNul((token) => {
    const tab = token.indexOf(9);
    const [mode = '', , id = ''] = decodeName(token.subarray(0, tab)).split(' ');
    const path = decodeName(token.subarray(tab + 1));
    if (wanted(path)) entries.push({ path, mode, id });
  });
  await git(['ls-tree', '-r', '-z', '--full-tree', tree], { onStdout: tokens.push });
  tokens.end();
  return entries;
}

/** SHA-256 of the bytes of each blob, by id, in constant memory. Throws CollectError when one is missing. */
export async function hashBlobs(
  git: SealedGit,
  ids: readonly string[],
  startHash: () => RunningHash,
): Promise<Map<string, string>> {
  const unique = [...new Set(ids)];
  const digests = await readBlobs(git, unique, () => {
    const hash = startHash();
    return { update: (bytes) => hash.update(bytes), end: () => hash.hex() };
  });
  return new Map(unique.map((id, index) => [id, digests[index]!]));
}

/** Takes the bytes of one blob as they come, each piece valid only during the call, and makes something of them. */
export type BlobReader<T> = { update(bytes: Uint8Array): void; end(): T };

/** What the reader of each blob makes of it, in the order of `ids`. Throws CollectError when a blob is missing. */
export async function readBlobs<T>(
  git: SealedGit,
  ids: readonly string[],
  start: (index: number) => BlobReader<T>,
): Promise<readonly T[]> {
  if (ids.length === 0) return [];
  const batch = new BatchReader(start);
  const input = new TextEncoder().encode(`${ids.join('\n')}\n`);
  await git(['cat-file', '--batch'], { input, onStdout: (bytes) => batch.push(bytes) });
  if (batch.made.length !== ids.length)
    throw new CollectError('machine', 'git stopped in the middle of its answer');
  return batch.made;
}

/** Reads `ID blob SIZE`, a line feed, SIZE bytes, a line feed, over and over. */
class BatchReader<T> {
  readonly made: T[] = [];
  readonly #start: (index: number) => BlobReader<T>;
  #header = '';
  #blob: { left: number; reader: BlobReader<T> } | undefined;

  constructor(start: (index: number) => BlobReader<T>) {
    this.#start = start;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      at = this.#blob === undefined ? this.#readHeader(bytes, at) : this.#readBody(bytes, at, this.#blob);
    }
  }

  #readHeader(bytes: Uint8Array, at: number): number {
    const end = bytes.indexOf(10, at);
    this.#header += new TextDecoder('latin1').decode(bytes.subarray(at, end < 0 ? bytes.length : end));
    if (end < 0) return bytes.length;
    const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(this.#header) ?? [];
    if (id === undefined) throw unreadable(this.#header);
    this.#blob = { left: Number(size), reader: this.#start(this.made.length) };
    this.#header = '';
    return end + 1;
  }

  #readBody(bytes: Uint8Array, at: number, blob: { left: number; reader: BlobReader<T> }): number {
    const piece = bytes.subarray(at, at + blob.left);
    blob.reader.update(piece);
    blob.left -= piece.length;
    const end = at + piece.length;
    // The line feed after the bytes ends the blob; it may come in the next piece.
    if (blob.left > 0 || end === bytes.length) return end;
    this.made.push(blob.reader.end());
    this.#blob = undefined;
    return end + 1;
  }
}

function unreadable(header: string): CollectError {
  if (!header.endsWith(' missing'))
    return new CollectError('machine', 'git gave an answer that cannot be read');
  return new CollectError(
    'input',
    `The repository lacks an object that is needed: ${header.slice(0, 64).replace(' missing', '')}`,
    {
      help: 'A partial clone leaves objects out: fetch them first, or clone without --filter',
    },
  );
}
