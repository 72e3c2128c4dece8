/** Section `environment`: what a child process would inherit. Names of variables, never a value. */
import { compareCodePoints } from '../host/code-points.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { firstLine, lookUp, textOf } from './git/repository.ts';

export type Environment = {
  /** Names only, sorted by code point. */
  readonly variables: readonly string[];
  readonly ssh_agent: boolean;
  readonly netrc: boolean;
  /** What git would write into a commit made in this folder; absent when git knows none. */
  readonly git_email?: string;
};

/** Throws CollectError when git's settings cannot be read; a machine without git has no address. */
export async function collectEnvironment(
  context: CollectContext,
  options: { readonly folder?: string } = {},
): Promise<Environment> {
  const { env, files, homeDirectory } = context.host;
  const variables = [...new Set(env.names())].sort(compareCodePoints);
  const email = await readGitEmail(context, options.folder ?? context.host.workingDirectory);
  return {
    variables,
    ssh_agent: variables.includes('SSH_AUTH_SOCK'),
    netrc:
      variables.includes('NETRC') ||
      ['.netrc', '_netrc'].some((name) => files.exists(`${homeDirectory}/${name}`)),
    ...(email === undefined ? {} : { git_email: email }),
  };
}

/** `git config` reads settings and runs none of them. */
async function readGitEmail(context: CollectContext, folder: string): Promise<string | undefined> {
  try {
    const result = await lookUp(context, folder, ['config', '--get', 'user.email']);
    const email = textOf(result.stdout).trim();
    if (result.code === 0) return email === '' ? undefined : email;
    // 1: no such setting.
    if (result.code === 1) return undefined;
    throw new CollectError('machine', `Cannot read git's settings: ${firstLine(textOf(result.stderr))}`);
  } catch (error) {
    if (error instanceof CollectError && error.message.startsWith('Cannot run git: it is not installed'))
      return undefined;
    throw error;
  }
}
