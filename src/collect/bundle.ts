/** Section `bundle`: a folder that is to be sent, file by file, and the manifest that says what should be in it. */
import { compareCodePoints } from '../host/code-points.ts';
import { HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import type { CollectContext } from './collector.ts';
import { type Listed, readManifest } from './manifest.ts';
import { onDisk } from './on-disk.ts';
import { startPace } from './pace.ts';
import { type Skipped, walk } from './walk.ts';

export type Bundle = {
  readonly root: string;
  readonly files: { readonly [path: string]: { readonly sha256: string; readonly size: number } };
  /** Whatever else stands in the folder and would be sent with it: links, devices, repositories, what cannot be read. */
  readonly skipped: readonly Skipped[];
  /** Absent when there is no manifest. */
  readonly manifest?: readonly Listed[];
};
export type BundleOptions = {
  /** As the caller typed it; it is written down as it is. */
  readonly root: string;
  /** The manifest; without it `manifest.sha256` in the folder, where there is one. */
  readonly manifest?: string;
};

/** The manifest of a folder that names none: what `sha256sum FILES > manifest.sha256` writes. */
export const MANIFEST = 'manifest.sha256';

/**
 * Stamps every regular file under `root` and reads the manifest. Nothing is excused: git's files and Holdpoint's own are
 * sent like any other. The manifest is a member of the bundle only where it lists itself. Throws CollectError when `root`
 * is no readable folder, or the manifest cannot be read.
 */
export async function collectBundle(context: CollectContext, options: BundleOptions): Promise<Bundle> {
  const { host } = context;
  const { root } = options;
  const own = onDisk(root, MANIFEST);
  const file = options.manifest ?? (host.files.exists(own) ? own : undefined);
  const manifest = file === undefined ? undefined : readManifest(host, file);
  const isMember = (path: string) =>
    file === undefined ||
    onDisk(root, path) !== file ||
    (manifest ?? []).some((one) => one.path.replace(/^(\.\/)+/, '') === path);
  const stamped: [string, { sha256: string; size: number }][] = [];
  const skipped: Skipped[] = [];
  const pace = startPace(context, 'Stamping the bundle');
  for (const step of walk(host, root, { whole: true })) {
    if ('why' in step) skipped.push(step);
    else if (step.kind === 'symlink') skipped.push({ path: step.path, why: 'it is a symbolic link' });
    else if (isMember(step.path)) {
      const stamp = stampOrWhy(context, onDisk(root, step.path));
      if (typeof stamp === 'string') skipped.push({ path: step.path, why: stamp });
      else stamped.push([step.path, stamp]);
    }
    const pause = pace();
    if (pause !== undefined) await pause;
  }
  stamped.sort(([a], [b]) => compareCodePoints(a, b));
  skipped.sort((a, b) => compareCodePoints(a.path, b.path));
  const files = Object.fromEntries(stamped);
  return { root, files, skipped, ...(manifest === undefined ? {} : { manifest }) };
}

function stampOrWhy({ host }: CollectContext, path: string): { sha256: string; size: number } | string {
  try {
    const { sha256, size } = host.files.hash(path);
    return { sha256, size };
  } catch (error) {
    if (error instanceof HostError) return whyOf(error);
    throw error;
  }
}
