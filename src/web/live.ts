/** The live feed: one poller of the history for all open pages; it rests while nobody listens. */
import type { Overview, Reader, VerdictRow } from './reader.ts';

/** Rows in one step of the feed; a page that was further behind sees the newest ones. */
export const FEED_ROWS = 20;

export type FeedStep = {
  /** The newest place in the chain that the step knows of. */
  readonly head: number;
  /** Newest first, all past what the waiter had. */
  readonly rows: readonly VerdictRow[];
  readonly overview: Overview;
};

export type Feed = {
  /** The first step past `after`; undefined when `signal` aborts or `patience` milliseconds pass without one. Never throws. */
  next(after: number, signal: AbortSignal, patience: number): Promise<FeedStep | undefined>;
};

export type FeedOptions = {
  readonly reader: Reader;
  /** Milliseconds between two looks at the history. */
  readonly interval: number;
  overview(): Promise<Overview>;
  /** Told of a failed look; the feed goes on with the next one. */
  report(error: unknown): void;
};

type Waiter = { readonly after: number; wake(step: FeedStep | undefined): void };

export function createFeed({ reader, interval, overview, report }: FeedOptions): Feed {
  const waiters = new Set<Waiter>();
  let running = false;
  let endRest: (() => void) | undefined;

  async function look(): Promise<void> {
    const head = await reader.head();
    if (![...waiters].some((waiter) => waiter.after < head)) return;
    const [{ rows }, counted] = await Promise.all([reader.list({}, { limit: FEED_ROWS }), overview()]);
    // Rows may have come in between the two looks.
    const newest = Math.max(head, rows[0]?.seq ?? 0);
    for (const waiter of [...waiters]) {
      const fresh = rows.filter((row) => row.seq > waiter.after);
      if (fresh.length > 0) waiter.wake({ head: newest, rows: fresh, overview: counted });
    }
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, interval);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (waiters.size > 0) {
      await rest();
      if (waiters.size > 0) await look().catch(report);
    }
    running = false;
  }

  function wait(
    after: number,
    signal: AbortSignal,
    patience: number,
    resolve: (step?: FeedStep) => void,
  ): void {
    const giveUp = () => waiter.wake(undefined);
    const tired = setTimeout(giveUp, patience);
    const waiter: Waiter = {
      after,
      wake(step) {
        waiters.delete(waiter);
        clearTimeout(tired);
        signal.removeEventListener('abort', giveUp);
        // A process that shuts down must not wait for one more look.
        if (waiters.size === 0) endRest?.();
        resolve(step);
      },
    };
    signal.addEventListener('abort', giveUp);
    waiters.add(waiter);
    void run();
  }

  return {
    next(after, signal, patience) {
      if (signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => wait(after, signal, patience, resolve));
    },
  };
}
