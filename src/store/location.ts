/** Where a history lies: a file (by path or `file:` URL) or a libSQL server. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StoreError } from './store-error.ts';

/** `url`: a path, a `file:` URL, or `libsql:`, `https:`, `http:`. */
export type Location = { readonly url: string; readonly authToken?: string };

export type Place = {
  /** For the client; never to be shown, since a URL may carry a token. */
  readonly url: string;
  readonly authToken?: string;
  /** For people: the path as given, or the server's origin. */
  readonly name: string;
  /** Absolute path; absent for a server. */
  readonly path?: string;
};

const REMOTE = /^(libsql|https?):\/\//i;

/** Reads a location. Throws StoreError `unreachable` for one that names nothing that can be opened. */
export function placeOf(location: Location): Place {
  const { url, authToken } = location;
  if (REMOTE.test(url)) {
    return { url, name: originOf(url), ...(authToken === undefined ? {} : { authToken }) };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !/^file:/i.test(url)) {
    const scheme = url.slice(0, url.indexOf(':'));
    const message = `A history cannot lie behind "${scheme}:"`;
    throw new StoreError(
      'unreachable',
      message,
      'Name a file, or a server with libsql://, https:// or http://',
    );
  }
  const given = /^file:/i.test(url) ? pathOf(`file:${url.slice('file:'.length)}`) : url;
  if (given === '' || given.includes('\0') || given.startsWith(':memory:')) {
    throw new StoreError(
      'unreachable',
      `"${visible(given)}" is no place for a history`,
      'Name a file or a libSQL server',
    );
  }
  const path = resolve(given);
  return { url: pathToFileURL(path).href, name: given, path };
}

/** `file:///abs`, `file:/abs` and (as libSQL has it) `file:relative`. */
function pathOf(url: string): string {
  try {
    return url.startsWith('file:/') ? fileURLToPath(url) : decodeURIComponent(url.slice('file:'.length));
  } catch (error) {
    throw new StoreError('unreachable', `"${visible(url)}" is no file URL`, 'Name a file by its path', error);
  }
}

/** Credentials in an address would show up in the messages of whatever handles it, so they are refused. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === '') {
    throw new StoreError(
      'unreachable',
      'The address of the history server cannot be read',
      'Write libsql://host',
    );
  }
  if (url.username !== '' || url.password !== '') {
    const message = `The address of the history server "${url.host}" carries a name or password`;
    throw new StoreError('unreachable', message, 'Leave it out of the address and give a token instead');
  }
  return `${url.protocol}//${url.host}`;
}

function visible(text: string): string {
  return text.replaceAll('\0', '\\0');
}

/**
 * Makes the folder for a file that is to be written; asserts that a file that is only to be read is there, since
 * opening would create it. Nothing to do for a server.
 */
export function prepare(place: Place, readOnly: boolean): void {
  if (place.path === undefined) return;
  const found = stat(place);
  if (found?.isDirectory()) {
    throw new StoreError('unreachable', `"${place.name}" is a folder, not a history`, 'Name a file in it');
  }
  if (found !== undefined) return;
  if (readOnly) {
    throw new StoreError(
      'unreachable',
      `There is no history at "${place.name}"`,
      'Record a verdict first, or name another file',
    );
  }
  try {
    mkdirSync(dirname(place.path), { recursive: true });
  } catch (error) {
    throw cannotOpen(place, error);
  }
}

function stat(place: Place) {
  try {
    return statSync(place.path as string, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotOpen(place, error);
  }
}

function cannotOpen(place: Place, error: unknown): StoreError {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'ENOSPC')
    return new StoreError('full', `No room is left for the history "${place.name}"`, 'Free some disk space');
  const help = 'Check that its folder can be made and that you may write there';
  const why = code === '' ? '' : ` (${code})`;
  return new StoreError('unreachable', `The history "${place.name}" cannot be opened${why}`, help, error);
}
