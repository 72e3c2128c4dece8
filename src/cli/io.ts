/** The terminal as commands see it: results to `out`, everything else to `err`, colour only where it is wanted. */
import process from 'node:process';
import { createColors } from 'picocolors';
import type { Host } from '../host/host.ts';
import { nodeHost } from '../host/node.ts';
import { interruption } from './interruption.ts';
import { standardError, standardInput, standardOutput } from './standard-streams.ts';

export type Colors = ReturnType<typeof createColors>;

export type Io = {
  readonly host: Host;
  /** Results, and nothing but results. */
  out(text: string): void;
  /** Waits until everything given to `out` has left, and lets signals in. Throws CommandError when it cannot leave. */
  delivered(): Promise<void>;
  /** Progress and notes. */
  err(text: string): void;
  readonly outColors: Colors;
  readonly errColors: Colors;
  readonly columns: number;
  readonly errIsTerminal: boolean;
  /** Aborted by Ctrl-C; whoever asks for it promises to stop when it is. */
  readonly signal: AbortSignal;
  readonly interrupted: boolean;
  /** Standard input, piece by piece. */
  stdin(): AsyncIterable<Uint8Array>;
};

/** The real terminal. */
export function terminal(): Io {
  const host = nodeHost();
  const colored = (stream: { isTTY?: boolean }) =>
    stream.isTTY === true && !host.env.get('NO_COLOR') && host.env.get('TERM') !== 'dumb';
  const interrupt = interruption();
  const out = standardOutput();
  return {
    host,
    out: out.write,
    delivered: out.delivered,
    err: standardError(),
    outColors: createColors(colored(process.stdout)),
    errColors: createColors(colored(process.stderr)),
    columns: Math.max(40, Math.min(process.stdout.columns ?? 80, 100)),
    errIsTerminal: process.stderr.isTTY === true,
    get signal() {
      return interrupt.signal();
    },
    get interrupted() {
      return interrupt.happened();
    },
    stdin: () => standardInput(interrupt.signal()),
  };
}
