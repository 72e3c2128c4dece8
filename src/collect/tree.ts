/** Section `tree`: every file under a folder with the SHA-256 of its bytes. Links are stamped by their own text. */
import { compareCodePoints } from '../host/code-points.ts';
import { type Host, HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import type { CollectContext } from './collector.ts';
import { excluding } from './exclude.ts';
import { onDisk } from './on-disk.ts';
import { startPace } from './pace.ts';
import { type Skipped, walk } from './walk.ts';

/** `mode` as git writes it: 100644, 100755 or 120000; all of it, such as 104755, where a set-user, set-group or sticky bit is on. */
export type TreeFile = {
  readonly sha256: string;
  readonly size: number;
  readonly mode: string;
  readonly kind: 'file' | 'symlink';
};
export type Tree = {
  readonly root: string;
  readonly files: { readonly [path: string]: TreeFile };
  readonly skipped: readonly Skipped[];
};
export type TreeOptions = {
  /** As the caller typed it; it is written down as it is. */
  readonly root: string;
  /** Patterns of what is not stamped (as deny patterns: without a slash at any depth); what they hit is listed as skipped. */
  readonly exclude?: readonly string[];
};

/**
 * Stamps the folder `root`. Paths are relative to it, in order of code points, names kept as the disk has them.
 * What cannot be stamped stands in `skipped` with the reason. Throws CollectError when `root` is not a readable folder.
 */
export async function collectTree(context: CollectContext, options: TreeOptions): Promise<Tree> {
  const { host } = context;
  const stamped: [string, TreeFile][] = [];
  const skipped: Skipped[] = [];
  const pace = startPace(context, 'Stamping files');
  for (const step of walk(host, options.root, { leaveOut: excluding(options.exclude) })) {
    if ('why' in step) skipped.push(step);
    else {
      const file = stampOrWhy(host, onDisk(options.root, step.path), step.kind);
      if (typeof file === 'string') skipped.push({ path: step.path, why: file });
      else stamped.push([step.path, file]);
    }
    const pause = pace();
    if (pause !== undefined) await pause;
  }
  stamped.sort(([a], [b]) => compareCodePoints(a, b));
  skipped.sort((a, b) => compareCodePoints(a.path, b.path));
  return { root: options.root, files: Object.fromEntries(stamped), skipped };
}

function stampOrWhy(host: Host, path: string, kind: 'file' | 'symlink'): TreeFile | string {
  try {
    return kind === 'symlink' ? stampLink(host, path) : stampFile(host, path);
  } catch (error) {
    if (error instanceof HostError) return whyOf(error);
    throw error;
  }
}

function stampFile(host: Host, path: string): TreeFile {
  const { sha256, size, mode } = host.files.hash(path);
  return { sha256, size, mode: modeOf(mode), kind: 'file' };
}

/** The other bits of a mode follow each person's umask, and would differ from clone to clone. */
function modeOf(mode: number): string {
  if (mode & 0o7000) return (0o100000 | (mode & 0o7777)).toString(8);
  return mode & 0o100 ? '100755' : '100644';
}

function stampLink(host: Host, path: string): TreeFile {
  const target = host.files.readLink(path);
  return { sha256: host.sha256(target), size: target.length, mode: '120000', kind: 'symlink' };
}
