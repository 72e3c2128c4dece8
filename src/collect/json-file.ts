/** JSON from a file: bounded, strict UTF-8, strict JSON. */
import { type Checked, checkSection, formatDiagnostic, type Json, parseJson } from '../engine/mod.ts';
import { type Host, HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { CollectError } from './collector.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** A JSON file: its text, for telling places in it, and its value. */
export type JsonFile = { readonly file: string; readonly text: string; readonly value: Json };

/** Reads `file`, a regular file of 64 MiB at most. Throws CollectError: the first fault with its line and column. */
export function readJsonFile(host: Host, file: string, maxBytes = MAX_BYTES): JsonFile {
  return jsonIn(file, readTextFile(host, file, maxBytes));
}

/** The text of a regular file, strict UTF-8. Throws CollectError: no such file, too large, not UTF-8. */
export function readTextFile(host: Host, file: string, maxBytes = MAX_BYTES): string {
  const decoded = decodeUtf8(readBytes(host, file, maxBytes));
  if (!decoded.ok) throw new CollectError('input', `Cannot read ${JSON.stringify(file)}: ${decoded.why}`);
  return decoded.text;
}

/** Text that was read from `file`, as JSON. Throws CollectError: the first fault with its line and column. */
export function jsonIn(file: string, text: string): JsonFile {
  return { file, text, value: valid(parseJson(text, { file })) };
}

/** A section of the file, held against its schema. Throws CollectError: every fault with its line and column. */
export function sectionIn(
  { file, text }: JsonFile,
  name: string,
  content: Json,
  at: readonly string[] = [],
): Json {
  return valid(checkSection(name, content, text, file, at));
}

function valid(checked: Checked<Json>): Json {
  if (checked.ok) return checked.value;
  throw new CollectError('input', checked.diagnostics.map(formatDiagnostic).join('\n'));
}

function readBytes(host: Host, file: string, maxBytes: number): Uint8Array {
  try {
    return host.files.readRegular(file, maxBytes);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const blame = error.code === 'EIO' || error.code === 'EMFILE' ? 'machine' : 'input';
    const help = error.code === 'ENOTFILE' ? { help: 'Use a regular file: write the text to one first' } : {};
    throw new CollectError(blame, error.message, { ...help, cause: error });
  }
}
