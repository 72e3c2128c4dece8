/** Paths as this system writes them, worked on as text: a collector has no builtins. */

export const isAbsolute = (path: string): boolean => path.startsWith('/');

/** `paths` one in the other, without `.`, `..` and doubled slashes; the last absolute one begins anew. */
export function resolve(...paths: readonly string[]): string {
  const from = paths.findLastIndex(isAbsolute);
  const parts: string[] = [];
  for (const part of paths.slice(Math.max(from, 0)).join('/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** What follows `folder` in `path` (empty for the folder itself), both resolved; undefined when it is elsewhere. */
export function below(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** `folder` and what is below it; nothing below it is the folder. */
export const join = (folder: string, path: string): string =>
  path === '' ? folder : folder === '' ? path : `${folder}/${path}`;

/** The folder that something stands in. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
