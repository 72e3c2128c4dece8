/** The terminal as commands see it: results to `out`, everything else to `err`, colour only where it is wanted. */
import process from 'node:process';
import { createColors } from 'picocolors';
import type { Host } from '../host/host.ts';
import { nodeHost } from '../host/node.ts';

export type Colors = ReturnType<typeof createColors>;

export type Io = {
  readonly host: Host;
  /** Results, and nothing but results. */
  out(text: string): void;
  /** Progress and notes. */
  err(text: string): void;
  readonly outColors: Colors;
  readonly errColors: Colors;
  readonly columns: number;
  readonly errIsTerminal: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readStdin(): Promise<Uint8Array>;
};

/** The real terminal. */
export function terminal(signal: AbortSignal): Io {
  const host = nodeHost();
  const colored = (stream: { isTTY?: boolean }) =>
    stream.isTTY === true && !host.env.get('NO_COLOR') && host.env.get('TERM') !== 'dumb';
  return {
    host,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outColors: createColors(colored(process.stdout)),
    errColors: createColors(colored(process.stderr)),
    columns: Math.min(process.stdout.columns ?? 80, 100),
    errIsTerminal: process.stderr.isTTY === true,
    signal,
    readStdin,
  };
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
