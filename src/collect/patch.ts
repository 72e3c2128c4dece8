/** Section `patch`, and the `change` that it makes: what a patch file does to a commit, without touching any tree. */
import { HostError } from '../host/host.ts';
import { type Change, compareTrees } from './change.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { firstLine, openRepository, resolveRevision, textOf } from './git/repository.ts';
import { type Scratch, withScratch } from './git/scratch.ts';
import { patchFault } from './patch/read-patch.ts';

export type Patch = {
  /** Full id of the commit that it is for. */
  readonly base: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly applies: boolean;
  /** Why it does not. */
  readonly error?: string;
};
export type PatchOptions = {
  /** A folder in the repository. */
  readonly folder: string;
  readonly base: string;
  /** A regular file. */
  readonly file: string;
  /** Count the lines that look like an import and were added. */
  readonly imports?: boolean;
};

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Applies the patch to the base's tree, in a repository of our own. One that is not a patch, or not one for this base,
 * is evidence and makes no change. Throws CollectError: no git, no repository, no such base, a file that cannot be read.
 */
export async function collectPatch(
  context: CollectContext,
  options: PatchOptions,
): Promise<{ readonly patch: Patch; readonly change?: Change }> {
  const bytes = readPatch(context, options.file);
  const repository = await openRepository(context, options.folder);
  const base = await resolveRevision(context, repository, options.base, ['commit']);
  const known = { base, sha256: context.host.sha256(bytes), bytes: bytes.length };
  return withScratch(context, repository, async (scratch) => {
    await scratch.git(['read-tree', base]);
    const error = await applyPatch(scratch, bytes, '--cached');
    if (error !== undefined) return { patch: { ...known, applies: false, error } };
    const tree = textOf((await scratch.git(['write-tree'])).stdout).trim();
    const change = await compareTrees(context, scratch.git, base, tree, options);
    return { patch: { ...known, applies: true }, change };
  });
}

/** The bytes of a patch file. Throws CollectError. */
export function readPatch({ host }: CollectContext, file: string): Uint8Array {
  try {
    return host.files.readRegular(file, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new CollectError('input', error.message, { cause: error });
  }
}

/**
 * Applies a patch to the index, and to the work tree with `--index`: looked at as a whole first, then done. Gives why it
 * cannot be applied.
 */
export async function applyPatch(
  { git }: Scratch,
  bytes: Uint8Array,
  where: '--cached' | '--index',
): Promise<string | undefined> {
  const fault = patchFault(bytes);
  if (fault !== undefined) return fault;
  const apply = ['apply', where, '-p1', '--whitespace=nowarn'];
  // What is well in every single file can still not be done as a whole: a file and a folder of one name.
  for (const step of [['--check'], []]) {
    const done = await git([...apply, ...step, '-'], { input: bytes, tolerant: true });
    if (done.code !== 0) return firstLine(textOf(done.stderr));
  }
  return undefined;
}
