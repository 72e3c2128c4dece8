/** One digest over the files that the exam is made of: lock files, CI, tests, and what says how tests are run. */
import { compareCodePoints } from '../../host/code-points.ts';
import { type DirectoryEntry, type Host, HostError } from '../../host/host.ts';
import { matching } from '../exclude.ts';

/**
 * A function that takes the digest now. It looks in the folders that `tracked` files stand in, and there at every file
 * that the patterns hit, new ones among them: a test that appears while the tests run is another exam. Folders that
 * hold nothing tracked, such as installed packages, are not looked into. Throws CollectError for a bad pattern.
 */
export function freezer(
  host: Host,
  root: string,
  tracked: readonly string[],
  patterns: readonly string[],
): () => string {
  const hits = matching(patterns, 'the paths of the exam');
  const folders = foldersOf(tracked);
  return () => {
    const lines = folders.flatMap((folder) => stampsIn(host, root, folder, hits));
    return host.sha256(lines.join('\n'));
  };
}

function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set(['']);
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  }
  return [...folders].sort(compareCodePoints);
}

function stampsIn(
  host: Host,
  root: string,
  folder: string,
  hits: (path: string) => boolean,
): readonly string[] {
  const place = folder === '' ? root : `${root}/${folder}`;
  try {
    // A link in a folder's place would be followed by a listing.
    if (host.files.info(place).kind !== 'directory') return [];
    return host.files.list(place).flatMap((entry) => {
      const path = folder === '' ? entry.printable : `${folder}/${entry.printable}`;
      if (entry.kind === 'directory' || !hits(path)) return [];
      return [JSON.stringify([path, ...stamp(host, `${place}/${entry.name ?? ''}`, entry)])];
    });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [];
  }
}

/** What tells one file from another: its kind, whether it may be run, and its bytes. */
function stamp(host: Host, path: string, { name, kind }: DirectoryEntry): readonly string[] {
  if (name === undefined || kind === 'other') return [kind];
  try {
    if (kind === 'symlink') return [kind, host.sha256(host.files.readLink(path))];
    const { sha256, mode } = host.files.hash(path);
    return [(mode & 0o111) === 0 ? kind : 'program', sha256];
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [kind, error.code];
  }
}
