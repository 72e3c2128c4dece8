/** Section `prompt`: how large a prompt is, its digest, and where in it something looks like a secret. Never its text. */
import { HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { proveScanner } from './secrets/canary.ts';
import { PROMPT_DETECTORS } from './secrets/detectors/mod.ts';
import { describeDetectors, prepareScanner, type ScanOptions } from './secrets/prepare.ts';
import { scanPieces } from './secrets/scan-file.ts';
import type { Secrets } from './secrets.ts';

export type Prompt = {
  /** Of the bytes as they stand: another line end or a byte-order mark is another prompt. */
  readonly sha256: string;
  /** Of the same text without a mark, with LF line ends and one line break at its end. */
  readonly sha256_lf: string;
  /** Unicode code points, a byte-order mark among them. */
  readonly chars: number;
  readonly bytes: number;
  /** A quarter of the characters, rounded up, and 1 at least. No bill: tokenizers differ. */
  readonly token_estimate: number;
  readonly cap: number;
  readonly secrets: Secrets;
};

export type PromptOptions = ScanOptions & {
  /** A file, or the bytes themselves. */
  readonly prompt: string | Uint8Array;
  /** The most tokens that it may be estimated at. */
  readonly cap: number;
};

export const MAX_PROMPT_BYTES = 16 << 20;
/** What a finding gives for a path: the name of a file is no part of what is sent. */
const PATH = 'prompt';
const PIECE = 1 << 20;

/**
 * Measures a prompt and scans it for secrets, in one reading. Throws CollectError: a file that cannot be read, more than
 * MAX_PROMPT_BYTES, text that is not UTF-8, and what a scan throws.
 */
export async function collectPrompt(context: CollectContext, options: PromptOptions): Promise<Prompt> {
  const { prompt, cap } = options;
  const bytes = typeof prompt === 'string' ? readPrompt(context, prompt) : prompt;
  if (bytes.length > MAX_PROMPT_BYTES) throw tooLarge();
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new CollectError('input', `Cannot measure the prompt: ${decoded.why}`);
  const chars = countCodePoints(bytes);
  return {
    sha256: context.host.sha256(bytes),
    sha256_lf: context.host.sha256(plain(decoded.text)),
    chars,
    bytes: bytes.length,
    token_estimate: Math.max(1, Math.ceil(chars / 4)),
    cap,
    secrets: await scan(context, bytes, options),
  };
}

function readPrompt({ host }: CollectContext, file: string): Uint8Array {
  try {
    return host.files.readRegular(file, MAX_PROMPT_BYTES);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    if (cause.code === 'TOO_LARGE') throw tooLarge();
    const help = cause.code === 'ENOTFILE' ? { help: 'Give a pipe to standard input: --prompt -' } : {};
    throw new CollectError('input', cause.message, { ...help, cause });
  }
}

function tooLarge(): CollectError {
  const most = MAX_PROMPT_BYTES / (1 << 20);
  return new CollectError('input', `The prompt is larger than ${most} MiB`, { help: 'Send less' });
}

/** In valid UTF-8 every byte begins a code point, but those that go on with one. */
function countCodePoints(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}

/** The mark is gone with decoding. Nothing that can be seen changes, and no two characters become one. */
function plain(text: string): string {
  let end = text.length;
  while (end > 0 && /[\r\n]/.test(text[end - 1]!)) end -= 1;
  return `${text.slice(0, end).replace(/\r\n?/g, '\n')}\n`;
}

async function scan(context: CollectContext, bytes: Uint8Array, options: ScanOptions): Promise<Secrets> {
  const scanner = await prepareScanner(context, PROMPT_DETECTORS, options);
  const detectors = describeDetectors(context, scanner);
  const { found, why } = await scanPieces(scanner, PATH, () => piecesOf(bytes));
  const canary =
    options.canary === undefined
      ? { planted: false, detected: false }
      : await proveScanner(context, scanner, options.canary, detectors);
  return {
    detectors,
    canary,
    // It was looked into, whatever it is; what not every detector read is told below.
    scanned_files: 1,
    skipped: why === undefined ? [] : [{ path: PATH, why }],
    findings: found
      .map(({ start: _, end: __, ...finding }) => ({ ...finding, path: PATH }))
      .sort((a, b) => a.line - b.line || a.column - b.column),
  };
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
