/** JSON evidence in: strict, exact, and with a place for the first fault. */
import type { Checked } from '../diagnostic.ts';
import type { Json } from '../json.ts';
import { faultDiagnostic, type TextFault } from '../text-fault.ts';
import { TextPlaces } from '../text-place.ts';
import { findJsonFault } from './json-scanner.ts';

const MAX_DEPTH = 64;

export type ParseJsonOptions = {
  /** How messages name the text. */
  readonly file: string;
  /** Containers inside each other; the outermost counts as 1. Default 64. */
  readonly maxDepth?: number;
  /** UTF-16 code units. Default: no limit. */
  readonly maxLength?: number;
};

/**
 * The one JSON value (RFC 8259) of a text; a byte-order mark at its start is dropped. Refuses, with one diagnostic
 * for the first fault: what is not JSON; duplicate keys; the keys `__proto__`, `constructor` and `prototype`
 * anywhere; lone surrogates; numbers that a double does not give back (so -0 and 1.0 pass, 1e400 does not);
 * nesting past `maxDepth`; a text longer than `maxLength`. Never throws; no message shows a value of the text.
 */
export function parseJson(text: string, options: ParseJsonOptions): Checked<Json> {
  const { file, maxDepth = MAX_DEPTH, maxLength = Number.POSITIVE_INFINITY } = options;
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const fault = findFault(content, maxDepth, maxLength);
  if (fault !== undefined) {
    return { ok: false, diagnostics: [faultDiagnostic(fault, new TextPlaces(content), file)] };
  }
  return { ok: true, value: JSON.parse(content) as Json };
}

function findFault(text: string, maxDepth: number, maxLength: number): TextFault | undefined {
  if (text.length > maxLength) {
    const message = `The text is ${text.length} characters long, over the limit of ${maxLength}`;
    return { code: 'json-too-long', offset: 0, message, help: 'Leave out what no rule reads' };
  }
  if (/^[ \t\r\n]*$/.test(text)) {
    const help = 'Did the program that should have written it fail?';
    return { code: 'json-empty', offset: 0, message: 'A JSON value expected, but the text is empty', help };
  }
  return findJsonFault(text, maxDepth);
}
