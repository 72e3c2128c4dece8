/** The body of an answer: bytes in, exact JSON out, or why it is none. Never a part of it in words. */
import { type Json, measureJson, parseJson } from '../engine/mod.ts';
import { decodeUtf8 } from '../host/text.ts';

/** `parse_error` alone, or what was measured; `body` is left out when it is nested too deeply to stand in a snapshot. */
export type JsonBody = {
  readonly parse_error?: string;
  readonly body?: Json;
  readonly depth?: number;
  readonly keys?: number;
};

/** Containers inside each other that a snapshot can carry, less those around the body. */
const MAX_KEPT = 60;

/** Reads bytes as one strict JSON value in UTF-8 (RFC 8259; a byte-order mark is dropped), of any depth. */
export function readJsonBody(bytes: Uint8Array): JsonBody {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { parse_error: decoded.why };
  const parsed = parseJson(decoded.text, { file: 'body', maxDepth: Number.POSITIVE_INFINITY });
  if (!parsed.ok) return { parse_error: parsed.diagnostics[0]?.message ?? 'The body is not JSON' };
  const { depth, keys } = measureJson(parsed.value);
  return depth < MAX_KEPT ? { body: parsed.value, depth, keys } : { depth, keys };
}
