/** Section `change`: what differs between two commits, file by file, as their trees say it. */
import { compareCodePoints } from '../host/code-points.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { type ChangedFile, hashPatch, listChanges } from './git/diff.ts';
import { withImports } from './git/imports.ts';
import { findMergeBase, openRepository, type Repository, resolveRevision } from './git/repository.ts';
import { type SealedGit, withSealedGit } from './git/sealed.ts';
import { withSizes } from './git/sizes.ts';

export type Change = {
  /** Full ids of the two commits (or trees). */
  readonly base: string;
  readonly head: string;
  /** Sorted by path. */
  readonly files: readonly ChangedFile[];
  readonly patch_sha256: string;
};
export type ChangeOptions = {
  /** A folder in the repository. */
  readonly folder: string;
  /** `BASE..HEAD`, or `BASE...HEAD` for what came since their common ancestor. */
  readonly range: string;
  /** Show a removed and an added file of like content as one rename. Off: both paths are judged. */
  readonly renames?: boolean;
  /** Count the lines that look like an import and were added. */
  readonly imports?: boolean;
};

/**
 * The change from BASE's tree to HEAD's tree: merges count whole, uncommitted work does not count. Independent of the
 * repository's settings and attributes. Throws CollectError: no git, no repository, a bad or missing revision, a name
 * that is not UTF-8, objects that are missing.
 */
export async function collectChange(context: CollectContext, options: ChangeOptions): Promise<Change> {
  const repository = await openRepository(context, options.folder);
  const { base, head } = await resolveRange(context, repository, options.range);
  return withSealedGit(context, repository, (git) => compareTrees(context, git, base, head, options));
}

/** The change between two commits or trees that `git` can see. Throws CollectError. */
export async function compareTrees(
  context: CollectContext,
  git: SealedGit,
  base: string,
  head: string,
  { renames = false, imports = false }: Pick<ChangeOptions, 'renames' | 'imports'> = {},
): Promise<Change> {
  context.progress?.({ label: 'Comparing commits', done: 0 });
  const sized = await withSizes(git, await listChanges(git, base, head, { renames }));
  const files = imports ? await withImports(git, sized) : sized;
  files.sort((a, b) => compareCodePoints(a.path, b.path));
  const patch_sha256 = await hashPatch(git, context.host.startHash(), base, head);
  return { base, head, files, patch_sha256 };
}

/** Full ids for both ends of a range. Throws CollectError (input). */
export async function resolveRange(
  context: CollectContext,
  repository: Repository,
  range: string,
): Promise<{ base: string; head: string }> {
  const { from, to, sinceAncestor } = parseRange(range);
  const head = await resolveRevision(context, repository, to);
  const base = await resolveRevision(context, repository, from);
  return { base: sinceAncestor ? await findMergeBase(context, repository, base, head) : base, head };
}

function parseRange(range: string): { from: string; to: string; sinceAncestor: boolean } {
  const match = /^(.*?)(\.{2,3})(?!\.)(.*)$/.exec(range);
  const [, from = '', dots = '', to = ''] = match ?? [];
  if (from !== '' && to !== '') return { from, to, sinceAncestor: dots === '...' };
  if (from !== '' && match !== null) {
    throw new CollectError(
      'input',
      `The range ${JSON.stringify(range)} has no second revision: uncommitted work is not compared`,
      {
        help: 'Commit it and write BASE..HEAD, or stamp the folder before and after with --tree',
      },
    );
  }
  throw new CollectError('input', `Cannot use ${JSON.stringify(range)} as a range of commits`, {
    help: 'Write BASE..HEAD, such as main..HEAD',
  });
}
