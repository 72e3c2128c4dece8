/**
 * A repository of our own over the objects of a real one: what is applied, written or checked out here leaves no trace
 * there, neither an object nor a ref nor the entry of a worktree, even when this process is killed.
 */
import { type CollectContext, CollectError } from '../collector.ts';
import type { Repository } from './repository.ts';
import { configFor, gitIn, makeGitFolder, type SealedGit } from './sealed.ts';

export type Scratch = {
  /** Holds all of it; only this user may enter. */
  readonly folder: string;
  /** The git folder, and the work tree that belongs to it: empty until something is checked out. */
  readonly gitFolder: string;
  readonly tree: string;
  /** Runs in the work tree. */
  readonly git: SealedGit;
};

/** Bytes as they were committed: attributes of the tree that would convert them are not obeyed. */
const ATTRIBUTES = '* -text -ident -filter -working-tree-encoding\n';
/** Names that only some disks take for `.git` are refused on all of them, as by a `git apply` anywhere else. */
const SETTINGS = '[core]\n\tprotectHFS = true\n\tprotectNTFS = true\n[gc]\n\tauto = 0\n';

/** Makes the scratch repository in `folder`, which must be there and empty. Throws HostError. */
export function makeScratch(context: CollectContext, repository: Repository, folder: string): Scratch {
  const { files } = context.host;
  const gitFolder = `${folder}/git`;
  const tree = `${folder}/tree`;
  files.makeDirectory(tree);
  makeGitFolder(files, gitFolder, configFor(repository.objectFormat, 'false') + SETTINGS);
  files.makeDirectory(`${gitFolder}/objects/info`);
  files.writeAtomic(`${gitFolder}/objects/info/alternates`, alternate(`${repository.gitFolder}/objects`));
  files.makeDirectory(`${gitFolder}/info`);
  files.writeAtomic(`${gitFolder}/info/attributes`, ATTRIBUTES);
  // Without it, git would look for the history that a shallow clone was cut off from.
  if (repository.shallow)
    files.writeAtomic(`${gitFolder}/shallow`, files.read(`${repository.gitFolder}/shallow`, MAX_SHALLOW));
  const env = { HOME: gitFolder, GIT_DIR: gitFolder, GIT_WORK_TREE: tree };
  return { folder, gitFolder, tree, git: gitIn(context, repository, tree, env) };
}

/** Calls `work` with a scratch repository, and removes it whatever happens. Throws CollectError. */
export async function withScratch<T>(
  context: CollectContext,
  repository: Repository,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const { files } = context.host;
  const folder = files.makeTemporary();
  try {
    return await work(makeScratch(context, repository, folder));
  } finally {
    files.remove(folder);
  }
}

const MAX_SHALLOW = 16 * 1024 * 1024;

/** One path a line; git has no way to write a line feed in it. */
function alternate(path: string): string {
  if (!/[\n"#]/.test(path)) return `${path}\n`;
  throw new CollectError(
    'input',
    `Cannot use a repository at ${JSON.stringify(path)}: git cannot refer to it`,
    {
      help: 'Move it to a folder without line feeds, quotes and # in its name',
    },
  );
}
