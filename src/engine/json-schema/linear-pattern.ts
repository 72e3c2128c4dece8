/** Expressions that run in linear time, whatever the text (RE2 syntax). */
import { RE2JS } from 're2js';

const MAX_LENGTH = 1000;

/** Whether the expression is found anywhere in a text. */
export type Found = (text: string) => boolean;

/** Compiles an expression; gives the reason why not when it is too long, not valid, or could take exponential time. */
export function linearPattern(source: string): { readonly found: Found } | { readonly fault: string } {
  if (source.length > MAX_LENGTH) return { fault: `The expression is longer than ${MAX_LENGTH} characters` };
  try {
    const expression = RE2JS.compile(source);
    return { found: (text) => expression.matcher(text).find() };
  } catch {
    return { fault: 'The expression cannot run in linear time or is not valid' };
  }
}

export const PATTERN_HELP = 'Use RE2 syntax: no look-ahead, no back-reference';
