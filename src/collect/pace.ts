/** Keeps a long synchronous collection polite: reports how far it is, lets other work in, and stops when told to. */
import type { CollectContext } from './collector.ts';

/** Items between two reports: often enough for a bar, seldom enough to cost nothing. */
const STRIDE = 200;
/** Milliseconds that large items may take before a report is due all the same. */
const PATIENCE = 100;

/** Counts items; await what it gives. Throws the signal's reason once that is given. */
export function startPace(
  context: CollectContext,
  label: string,
  total?: number,
): () => Promise<void> | undefined {
  const { host, progress, signal } = context;
  let done = 0;
  let last = host.now();
  signal?.throwIfAborted();
  return () => {
    done += 1;
    if (done % STRIDE !== 0 && host.now() - last < PATIENCE) return undefined;
    signal?.throwIfAborted();
    progress?.({ label, done, ...(total === undefined ? {} : { total }) });
    last = host.now();
    return pauseFor(context);
  };
}

/** Lets other work in, a press of Ctrl-C among it. Throws the signal's reason once that is given. */
export async function pauseFor({ signal }: CollectContext): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
