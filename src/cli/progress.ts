/** Draws how far a long collection is, on a terminal, once it has taken over a second. */
import type { Progress } from '../collect/collector.ts';
import type { Io } from './io.ts';

const PATIENCE_MS = 1000;
const EVERY_MS = 100;
const WIDTH = 24;

/** A progress callback, and `clear` to take the line away again. */
export function progressBar(io: Io): { progress: Progress; clear(): void } {
  const started = io.host.now();
  let drawn = 0;
  let shown = false;
  return {
    progress({ label, done, total }) {
      const now = io.host.now();
      if (!io.errIsTerminal || now - started < PATIENCE_MS || now - drawn < EVERY_MS) return;
      drawn = now;
      shown = true;
      const filled = total === undefined || total === 0 ? 0 : Math.round((WIDTH * done) / total);
      const bar = total === undefined ? '' : ` [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
      const count = total === undefined ? `${done}` : `${done}/${total}`;
      io.err(`\r\u001b[K${label}${bar} ${count}`);
    },
    clear() {
      if (shown) io.err('\r\u001b[K');
    },
  };
}
