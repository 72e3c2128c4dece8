/** How a failed command ends: one clear message on standard error, and the exit status it deserves. */
import { HostError } from '../host/host.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';

/** Tells what went wrong and gives the exit status. */
export function reportFailure(io: Io, error: unknown): number {
  if (io.signal.aborted) return EXIT.interrupted;
  const { red } = io.errColors;
  if (error instanceof CommandError) {
    io.err(`${red('error:')} ${error.message}\n${error.help === undefined ? '' : `  ${error.help}\n`}`);
    return error.status;
  }
  if (isStoreError(error)) {
    io.err(`${red('error:')} ${error.message}\n${error.help === undefined ? '' : `  ${error.help}\n`}`);
    return EXIT.unavailable;
  }
  if (error instanceof HostError) {
    io.err(`${red('error:')} ${error.message}\n`);
    return EXIT.unavailable;
  }
  // A defect of ours. The message of an unforeseen error may quote evidence, so it is shown only when asked for.
  const name = error instanceof Error ? error.name : typeof error;
  io.err(`${red('defect:')} holdpoint failed with ${name}, and no verdict was given\n`);
  if (io.host.env.get('HOLDPOINT_DEBUG') && error instanceof Error) io.err(`${error.stack}\n`);
  else io.err('  HOLDPOINT_DEBUG=1 shows where; please report it\n');
  return EXIT.defect;
}

// The store is not loaded by every command, so its error is known by its name.
function isStoreError(error: unknown): error is Error & { readonly help?: string } {
  return error instanceof Error && error.name === 'StoreError';
}
