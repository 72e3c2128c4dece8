/** JSON from a file: bounded, strict UTF-8, strict JSON. */

import { parseJson } from '../engine/evidence/parse-json.ts';
import type { Json } from '../engine/mod.ts';
import { formatDiagnostic } from '../engine/mod.ts';
import { type Host, HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { CollectError } from './collector.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** The value in `file`, 64 MiB at most. Throws CollectError: the first fault with its line and column. */
export function readJsonFile(host: Host, file: string, maxBytes = MAX_BYTES): Json {
  const decoded = decodeUtf8(readBytes(host, file, maxBytes));
  if (!decoded.ok) throw new CollectError('input', `Cannot read ${JSON.stringify(file)}: ${decoded.why}`);
  const parsed = parseJson(decoded.text, { file });
  if (parsed.ok) return parsed.value;
  throw new CollectError('input', parsed.diagnostics.map(formatDiagnostic).join('\n'));
}

function readBytes(host: Host, file: string, maxBytes: number): Uint8Array {
  try {
    return host.files.read(file, maxBytes);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const blame = error.code === 'EIO' || error.code === 'EMFILE' ? 'machine' : 'input';
    throw new CollectError(blame, error.message, { cause: error });
  }
}
