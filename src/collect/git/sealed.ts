/**
 * A git that sees a repository's objects and nothing else of it: neither its settings, attributes, hooks, index nor
 * refs. It runs in an empty repository of our own whose object folder is the real one, so what a change looks like
 * cannot depend on what the changed repository says about diffs.
 */
import type { Host, RunResult } from '../../host/host.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import { firstLine, PLAIN_GIT, type Repository, runGit, textOf } from './repository.ts';

/** Throws CollectError when the command fails; with `tolerant`, a failure is the result. */
export type SealedGit = (args: readonly string[], options?: SealedOptions) => Promise<RunResult>;
export type SealedOptions = {
  readonly input?: Uint8Array;
  readonly onStdout?: (bytes: Uint8Array) => void;
  readonly tolerant?: boolean;
};

const TIME_LIMIT_MS = 600_000;

/**
 * Calls `work` with a sealed git, which throws CollectError when a command fails, and removes what it stood on
 * whatever happens.
 */
export async function withSealedGit<T>(
  context: CollectContext,
  repository: Repository,
  work: (git: SealedGit) => Promise<T>,
): Promise<T> {
  const { files } = context.host;
  const folder = files.makeTemporary();
  try {
    makeGitFolder(files, folder, configFor(repository.objectFormat, 'true'));
    return await work(sealedGit(context, repository, folder));
  } finally {
    files.remove(folder);
  }
}

/** What git takes for an empty repository; nothing of a template, a hook among it, is in there. */
export function makeGitFolder(files: Host['files'], folder: string, config: string): void {
  files.makeDirectory(`${folder}/objects`);
  files.makeDirectory(`${folder}/refs`);
  files.writeAtomic(`${folder}/HEAD`, 'ref: refs/heads/none\n');
  files.writeAtomic(`${folder}/config`, config);
}

export function configFor(objectFormat: string, bare: 'true' | 'false'): string {
  const format = objectFormat === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${objectFormat}\n`;
  // The commit graph is a cache that says which tree a commit has: ask the commit itself.
  return `[core]\n\trepositoryFormatVersion = 1\n\tbare = ${bare}\n\tcommitGraph = false\n${format}`;
}

function sealedGit(context: CollectContext, repository: Repository, folder: string): SealedGit {
  const env = {
    HOME: folder,
    GIT_DIR: folder,
    GIT_OBJECT_DIRECTORY: `${repository.gitFolder}/objects`,
  };
  return gitIn(context, repository, folder, env);
}

/** A git that runs in `cwd` with `env` and none of the user's, the machine's or the repository's settings. */
export function gitIn(
  context: CollectContext,
  repository: Repository,
  cwd: string,
  own: Readonly<Record<string, string>>,
): SealedGit {
  const env = {
    ...PLAIN_GIT,
    PATH: context.host.env.get('PATH') ?? '/usr/bin:/bin',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    ...own,
  };
  return async (args, { tolerant, ...options } = {}) => {
    const limits = { cwd, env, timeoutMs: TIME_LIMIT_MS };
    const streaming = options.onStdout === undefined ? {} : { maxBytes: Number.MAX_SAFE_INTEGER };
    const result = await runGit(context, ['--no-pager', ...args], { ...limits, ...streaming, ...options });
    if ((result.code === 0 || tolerant === true) && !result.overflowed) return result;
    throw failed(repository, args[0] ?? '', textOf(result.stderr));
  };
}

function failed(repository: Repository, command: string, said: string): CollectError {
  const quoted = JSON.stringify(repository.folder);
  if (/bad object|unable to (read|find)|not a tree object|could not get object info/.test(said)) {
    return new CollectError(
      'input',
      `The repository ${quoted} lacks objects that are needed: ${firstLine(said)}`,
      {
        help: 'A partial clone leaves objects out: fetch them first, or clone without --filter',
      },
    );
  }
  return new CollectError('machine', `git ${command} failed on ${quoted}: ${firstLine(said)}`);
}
