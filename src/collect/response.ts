/** Section `tool_response`: what a tool answered, measured and put away before anything reads it. */
import { HostError } from '../host/host.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { type JsonBody, readJsonBody } from './json-body.ts';

export type ToolResponse = {
  readonly content_type: string;
  /** How many bytes were read: one more than the cap for an answer that is larger. */
  readonly bytes: number;
  /** Of the whole answer; absent when it was cut off. */
  readonly sha256?: string;
} & JsonBody;

export type ResponseOptions = {
  readonly file: string;
  /** As the tool sent it, with parameters. */
  readonly contentType: string;
  /** At most this and one byte more are read. */
  readonly maxBytes?: number;
  /** Where the bytes are put; only this user may enter. */
  readonly quarantine: string;
};

const MAX_BYTES = 1 << 20;
const ONLY_MINE = 0o700;

/**
 * Reads an answer from a regular file, puts its bytes into quarantine under their digest, and gives what it measured.
 * Throws CollectError when the file cannot be read or the quarantine cannot be written.
 */
export function collectResponse(context: CollectContext, options: ResponseOptions): ToolResponse {
  const { host } = context;
  const { file, contentType, maxBytes = MAX_BYTES, quarantine } = options;
  const bytes = faulting(
    () => readAtMost(host.files.chunks(file, Math.min(maxBytes + 1, MAX_BYTES)), maxBytes + 1),
    'input',
  );
  const sha256 = host.sha256(bytes);
  const wasCut = bytes.length > maxBytes;
  faulting(() => {
    host.files.makeDirectory(quarantine, ONLY_MINE);
    host.files.writeAtomic(`${quarantine}/${sha256}${wasCut ? '.part' : ''}`, bytes, 0o600);
  }, 'machine');
  const measured = { content_type: contentType, bytes: bytes.length };
  return wasCut ? measured : { ...measured, sha256, ...readJsonBody(bytes) };
}

function readAtMost(chunks: Iterable<Uint8Array>, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    const piece = chunk.slice(0, most - size);
    pieces.push(piece);
    size += piece.length;
    if (size >= most) break;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function faulting<T>(work: () => T, blame: 'input' | 'machine'): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof HostError) throw new CollectError(blame, cause.message, { cause });
    throw cause;
  }
}
