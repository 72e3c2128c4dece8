/** Section `environment`: what a child process would inherit. Names of variables, never a value. */
import { compareCodePoints } from '../host/code-points.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { firstLine, lookUp, textOf } from './git/repository.ts';

export type Environment = {
  /** Names only, sorted by code point. */
  readonly variables: readonly string[];
  readonly ssh_agent: boolean;
  readonly netrc: boolean;
  /**
   * What git would write into a commit made in this folder: both addresses, with a comma between, where author and
   * committer differ. Absent when git knows none; one that it would make up from the machine's name is not asked for.
   */
  readonly git_email?: string;
};

/**
 * What a process started here inherits, and who git says is working in `folder`. Throws CollectError when git's settings
 * cannot be read; a machine without git has no address.
 */
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

/** What settles who signs, beside git's files: these variables, and settings that came with the command line. */
const IDENTITY = /^(GIT_(AUTHOR|COMMITTER)_EMAIL|EMAIL|GIT_CONFIG_PARAMETERS)$/;
/** Names are not asked about, and must not keep git from answering. */
const NAMED = { GIT_AUTHOR_NAME: 'name', GIT_COMMITTER_NAME: 'name' };
/** Otherwise git would make an address up from the machine's name, and ask the network for it. */
const NOTHING_MADE_UP = ['-c', 'user.useConfigOnly=true'];
const NOBODY = /no email was given|auto-detect email|empty ident/;

/** The addresses of author and committer: one when they are alike, undefined when git knows none for either. */
async function readGitEmail(context: CollectContext, folder: string): Promise<string | undefined> {
  const addresses = new Set<string>();
  try {
    for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
      const address = await readIdentity(context, folder, who);
      if (address === undefined) return undefined;
      addresses.add(address);
    }
  } catch (error) {
    if (error instanceof CollectError && error.message.startsWith('Cannot run git: it is not installed'))
      return undefined;
    throw error;
  }
  return [...addresses].join(', ');
}

/** `git var` reads settings and runs none of them. */
async function readIdentity(
  context: CollectContext,
  folder: string,
  who: string,
): Promise<string | undefined> {
  const hasFallback = (context.host.env.get('EMAIL') ?? '') !== '';
  const args = [...(hasFallback ? [] : NOTHING_MADE_UP), 'var', who];
  const result = await lookUp(context, folder, args, { own: IDENTITY, env: NAMED });
  const said = textOf(result.stderr);
  if (result.code === 0) return /<([^<>]+)> \d+ [+-]\d+\s*$/.exec(textOf(result.stdout))?.[1];
  if (NOBODY.test(said)) return undefined;
  throw new CollectError('machine', `Cannot read git's settings: ${firstLine(said)}`);
}
