/** Plain scalars that YAML reads as numbers, when the number is not the one that stands there. */
import { isExactNumber } from '../exact-number.ts';

/** A number's fault without its place. */
export type NumberFault = { readonly code: string; readonly message: string; readonly help: string };

const QUOTE = 'Quote it if text is meant';

/**
 * What is wrong with a plain scalar `source` that YAML 1.2 reads as `value`, or undefined when its text is the
 * number's own decimal form: `0755`, `1.10`, `1e3`, `0x1F`, `.inf` and integers past 2^53 would silently change.
 */
export function numberFault(source: string, value: number): NumberFault | undefined {
  const shown = JSON.stringify(source.length > 40 ? `${source.slice(0, 40)}...` : source);
  if (!Number.isFinite(value)) {
    return {
      code: 'number-not-finite',
      message: `${shown} is read as a number that is not finite`,
      help: QUOTE,
    };
  }
  if (isInexact(source, value)) {
    const help = `${QUOTE}; numbers have at most 15 digits here`;
    return {
      code: 'inexact-number',
      message: `${shown} is read as a number that cannot be kept exactly`,
      help,
    };
  }
  if (source === String(value)) return undefined;
  const help = `${QUOTE}, or write ${String(value)}`;
  return { code: 'number-form', message: `${shown} is read as the number ${String(value)}`, help };
}

function isInexact(source: string, value: number): boolean {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
  return !/^0[xo]/.test(source) && !isExactNumber(source);
}
