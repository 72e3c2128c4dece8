/** Reads a file (or `-`, standard input) with a bound, as bytes or as strict UTF-8. */
import { HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import { decodeUtf8 } from '../host/text.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';

export const MAX_INPUT_BYTES = 96 * 1024 * 1024;

/** The text of a file; any failure is a CommandError that names the file. */
export async function readText(io: Io, file: string, maxBytes = MAX_INPUT_BYTES): Promise<string> {
  const name = file === '-' ? '<stdin>' : file;
  const decoded = decodeUtf8(await readBytes(io, file, maxBytes));
  if (decoded.ok) return decoded.text;
  throw new CommandError(EXIT.input, `${name}:1:1: ${decoded.why}`);
}

/** The bytes of a file or of standard input; any failure is a CommandError that names the file. */
export async function readBytes(io: Io, file: string, maxBytes: number): Promise<Uint8Array> {
  return file === '-' ? readStdin(io, maxBytes) : readFile(io, file, maxBytes);
}

async function readStdin(io: Io, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of io.stdin()) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge('<stdin>', maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function readFile(io: Io, file: string, maxBytes: number): Uint8Array {
  try {
    return io.host.files.read(file, maxBytes);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw cause.code === 'TOO_LARGE' ? tooLarge(file, maxBytes) : unreadable(file, cause);
  }
}

function tooLarge(name: string, maxBytes: number): CommandError {
  const mib = Math.round(maxBytes / (1024 * 1024));
  return new CommandError(EXIT.input, `${name}: The file is over ${mib} MiB`, {
    help: 'Collect less, or split the input',
  });
}

/** `no.json: There is no such file or folder`: what is wrong with a file that was named on the command line. */
export function unreadable(file: string, cause: HostError, help?: string): CommandError {
  const why = whyOf(cause);
  return new CommandError(EXIT.input, `${file}: ${why.charAt(0).toUpperCase()}${why.slice(1)}`, {
    cause,
    ...(help === undefined ? {} : { help }),
  });
}
