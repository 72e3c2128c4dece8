/** The first fault in a JSON text, worded. Values of the input are never shown; keys are, shortened and escaped. */

import type { TextFault } from '../text-fault.ts';

const WORDS = /^(?:-?Infinity|NaN|undefined|None|True|False|TRUE|FALSE|NULL|Null|nil)(?![A-Za-z0-9_$])/;
const PUNCTUATION = new Set(['{', '}', '[', ']', ',', ':', '"']);
const START_OF_VALUE = /^(?:[{["0-9-]|true|false|null)/;

/** `expected` did not come; says what stands at `offset` instead. */
export function unexpected(text: string, offset: number, expected: string): TextFault {
  const rest = text.slice(offset, offset + 12);
  if (rest === '')
    return syntax(offset, `${capital(expected)} expected, but the text ends`, 'Is the file complete?');
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return comment(offset);
  if (rest.startsWith("'")) return singleQuote(offset);
  const word = WORDS.exec(rest)?.[0];
  if (word !== undefined) return notAWord(offset, word);
  return syntax(
    offset,
    `${capital(expected)} expected, but found ${describe(rest)}`,
    helpFor(text, offset, expected),
  );
}

/** Something other than white space stands after the one value. */
export function afterTheValue(text: string, offset: number): TextFault {
  const rest = text.slice(offset, offset + 12);
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return comment(offset);
  if (!START_OF_VALUE.test(rest)) {
    const message = `The end expected after the JSON value, but found ${describe(rest)}`;
    return { code: 'json-trailing-text', offset, message, help: 'Remove what follows the value' };
  }
  return {
    code: 'json-second-value',
    offset,
    message: 'One JSON value expected, but a second one starts here',
    help: 'Use --snapshots for a file that holds one snapshot a line (NDJSON)',
  };
}

export function syntax(offset: number, message: string, help?: string): TextFault {
  return { code: 'json-syntax', offset, message, ...(help === undefined ? {} : { help }) };
}

function comment(offset: number): TextFault {
  return { code: 'json-comment', offset, message: 'JSON has no comments', help: 'Remove the comment' };
}

function singleQuote(offset: number): TextFault {
  const help = 'Write "text" in double quotes';
  return { code: 'json-single-quote', offset, message: 'JSON has no strings in single quotes', help };
}

function notAWord(offset: number, word: string): TextFault {
  const help = /^(?:-?Infinity|NaN)$/.test(word)
    ? 'Leave the field out, or write null, when there is no number'
    : 'JSON knows true, false and null, in lower case';
  return { code: 'json-word', offset, message: `"${word}" is not JSON`, help };
}

function describe(rest: string): string {
  const character = String.fromCodePoint(rest.codePointAt(0)!);
  if (PUNCTUATION.has(character)) return `'${character}'`;
  if (/^[A-Za-z_$]/.test(character)) return 'an unquoted word';
  if (/^[0-9+.-]/.test(character)) return 'a number';
  if (/^[!-~]/.test(character)) return `'${character}'`;
  return `the character ${codePoint(character)}`;
}

/** `U+00A0` */
export function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function helpFor(text: string, offset: number, expected: string): string | undefined {
  const found = text.charAt(offset);
  if (/[}\]]/.test(found) && /,\s*$/.test(text.slice(0, offset).slice(-80)))
    return 'Remove the comma before it';
  if (/[A-Za-z_$]/.test(found)) return 'Keys and texts stand in double quotes';
  if (found === '"' && expected.includes(',')) return 'Is a comma missing before it?';
  return undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
