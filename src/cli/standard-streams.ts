/** Standard output that tells when it could not be delivered, standard error, and standard input in pieces. */
import process from 'node:process';
import { hostFault } from '../host/host-fault.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';

export type Output = { write(text: string): void; delivered(): Promise<void> };

/** A reader that went away (`| head`) or a full disk must not turn an answer that was not delivered into a success. */
export function standardOutput(): Output {
  const { stdout } = process;
  let fault: Error | undefined;
  stdout.on('error', (error) => {
    fault ??= error;
  });
  return {
    write(text) {
      try {
        if (fault === undefined) stdout.write(text);
      } catch (error) {
        // Deno writes files at once, and throws.
        fault = error instanceof Error ? error : new Error(String(error));
      }
    },
    async delivered() {
      if (fault === undefined) await new Promise<void>((done) => stdout.write('', () => done()));
      // The error of a write comes as an event of its own, and so do signals.
      await new Promise((done) => setTimeout(done, 0));
      if (fault !== undefined) throw notDelivered(fault);
    },
  };
}

function notDelivered(fault: Error): CommandError {
  if ((fault as { code?: string }).code === 'EPIPE')
    return new CommandError(EXIT.unavailable, 'The result was not delivered: its reader has gone', {
      cause: fault,
    });
  const { message } = hostFault('write', 'standard output', fault);
  return new CommandError(EXIT.unavailable, message, { cause: fault });
}

/** Notes to standard error. Nobody can be told that telling failed; the exit status still says how the command ended. */
export function standardError(): (text: string) => void {
  const { stderr } = process;
  stderr.on('error', () => {});
  return (text) => {
    try {
      stderr.write(text);
    } catch {
      // Deno writes files at once, and throws.
    }
  };
}

/** Standard input, piece by piece, until its end or the signal. */
export async function* standardInput(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { stdin } = process;
  const stop = () => void stdin.destroy(new Error('Interrupted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stdin) yield piece as Uint8Array;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
