/** Section `tool_call`: the call of a model, read strictly. What cannot be read is evidence as well: it is judged and holds. */
import { isObject, type JsonObject, parseJson } from '../engine/mod.ts';
import { decodeUtf8 } from '../host/text.ts';

/** A call is a name and a few arguments; what is larger is none. */
export const MAX_CALL_BYTES = 1 << 20;

/** The call as an object of any keys, or `{ parse_error }` for bytes that are no JSON object in UTF-8. Never throws. */
export function readCall(bytes: Uint8Array): JsonObject {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { parse_error: decoded.why };
  const parsed = parseJson(decoded.text, { file: 'call' });
  if (!parsed.ok) return { parse_error: parsed.diagnostics[0]?.message ?? 'The call is not JSON' };
  return isObject(parsed.value) ? parsed.value : { parse_error: 'The call is not an object' };
}
