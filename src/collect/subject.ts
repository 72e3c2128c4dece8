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

/** `https://user:key@host/a.git?x` as `https://host/a.git`, `git@host:a` as `host:a`, a folder as its name. */
export function withoutCredentials(address: string): string {
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(address);
  if (url !== null && url[1]!.toLowerCase() !== 'file') {
    return `${url[1]}://${url[2]!.slice(url[2]!.lastIndexOf('@') + 1)}${url[3]}`;
  }
  const remote = /^(?:[^/:]*@)?([^/:@]+:.*)$/.exec(address);
  if (remote !== null && url === null) return remote[1]!;
  return baseName(address);
}

function baseName(path: string): string {
  return path
    .replace(/\/+(\.git\/*)?$/, '')
    .replace(/^.*\//, '')
    .replace(/\.git$/, '');
}
