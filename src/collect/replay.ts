/** Section `replay`: a patch, applied to a clean checkout of its base, and the one locked command run there. */
import { HostError, type RunResult } from '../host/host.ts';
import { compareTrees } from './change.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { openRepository, type Repository, resolveRevision, textOf } from './git/repository.ts';
import type { SealedGit } from './git/sealed.ts';
import { splitAtNul } from './git/tokens.ts';
import { applyPatch } from './patch.ts';
import { cleanEnvironment } from './replay/environment.ts';
import { freezer } from './replay/freeze.ts';
import { MARK, type Room, withRoom } from './replay/room.ts';
import { commandWords } from './replay/words.ts';

export type Replay = {
  /** The commit that the clean tree stood at. */
  readonly base_sha: string;
  /** The tree that was tested: the base with the patch applied. */
  readonly head_sha: string;
  /** As of a change between these two, however the patch was written. */
  readonly patch_sha256: string;
  readonly changed_files: readonly string[];
  /** What stood in the clean tree, or where programs would find it from there, that the base does not have. */
  readonly dirty_files: readonly string[];
  readonly install_command?: string;
  readonly install_exit_code?: number | null;
  readonly test_command: string;
  /** Null when it was ended for its time or its output, or never ran because the install failed. */
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly duration_ms: number;
  readonly stdout_sha256: string;
  readonly stderr_sha256: string;
  /** Of the files of the exam, once the patch was applied and when all had run. */
  readonly freeze_before_sha256: string;
  readonly freeze_sha256: string;
};
export type Replayed = {
  readonly replay: Replay;
  /** What the command wrote; the install, when that failed. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
};
export type ReplayOptions = {
  /** A folder in the repository. */
  readonly folder: string;
  readonly base: string;
  readonly patch: Uint8Array;
  /** Words separated by spaces; no shell reads them. */
  readonly test: string;
  readonly install?: string;
  /** Deny patterns: the files that the exam is made of. */
  readonly exam: readonly string[];
  /** For each of the two commands and all that it starts. */
  readonly timeLimitMs: number;
  /** Variables that the commands are given as they are. */
  readonly pass?: readonly string[];
};

/**
 * Replays a patch. The repository is read and never written: objects, refs, index, worktree entries and settings stay, and
 * nothing that it configures is run. Throws CollectError for a command that cannot be run, a patch that does not apply, a
 * tree that cannot be removed; and the signal's reason.
 */
export async function collectReplay(context: CollectContext, options: ReplayOptions): Promise<Replayed> {
  const test = commandWords(options.test);
  const install = options.install === undefined ? undefined : commandWords(options.install);
  const repository = await openRepository(context, options.folder);
  const base = await resolveRevision(context, repository, options.base, ['commit']);
  return withRoom(context, repository, async (room) => {
    const ready = await prepare(context, room, base, options);
    const run = await runnerIn(context, repository, room, options);
    const before = ready.freeze();
    const installed = install === undefined ? undefined : await run(install);
    const isReady = installed === undefined || (installed.code === 0 && !installed.timedOut);
    const started = context.host.now();
    const ran = isReady ? await run(test) : undefined;
    const duration_ms = isReady ? context.host.now() - started : 0;
    const { stdout, stderr, timedOut } = (ran ?? installed)!;
    const { sha256 } = context.host;
    const replay: Replay = {
      ...ready.facts,
      ...(installed === undefined
        ? {}
        : { install_command: options.install!, install_exit_code: statusOf(installed) }),
      test_command: options.test,
      exit_code: ran === undefined ? null : statusOf(ran),
      timed_out: timedOut,
      duration_ms,
      stdout_sha256: sha256(stdout),
      stderr_sha256: sha256(stderr),
      freeze_before_sha256: before,
      freeze_sha256: ready.freeze(),
    };
    return { replay, stdout, stderr };
  });
}

/** As shells have it: 128 and its number for a signal. Null for what we ended ourselves. */
function statusOf({ code, signal, timedOut, overflowed }: RunResult): number | null {
  if (timedOut || overflowed) return null;
  return signal === null ? code : 128 + signal.number;
}

type Facts = Pick<Replay, 'base_sha' | 'head_sha' | 'patch_sha256' | 'changed_files' | 'dirty_files'>;

/** The clean tree with the patch in it, looked at before and after. */
async function prepare(
  context: CollectContext,
  room: Room,
  base: string,
  options: ReplayOptions,
): Promise<{ readonly facts: Facts; freeze(): string }> {
  const { files } = context.host;
  const { git } = room;
  files.writeAtomic(`${room.gitFolder}/HEAD`, `${base}\n`);
  await git(['read-tree', '--reset', '-u', base]);
  const base_sha = textOf((await git(['rev-parse', 'HEAD'])).stdout).trim();
  const dirty_files = [...(await changesIn(git)), ...packagesAbove(context, room)];
  const error = await applyPatch(room, options.patch, '--index');
  if (error !== undefined)
    throw new CollectError('input', `The patch cannot be replayed: ${error}`, {
      help: 'Write it against this base: git diff --binary --full-index BASE > FILE',
    });
  const head_sha = textOf((await git(['write-tree'])).stdout).trim();
  const { files: changed, patch_sha256 } = await compareTrees(context, git, base_sha, head_sha);
  const tracked = await namesFrom(git, ['ls-files', '-z']);
  // For commands that ask git. Nothing here is read any more once they had it in their hands.
  files.writeAtomic(`${room.tree}/.git`, `gitdir: ${room.gitFolder}\n`);
  return {
    facts: { base_sha, head_sha, patch_sha256, changed_files: changed.map(({ path }) => path), dirty_files },
    freeze: freezer(context.host, room.tree, tracked, options.exam),
  };
}

async function changesIn(git: SealedGit): Promise<string[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignored=matching',
    '--no-renames',
  ];
  return (await namesFrom(git, args)).map((entry) => entry.slice(3));
}

/** Packages in a folder above the tree are found from within it, and no commit tells of them. */
function packagesAbove({ host }: CollectContext, { tree }: Room): string[] {
  const found: string[] = [];
  for (let at = tree.lastIndexOf('/'); at >= 0; at = tree.lastIndexOf('/', at - 1)) {
    const place = `${tree.slice(0, at)}/node_modules`;
    if (host.files.exists(place)) found.push(place);
    if (at === 0) break;
  }
  return found;
}

async function namesFrom(git: SealedGit, args: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  // A name that is not UTF-8 is named as well as can be: the files of the exam have plain names.
  const tokens = splitAtNul((token) => names.push(textOf(token)));
  await git(args, { onStdout: tokens.push });
  tokens.end();
  return names;
}

/** Runs a command in the tree: no shell, a clean environment, one limit for all that it starts. */
async function runnerIn(
  context: CollectContext,
  repository: Repository,
  room: Room,
  { pass, timeLimitMs }: ReplayOptions,
): Promise<(words: readonly string[]) => Promise<RunResult>> {
  const env = { ...(await cleanEnvironment(context, repository, room, pass ?? [])), [MARK]: room.folder };
  const signal = context.signal === undefined ? {} : { signal: context.signal };
  return async (words) => {
    try {
      return await context.host.run(words, { cwd: room.tree, env, timeoutMs: timeLimitMs, ...signal });
    } catch (cause) {
      if (!(cause instanceof HostError)) throw cause;
      throw new CollectError('input', cause.message, {
        help: 'The clean tree has what its commit has: what the command needs is installed there first',
        cause,
      });
    } finally {
      // What it left running could still write to the exam.
      await context.host.endMarked(MARK, room.folder);
    }
  };
}
