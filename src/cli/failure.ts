/** How a failed command ends: one clear message on standard error, and the exit status it deserves. */
import { HostError } from '../host/host.ts';
import { printable } from '../report/text.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';

/** Tells what went wrong and gives the exit status. */
export function reportFailure(io: Io, error: unknown): number {
  if (io.interrupted) return EXIT.interrupted;
  if (error instanceof CommandError) return tell(io, error, error.status);
  if (isActError(error)) return tell(io, error, error.blame === 'input' ? EXIT.input : EXIT.unavailable);
  if (isStoreError(error) || error instanceof HostError) return tell(io, error, EXIT.unavailable);
  // A defect of ours. The message of an unforeseen error may quote evidence, so it is shown only when asked for.
  const name = error instanceof Error ? error.name : typeof error;
  io.err(`${io.errColors.red('defect:')} holdpoint failed with ${name}, and no verdict was given\n`);
  if (io.host.env.get('HOLDPOINT_DEBUG') && error instanceof Error) io.err(`${error.stack}\n`);
  else io.err('  HOLDPOINT_DEBUG=1 shows where; please report it\n');
  return EXIT.defect;
}

// One line a fault, each marked, as a build log is searched; names of files may hold anything, so they are escaped.
function tell(
  io: Io,
  { message, help }: Error & { readonly help?: string | undefined },
  status: number,
): number {
  for (const line of message.split('\n')) io.err(`${io.errColors.red('error:')} ${printable(line)}\n`);
  if (help !== undefined) io.err(`  ${printable(help)}\n`);
  return status;
}

// The actions are not loaded by every command, so their errors are known by their names.
function isActError(
  error: unknown,
): error is Error & { readonly help?: string; readonly blame: 'input' | 'machine' } {
  return error instanceof Error && (error.name === 'ActError' || error.name === 'CollectError');
}

// Nor is the store.
function isStoreError(error: unknown): error is Error & { readonly help?: string } {
  return error instanceof Error && error.name === 'StoreError';
}
