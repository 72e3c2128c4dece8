/** Finds a git repository and what its revisions mean. Nothing that the repository configures is run by these commands. */
import { type Host, HostError, type RunResult } from '../../host/host.ts';
import { type CollectContext, CollectError } from '../collector.ts';

export type Repository = {
  /** The folder that was asked about, as it was typed. */
  readonly folder: string;
  /** The shared git folder (of the main worktree), absolute. */
  readonly gitFolder: string;
  readonly shallow: boolean;
  readonly objectFormat: string;
};

const TIME_LIMIT_MS = 60_000;
/** The user's own settings, which say whom they trust (`safe.directory`). The repository's settings are never among them. */
const USERS_OWN =
  /^(PATH|HOME|XDG_CONFIG_HOME|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|GIT_CEILING_DIRECTORIES)$/;

/** Settings for every git we start: no questions, no fetching on its own, no stand-in objects, English messages. */
export const PLAIN_GIT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // Older gits do not know the line above: with no transport allowed they cannot fetch either.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_REPLACE_OBJECTS: '1',
  // No grafts; a file that is there, though empty, would give a page of advice.
  GIT_GRAFT_FILE: '/dev/null/none',
  GIT_PAGER: 'cat',
};

/** Throws CollectError: no git, no such folder, not a repository, or one that git does not trust. */
export async function openRepository(context: CollectContext, folder: string): Promise<Repository> {
  const asked = [
    '--is-shallow-repository',
    '--show-object-format',
    '--path-format=absolute',
    '--git-common-dir',
  ];
  const result = await lookUp(context, folder, ['rev-parse', ...asked]);
  if (result.code !== 0) throw notARepository(folder, textOf(result.stderr));
  const [shallow, objectFormat, ...path] = textOf(result.stdout).split('\n');
  // The folder's name comes last, so that a line feed in it does no harm.
  return {
    folder,
    gitFolder: path.slice(0, -1).join('\n'),
    shallow: shallow === 'true',
    objectFormat: objectFormat ?? '',
  };
}

function notARepository(folder: string, said: string): CollectError {
  const quoted = JSON.stringify(folder);
  if (said.includes('dubious ownership')) {
    return new CollectError(
      'input',
      `Cannot read the repository ${quoted}: it belongs to another user, and git does not trust it`,
      {
        help: 'If you trust it: git config --global --add safe.directory DIR',
      },
    );
  }
  if (said.includes('not a git repository')) {
    return new CollectError('input', `Cannot read changes from ${quoted}: it is not in a git repository`, {
      help: 'Name a folder inside a git repository',
    });
  }
  return new CollectError('input', `Cannot read the repository ${quoted}: ${firstLine(said)}`);
}

/**
 * The full id of the commit (or tree, where `types` has it) that `revision` names. Throws CollectError (input) when it names none, or when a
 * branch and a tag share the name: whoever can add a tag could otherwise choose what is compared.
 */
export async function resolveRevision(
  context: CollectContext,
  repository: Repository,
  revision: string,
  types: readonly ('commit' | 'tree')[] = ['commit', 'tree'],
): Promise<string> {
  if (!/^[^-\s][^\0\n]*$/.test(revision)) {
    throw new CollectError('input', `Cannot use ${JSON.stringify(revision)} as a revision`, {
      help: 'Name a branch, a tag or a commit id',
    });
  }
  for (const type of types) {
    const args = ['-c', 'core.warnAmbiguousRefs=true', 'rev-parse', '--verify', `${revision}^{${type}}`];
    const result = await lookUp(context, repository.folder, args);
    if (/refname .* is ambiguous/.test(textOf(result.stderr))) throw ambiguous(revision);
    const id = textOf(result.stdout).trim();
    if (result.code === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
  }
  throw unknownRevision(repository, revision);
}

function ambiguous(revision: string): CollectError {
  return new CollectError(
    'input',
    `The revision ${JSON.stringify(revision)} is ambiguous: more than one ref has this name`,
    {
      help: `Write refs/heads/${revision} for the branch or refs/tags/${revision} for the tag`,
    },
  );
}

function unknownRevision(repository: Repository, revision: string): CollectError {
  const quoted = JSON.stringify(revision);
  if (!repository.shallow) {
    return new CollectError(
      'input',
      `There is no revision ${quoted} in the repository ${JSON.stringify(repository.folder)}`,
      {
        help: 'Check the spelling, or fetch it first: git fetch origin',
      },
    );
  }
  return new CollectError(
    'input',
    `The revision ${quoted} is missing: this clone is shallow and was cut off before it`,
    {
      help: `Fetch it first: git fetch --unshallow, or git fetch --depth=1 origin ${revision}`,
    },
  );
}

/** The best common ancestor. Throws CollectError (input) when there is none in this clone. */
export async function findMergeBase(
  context: CollectContext,
  repository: Repository,
  a: string,
  b: string,
): Promise<string> {
  const result = await lookUp(context, repository.folder, [
    '-c',
    'core.commitGraph=false',
    'merge-base',
    a,
    b,
  ]);
  const id = textOf(result.stdout).trim();
  if (result.code === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
  const why = repository.shallow ? ': this clone is shallow, the ancestor may be cut off' : '';
  throw new CollectError('input', `The two revisions have no common ancestor here${why}`, {
    help: repository.shallow
      ? 'Fetch the history first: git fetch --unshallow'
      : 'Write BASE..HEAD to compare them directly',
  });
}

/** Lets more of the user's own settings through to git, and sets others. */
export type LookUpOptions = {
  readonly own?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs a git command that looks into the repository and runs nothing that it configures. Throws CollectError when git cannot run. */
export async function lookUp(
  context: CollectContext,
  folder: string,
  args: readonly string[],
  { own, env }: LookUpOptions = {},
): Promise<RunResult> {
  const names = context.host.env.names().filter((name) => USERS_OWN.test(name) || own?.test(name));
  const usersOwn = Object.fromEntries(names.map((name) => [name, context.host.env.get(name) ?? '']));
  return runGit(context, ['--no-pager', ...args], {
    cwd: folder,
    env: { ...usersOwn, ...PLAIN_GIT, ...env },
    timeoutMs: TIME_LIMIT_MS,
  });
}

/** As `host.run` for `git`, with its failure to start worded. */
export async function runGit(
  context: CollectContext,
  args: readonly string[],
  options: Parameters<Host['run']>[1],
): Promise<RunResult> {
  try {
    const signal = context.signal === undefined ? {} : { signal: context.signal };
    const result = await context.host.run(['git', ...args], { ...options, ...signal });
    if (!result.timedOut) return result;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const missing = error.code === 'ENOENT' && error.message.startsWith('Cannot run "git":');
    if (!missing) throw new CollectError('input', error.message, { cause: error });
    throw new CollectError('machine', 'Cannot run git: it is not installed, or not on the search path', {
      help: 'Install git 2.31 or later',
      cause: error,
    });
  }
  throw new CollectError(
    'machine',
    `git ${args.find((arg) => /^[a-z]/.test(arg)) ?? ''} took too long and was stopped`,
  );
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What git says went wrong, without its `fatal: `; the advice before it is passed over. */
export function firstLine(said: string): string {
  const lines = said.split('\n');
  const line =
    lines.find((one) => /^(fatal|error): /.test(one)) ?? lines.find((one) => !one.startsWith('hint:'));
  return (line ?? '').replace(/^(fatal|error): /, '') || 'git gave no reason';
}
