/** Opens the history that the environment or the project names. */
import { dirname, resolve } from 'node:path';
import { type History, openHistory } from '../store/mod.ts';
import type { Io } from './io.ts';
import { packageFile } from './package-root.ts';
import type { Project } from './project.ts';
import { keepOutOfGit } from './salt.ts';

/** How long a locked history is waited for: longer than any one of us holds it, shorter than a person's patience. */
const PATIENCE_MS = 10_000;

/** The history and how it is called in messages. Throws StoreError. */
export async function openProjectHistory(
  io: Io,
  project: Project,
  options: { readOnly?: boolean } = {},
): Promise<{ history: History; place: string }> {
  const { place, url, authToken } = locationOf(io, project);
  if (options.readOnly !== true && url.startsWith('/')) {
    const folder = dirname(url);
    if (folder.endsWith('.holdpoint')) {
      io.host.files.makeDirectory(folder);
      keepOutOfGit(io.host, folder);
    }
  }
  const history = await openHistory(
    { url, ...(authToken === undefined ? {} : { authToken }) },
    { ...options, patience: PATIENCE_MS, migrations: packageFile('src/store/migrations') },
  );
  return { history, place };
}

function locationOf(io: Io, project: Project): { place: string; url: string; authToken?: string } {
  const named = io.host.env.get('HOLDPOINT_DB');
  if (named === undefined || named === '')
    return { place: project.history, url: resolve(project.root, project.history) };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(named) || /^file:/i.test(named)) {
    return { place: named, url: resolve(io.host.workingDirectory, named.replace(/^file:(\/\/)?/i, '')) };
  }
  const authToken = io.host.env.get('HOLDPOINT_DB_TOKEN');
  // An address may carry a password; its host is enough to know it by.
  const place = named.replace(/^([a-z][a-z0-9+.-]*:\/*)(?:.*@)?([^/?#]*).*$/i, '$1$2');
  return { place, url: named, ...(authToken === undefined ? {} : { authToken }) };
}
