/** The copy of a folder that a run may do in as it likes: nothing in it leads back to where it was copied from. */
import { HostError } from '../../host/host.ts';
import { decodeUtf8 } from '../../host/text.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import { startPace } from '../pace.ts';
import { requireFolder } from '../walk.ts';
import { below, isAbsolute, join, parentOf, resolve } from './paths.ts';

const MAX_FILES = 500_000;

/**
 * Copies `source` to the new folder `to`. Left out are pipes, sockets and devices, Holdpoint's own folder, and the pointer
 * of a worktree or a submodule to a repository elsewhere, through which a run could change it. Throws CollectError.
 */
export async function copyFolder(context: CollectContext, source: string, to: string): Promise<void> {
  requireFolder(context.host, source);
  const { files } = context.host;
  const pace = startPace(context, 'Copying the folder');
  const folders = [''];
  let count = 0;
  try {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const mode = files.info(join(source, folder)).mode & 0o777;
      files.makeDirectory(join(to, folder), mode | 0o700);
      for (const { name, printable, kind } of files.list(join(source, folder))) {
        if (name === undefined) throw unnamed(printable);
        const path = join(folder, name);
        // The copy may be made inside what is copied, and would never end.
        if (isLeftOut(path, name, kind) || join(source, path) === parentOf(to)) continue;
        if (++count > MAX_FILES) throw tooMany(source);
        await pace();
        if (kind === 'directory') folders.push(path);
        else if (kind === 'file') files.copy(join(source, path), join(to, path));
        else files.makeLink(targetIn(context, source, to, path), join(to, path));
      }
    }
  } catch (error) {
    if (error instanceof HostError) throw new CollectError('machine', error.message, { cause: error });
    throw error;
  }
}

function isLeftOut(path: string, name: string, kind: string): boolean {
  return kind === 'other' || path === '.holdpoint' || (name === '.git' && kind !== 'directory');
}

/** A link to a place in the folder leads to the same place in the copy; one that leads out of it, to where it led. */
function targetIn({ host }: CollectContext, source: string, to: string, path: string): string {
  const decoded = decodeUtf8(host.files.readLink(join(source, path)));
  if (!decoded.ok) throw unnamed(path);
  const target = resolve(source, parentOf(path), decoded.text);
  const inside = below(source, target);
  if (inside === undefined) return target;
  return isAbsolute(decoded.text) ? join(to, inside) : decoded.text;
}

function tooMany(folder: string): CollectError {
  return new CollectError('input', `There are more than ${MAX_FILES} files in ${JSON.stringify(folder)}`, {
    help: 'Every run gets a copy: name a smaller folder with --rerun-folder',
  });
}

function unnamed(printable: string): CollectError {
  return new CollectError('input', `Cannot copy ${JSON.stringify(printable)}: its name is not valid UTF-8`);
}
