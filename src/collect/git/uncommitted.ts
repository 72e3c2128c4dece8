/** What stands in a work tree and not in its commit: then tests that ran there were tests of something else. */
import type { CollectContext } from '../collector.ts';
import { lookUp, type Repository, textOf } from './repository.ts';
import { configFor, gitIn, makeGitFolder } from './sealed.ts';
import { decodeName, splitAtNul } from './tokens.ts';

export type WorkTree = {
  /** Absolute. */
  readonly top: string;
  /** Where the folder that was asked about stands in it: '' at the top, else with a slash at the end. */
  readonly prefix: string;
};

/** The work tree that a folder stands in; undefined when there is none. Throws CollectError when git cannot run. */
export async function workTreeOf(context: CollectContext, folder: string): Promise<WorkTree | undefined> {
  const top = await lookUp(context, folder, ['rev-parse', '--show-toplevel']);
  const prefix = await lookUp(context, folder, ['rev-parse', '--show-prefix']);
  if (top.code !== 0 || prefix.code !== 0) return undefined;
  return { top: withoutLine(textOf(top.stdout)), prefix: withoutLine(textOf(prefix.stdout)) };
}

// A name may hold line feeds; only the last one is git's.
const withoutLine = (text: string) => text.replace(/\n$/, '');

/**
 * The paths that differ from the commit or are not in it, ignored ones left out, as a git says that obeys no setting and runs
 * no filter of the repository. Throws CollectError.
 */
export async function uncommitted(
  context: CollectContext,
  repository: Repository,
  { top, commit }: { readonly top: string; readonly commit: string },
): Promise<readonly string[]> {
  const { files } = context.host;
  const folder = files.makeTemporary();
  try {
    makeGitFolder(files, folder, configFor(repository.objectFormat, 'false'));
    files.writeAtomic(`${folder}/HEAD`, `${commit}\n`);
    const git = gitIn(context, repository, top, {
      HOME: folder,
      GIT_DIR: folder,
      GIT_WORK_TREE: top,
      GIT_OBJECT_DIRECTORY: `${repository.gitFolder}/objects`,
    });
    await git(['read-tree', commit]);
    const found: string[] = [];
    const tokens = splitAtNul((token) => found.push(decodeName(token).slice(3)));
    const form = [
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--ignore-submodules=dirty',
    ];
    await git(['status', ...form], { onStdout: tokens.push });
    tokens.end();
    return found;
  } finally {
    files.remove(folder);
  }
}
