/** What a replayed command is given of the machine: a search path, an empty home, and no memory of anybody's session. */
import { type CollectContext, CollectError } from '../collector.ts';
import { lookUp, type Repository, textOf } from '../git/repository.ts';

export type Homes = { readonly home: string; readonly temporary: string };

/**
 * The whole environment of the command. `pass` names variables that it gets as they are. Throws CollectError for one that
 * is not set.
 */
export async function cleanEnvironment(
  context: CollectContext,
  repository: Repository,
  { home, temporary }: Homes,
  pass: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const passed = pass.map((name) => {
    const value = context.host.env.get(name);
    if (value === undefined)
      throw new CollectError('input', `Cannot pass the variable ${JSON.stringify(name)}: it is not set`);
    return [name, value] as const;
  });
  return {
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CI: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...Object.fromEntries(passed),
    PATH: await searchPath(context, repository),
  };
}

/**
 * The search path without what lies in the repository's own work tree: a runner such as npx puts the tools that somebody
 * installed there in front, and they are just the memory that a clean tree must not have.
 */
async function searchPath(context: CollectContext, repository: Repository): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--show-toplevel'];
  const asked = await lookUp(context, repository.folder, args);
  const top = asked.code === 0 ? textOf(asked.stdout).replace(/\n$/, '') : undefined;
  const isInside = (entry: string) => top !== undefined && (entry === top || entry.startsWith(`${top}/`));
  const entries = (context.host.env.get('PATH') ?? '/usr/bin:/bin').split(':');
  return entries.filter((entry) => entry.startsWith('/') && !isInside(entry)).join(':');
}
