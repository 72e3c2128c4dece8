/** Ctrl-C and its like as an AbortSignal. */
import process from 'node:process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The signals are caught only once somebody asks for the AbortSignal: a command with nothing to put away ends at once,
 * as any program does, even while it waits for a file. The second signal always ends the process.
 */
export function interruption(): { signal(): AbortSignal; happened(): boolean } {
  const controller = new AbortController();
  let listening = false;
  return {
    signal() {
      if (!listening) for (const name of SIGNALS) process.once(name, () => controller.abort());
      listening = true;
      return controller.signal;
    },
    happened: () => controller.signal.aborted,
  };
}
