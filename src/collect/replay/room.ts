/** The folder that a replay lives in: made, marked as ours, and gone in the end, also when this process was killed before. */
import { type Host, HostError } from '../../host/host.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import type { Repository } from '../git/repository.ts';
import { makeScratch, type Scratch } from '../git/scratch.ts';

export type Room = Scratch & {
  /** Empty folders for what a command takes for its user's home and for temporary files. */
  readonly home: string;
  readonly temporary: string;
};

/** Every process of a replay is started with this variable, and is found by it when its command has ended. */
export const MARK = 'HOLDPOINT_REPLAY';
const OWNER = 'replay-of';
const TRIES = 10;
const PAUSE_MS = 100;

/**
 * Calls `work` with a new room over the repository, and removes it whatever happens. Throws CollectError when it cannot be
 * removed: a tree that something still holds on to was never apart.
 */
export async function withRoom<T>(
  context: CollectContext,
  repository: Repository,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  const { host } = context;
  const folder = host.files.makeTemporary();
  try {
    host.files.writeAtomic(`${folder}/${OWNER}`, `${host.processes.own}\n`);
    await sweep(host, folder);
    const [home, temporary] = [`${folder}/home`, `${folder}/tmp`];
    for (const place of [home, temporary]) host.files.makeDirectory(place);
    return await work({ ...makeScratch(context, repository, folder), home, temporary });
  } finally {
    await host.endMarked(MARK, folder);
    await removeWhole(host, folder);
  }
}

/**
 * Removes the rooms of replays whose process is no more, and ends what still runs there: only a kill leaves one behind.
 * What cannot be removed now is another user's, or still held; the next replay tries again.
 */
async function sweep(host: Host, own: string): Promise<void> {
  const above = own.slice(0, own.lastIndexOf('/'));
  const pattern = /^holdpoint-[A-Za-z0-9]{6}$/;
  for (const { name, kind } of host.files.list(above)) {
    if (name === undefined || kind !== 'directory' || !pattern.test(name)) continue;
    const folder = `${above}/${name}`;
    const owner = ownerOf(host, folder);
    if (owner === undefined || host.processes.isAlive(owner)) continue;
    await host.endMarked(MARK, folder);
    await removeWhole(host, folder).catch(() => undefined);
  }
}

function ownerOf(host: Host, folder: string): number | undefined {
  try {
    const [, owner] =
      /^(\d{1,9})\n$/.exec(new TextDecoder().decode(host.files.readRegular(`${folder}/${OWNER}`, 64))) ?? [];
    return owner === undefined ? undefined : Number(owner);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

/** What another machine's process still writes through a shared disk may come between; it is tried again for a while. */
async function removeWhole(host: Host, folder: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      host.files.remove(folder);
      return;
    } catch (cause) {
      if (!(cause instanceof HostError)) throw cause;
      if (left === 0)
        throw new CollectError('machine', `The clean tree is still there: ${cause.message}`, {
          help: 'End what the command left running, then remove the folder: what is not apart proves nothing',
          cause,
        });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
