/** Keeps a long synchronous collection polite: reports how far it is, lets other work in, and stops when told to. */
import type { CollectContext } from './collector.ts';

/** Items between two reports: often enough for a bar, seldom enough to cost nothing. */
const STRIDE = 200;

/** Counts items; await what it gives. Throws the signal's reason once that is given. */
export function startPace(
  context: CollectContext,
  label: string,
  total?: number,
): () => Promise<void> | undefined {
  let done = 0;
  context.signal?.throwIfAborted();
  return () => {
    done += 1;
    if (done % STRIDE !== 0) return undefined;
    context.signal?.throwIfAborted();
    context.progress?.({ label, done, ...(total === undefined ? {} : { total }) });
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
}
