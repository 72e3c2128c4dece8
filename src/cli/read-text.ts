/** Reads a text file (or `-`, standard input) with a bound, as strict UTF-8. */

import { HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';

export const MAX_INPUT_BYTES = 96 * 1024 * 1024;

/** The text of a file; any failure is a CommandError that names the file. */
export async function readText(io: Io, file: string, maxBytes = MAX_INPUT_BYTES): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const bytes = file === '-' ? await io.readStdin() : readFile(io, file, maxBytes);
  if (bytes.length > maxBytes) throw tooLarge(name, maxBytes);
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  throw new CommandError(EXIT.input, `${name}:1:1: The file is not UTF-8 text: ${decoded.why}`, {
    help: 'Save the file as UTF-8',
  });
}

function readFile(io: Io, file: string, maxBytes: number): Uint8Array {
  try {
    return io.host.files.read(file, maxBytes);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    if (cause.code === 'TOO_LARGE') throw tooLarge(file, maxBytes);
    throw new CommandError(EXIT.input, `${file}: ${cause.message}`, { cause });
  }
}

function tooLarge(name: string, maxBytes: number): CommandError {
  const mib = Math.round(maxBytes / (1024 * 1024));
  return new CommandError(EXIT.input, `${name}: The file is over ${mib} MiB`, {
    help: 'Collect less, or split the input',
  });
}
