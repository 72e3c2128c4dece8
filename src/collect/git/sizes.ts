/** The sizes of the files of a change, so that a budget may see what git's lines hide: one very long line. */
import { CollectError } from '../collector.ts';
import type { ChangedFile } from './diff.ts';
import type { SealedGit } from './sealed.ts';

/** The same files with `bytes` and `old_bytes`; a submodule has none. Throws CollectError when a blob is missing. */
export async function withSizes(git: SealedGit, files: readonly ChangedFile[]): Promise<ChangedFile[]> {
  const ids = files.flatMap((file) => [blobOf(file.kind, file.blob), blobOf(file.old_kind, file.old_blob)]);
  const sizes = await blobSizes(
    git,
    [...new Set(ids)].filter((id) => id !== undefined),
  );
  const sizeOf = (id: string | undefined) => (id === undefined ? undefined : sizes.get(id));
  return files.map((file) => {
    const bytes = sizeOf(blobOf(file.kind, file.blob));
    const old = sizeOf(blobOf(file.old_kind, file.old_blob));
    return {
      ...file,
      ...(bytes === undefined ? {} : { bytes }),
      ...(old === undefined ? {} : { old_bytes: old }),
    };
  });
}

function blobOf(kind: ChangedFile['kind'], id: string | undefined): string | undefined {
  return kind === 'submodule' ? undefined : id;
}

async function blobSizes(git: SealedGit, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const input = new TextEncoder().encode(`${ids.join('\n')}\n`);
  const { stdout } = await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input });
  const lines = new TextDecoder().decode(stdout).trimEnd().split('\n');
  const sizes = new Map<string, number>();
  for (const line of lines) {
    const [, id = '', size] = /^([0-9a-f]+) (\d+|missing)$/.exec(line) ?? [];
    if (size === 'missing')
      throw new CollectError('input', `The repository lacks an object that is needed: ${id}`, {
        help: 'A partial clone leaves objects out: fetch them first, or clone without --filter',
      });
    if (size !== undefined) sizes.set(id, Number(size));
  }
  if (sizes.size !== ids.length) throw new CollectError('machine', 'git gave an answer that cannot be read');
  return sizes;
}
