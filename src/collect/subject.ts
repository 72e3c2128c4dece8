/** Which repository, commit and ref a snapshot is about; the same in every clone of it. */
import type { Subject } from '../engine/mod.ts';
import type { CollectContext } from './collector.ts';
import { lookUp, openRepository, type Repository, resolveRevision, textOf } from './git/repository.ts';

/**
 * `repo` is the address of `origin` without user, password and query, else the name of the folder; `ref` is the full
 * name of what `head` names, absent for a bare commit. Throws CollectError as collectChange does.
 */
export async function collectSubject(
  context: CollectContext,
  folder: string,
  head = 'HEAD',
): Promise<Subject> {
  const repository = await openRepository(context, folder);
  const commit = await resolveRevision(context, repository, head);
  const ref = await line(context, repository, ['rev-parse', '--symbolic-full-name', head]);
  const repo = await nameRepository(context, repository);
  return { ...(repo === '' ? {} : { repo }), commit, ...(ref === '' || ref === 'HEAD' ? {} : { ref }) };
}

async function nameRepository(context: CollectContext, repository: Repository): Promise<string> {
  const config = [
    'config',
    '--file',
    `${repository.gitFolder}/config`,
    '--no-includes',
    '--get',
    'remote.origin.url',
  ];
  const address = withoutCredentials(await line(context, repository, config));
  if (address !== '') return address;
  const top = await line(context, repository, ['rev-parse', '--path-format=absolute', '--show-toplevel']);
  return baseName(top === '' ? repository.gitFolder : top);
}

/** One line of git's answer, or '' when it has none. */
async function line(context: CollectContext, repository: Repository, args: string[]): Promise<string> {
  const result = await lookUp(context, repository.folder, args);
  return result.code === 0 ? textOf(result.stdout).trim() : '';
}

/** A user and a password have none of `/?#`; with one of these an address can be read in two ways, and is not told. */
const URL_FORM =
  /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?((?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:\/[^@?#\s]*)?)([?#][^@]*)?$/i;
/** As scp writes it: `user@host:path`. */
const SCP_FORM = /^(?:[^/:@?#\s]+@)?([\w.-]+:(?!\/\/)[^:@?#\s]+)$/;

/**
 * `https://user:key@host/a.git?x` as `https://host/a.git`, `git@host:a` as `host:a`, anything else as the name of its
 * last folder; '' when that too could hold a credential.
 */
export function withoutCredentials(address: string): string {
  const url = URL_FORM.exec(address);
  if (url !== null && !/^file:/i.test(address)) return `${url[1]}${url[2]}`;
  const remote = SCP_FORM.exec(address);
  if (remote !== null) return remote[1]!;
  const name = baseName(address);
  return /[@:?#&=]/.test(name) ? '' : name;
}

function baseName(path: string): string {
  return path
    .replace(/\/+(\.git\/*)?$/, '')
    .replace(/^.*\//s, '')
    .replace(/\.git$/, '');
}
