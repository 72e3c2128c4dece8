/**
 * One connection that is never used again after it has failed.
 *
 * INVARIANT: after SQLITE_BUSY a libSQL file connection goes on answering, but what it writes reaches no other
 * connection and is gone at exit. So every failure leads to `reconnect()` before anything else runs here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import type { Place } from './location.ts';
import { isPassing, toStoreError } from './store-error.ts';

export type Patience = {
  /** How long libSQL itself waits for a lock, in ms. That wait stops the whole process, so it is short. */
  readonly busyTimeout: number;
  /** How long to go on trying in all, in ms. */
  readonly patience: number;
};

export type Connection = {
  /**
   * Runs `work`, again from its start on a fresh connection when another program was in the way, until patience ends.
   * So `work` must be safe to repeat after a failure. Throws StoreError, or what `work` threw if that is a defect.
   */
  run<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): void;
};

/** `pragmas` are set at once and after each reconnection; only a file takes them. */
export async function connect(
  place: Place,
  pragmas: readonly string[],
  patience: Patience,
): Promise<Connection> {
  const client = open(place, patience);
  let closed = false;

  const prepare = async (): Promise<void> => {
    if (place.path !== undefined) for (const pragma of pragmas) await client.execute(`PRAGMA ${pragma}`);
  };

  const attempt = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const end = Date.now() + patience.patience;
    let fresh = true;
    for (let round = 0; ; round += 1) {
      try {
        if (!fresh) await prepare();
        fresh = true;
        return await work(client);
      } catch (error) {
        if (closed) throw toStoreError(error, place.name);
        await client.reconnect();
        fresh = false;
        if (!isPassing(error) || Date.now() >= end) throw toStoreError(error, place.name);
        await sleep(Math.random() * Math.min(100, 2 + round * 5));
      }
    }
  };

  // One at a time on a file, lest one piece of work run on the connection on which another has just failed.
  let last: Promise<unknown> = Promise.resolve();
  const run = <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    if (place.path === undefined) return attempt(work);
    const mine = last.then(() => attempt(work));
    last = mine.catch(() => undefined);
    return mine;
  };

  const close = (): void => {
    closed = true;
    client.close();
  };

  try {
    await run(prepare);
  } catch (error) {
    close();
    throw error;
  }
  return { run, close };
}

function open(place: Place, { busyTimeout }: Patience): Client {
  try {
    // One connection only: a second one would have neither the pragmas nor the order of the first.
    return createClient({
      url: place.url,
      timeout: busyTimeout,
      concurrency: 1,
      ...(place.authToken === undefined ? {} : { authToken: place.authToken }),
    });
  } catch (error) {
    throw toStoreError(error, place.name);
  }
}
