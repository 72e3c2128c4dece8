/** Snapshots of an NDJSON file, one at a time in constant memory; a bad line ends the batch and names its place. */
import { readSnapshot, type Snapshot } from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { CommandError, InputFaults } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { MAX_INPUT_BYTES, unreadable } from './read-text.ts';

export type SnapshotLine = { readonly snapshot: Snapshot; readonly place: string };

/** Every snapshot with its line. Throws InputFaults or CommandError at the first line that is none. */
export async function* readSnapshotLines(io: Io, file: string): AsyncGenerator<SnapshotLine> {
  let number = 0;
  for await (const bytes of linesOf(io, file)) {
    number++;
    const decoded = decodeUtf8(bytes);
    if (!decoded.ok) throw new CommandError(EXIT.input, `${file}:${number}:1: ${decoded.why}`);
    if (decoded.text.trim() === '') continue;
    const read = readSnapshot(decoded.text, file);
    // The places count within the line; the file's own line number is what an editor needs.
    if (!read.ok) throw new InputFaults(read.diagnostics.map((fault) => ({ ...fault, line: number })));
    yield { snapshot: read.value, place: `${file}:${number}` };
  }
}

async function* linesOf(io: Io, file: string): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(io, file)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)]);
      pending = [];
      size = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      // A copy: the reader fills the same buffer again, and Buffer's own slice would be a view into it.
      pending.push(Uint8Array.from(chunk.subarray(start)));
      size += chunk.length - start;
      if (size > MAX_INPUT_BYTES)
        throw new CommandError(EXIT.input, `${file}: A line is longer than a snapshot may be`);
    }
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

async function* chunksOf(io: Io, file: string): AsyncGenerator<Uint8Array> {
  if (file === '-') {
    yield* io.stdin();
    return;
  }
  try {
    yield* io.host.files.chunks(file);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw unreadable(file, cause, cause.code === 'ENOTFILE' ? 'Pipe it in: --snapshots -' : undefined);
  }
}
