/** One pass over a JSON text (RFC 8259) that finds what JSON.parse accepts but evidence must not hold. */
import { isExactNumber } from '../exact-number.ts';
import type { TextFault } from '../text-fault.ts';
import { isUnsafeKey, showKey } from '../unsafe-keys.ts';
import { afterTheValue, codePoint, syntax, unexpected } from './json-fault.ts';
import { KeyStack } from './key-stack.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const DOT = 0x2e;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
/** Digits of a whole number that a double holds whatever they are. */
const SHORT = 15;
const ESCAPES = new Set([...'"\\/bfnrtu'].map((letter) => letter.charCodeAt(0)));
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX = /[0-9a-fA-F]{4}/y;

/** Could this code unit go on in an unquoted word or number? */
function isWordPart(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= ZERO && code <= NINE) || code === 0x5f || code === 0x24;
}

/**
 * The first fault of a text in reading order, or undefined when the text is one JSON value that can be kept and
 * canonicalised exactly: RFC 8259 syntax, no duplicate or unsafe keys, no lone surrogates, no number a double
 * cannot hold, at most `maxDepth` containers inside each other (the outermost counts as 1). Uses no recursion.
 */
export function findJsonFault(text: string, maxDepth: number): TextFault | undefined {
  const scanner = new JsonScanner(text, maxDepth);
  scanner.scan();
  return scanner.fault;
}

class JsonScanner {
  fault: TextFault | undefined;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #keys = new KeyStack();
  /** For each open container: is it an object? */
  readonly #open: boolean[] = [];
  #at = 0;
  /** The string read last has escapes or surrogates. */
  #escaped = false;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  scan(): void {
    do {
      if (!this.#value()) return;
      if (!this.#upToNextValue()) return;
    } while (this.#open.length > 0);
    if (this.#space() < 0x110000) this.fault = afterTheValue(this.#text, this.#at);
  }

  /** Down to the next scalar or empty container, which it reads; leaves `at` behind it. */
  #value(): boolean {
    for (;;) {
      const code = this.#space();
      if (code === QUOTE) return this.#string();
      if (code === MINUS || (code >= ZERO && code <= NINE)) return this.#number();
      if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) return this.#word(code);
      const isMap = code === OPEN_OBJECT;
      if (!this.#enter(isMap)) return false;
      const next = this.#space();
      if (next === (isMap ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        this.#leave();
        return true;
      }
      if (isMap && !this.#key("a key or '}'")) return false;
    }
  }

  /** Closes what ends here; then past a comma (and a key) so that a value follows, or to the end of the outermost. */
  #upToNextValue(): boolean {
    while (this.#open.length > 0) {
      const code = this.#space();
      const inMap = this.#open[this.#open.length - 1]!;
      if (code === COMMA) {
        this.#at += 1;
        if (inMap) return this.#key('a key');
        if (this.#space() === CLOSE_ARRAY) return this.#unexpected('a value');
        return true;
      }
      if (code !== (inMap ? CLOSE_OBJECT : CLOSE_ARRAY))
        return this.#unexpected(inMap ? "',' or '}'" : "',' or ']'");
      this.#leave();
    }
    return true;
  }

  #enter(isMap: boolean): boolean {
    if (this.#open.length >= this.#maxDepth)
      return this.#fail(this.#at, 'json-too-deep', ...tooDeep(this.#maxDepth));
    this.#open.push(isMap);
    if (isMap) this.#keys.open();
    this.#at += 1;
    return true;
  }

  #leave(): void {
    this.#at += 1;
    if (this.#open.pop()) this.#keys.close();
  }

  /** A key and its colon. */
  #key(expected: string): boolean {
    if (this.#space() !== QUOTE) return this.#unexpected(expected);
    if (!this.#guessedKey() && !this.#newKey()) return false;
    if (this.#space() !== COLON) return this.#unexpected("':' after the key");
    this.#at += 1;
    return true;
  }

  /** Past the key when it is the one that the object before had here. */
  #guessedKey(): boolean {
    const start = this.#at + 1;
    const guess = this.#keys.guess();
    if (guess === undefined || this.#text.charCodeAt(start + guess.length) !== QUOTE) return false;
    if (!this.#text.startsWith(guess, start)) return false;
    this.#keys.takeGuess(this.#at);
    this.#at = start + guess.length + 1;
    return true;
  }

  #newKey(): boolean {
    const start = this.#at;
    if (!this.#string()) return false;
    const key = this.#escaped
      ? (JSON.parse(this.#text.slice(start, this.#at)) as string)
      : this.#text.slice(start + 1, this.#at - 1);
    if (isUnsafeKey(key))
      return this.#fail(start, 'unsafe-key', `Key ${showKey(key)} is not allowed`, 'Rename the key');
    const first = this.#keys.add(key, start, !this.#escaped);
    if (first < 0) return true;
    this.fault = { code: 'duplicate-key', offset: start, message: `Key ${showKey(key)} stands twice`, first };
    return false;
  }

  #string(): boolean {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    this.#escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH || (code & 0xf800) === 0xd800) at = this.#unusual(at);
      else if (code >= 0x20) at += 1;
      else return this.#badInString(start, at);
      if (at < 0) return false;
    }
    this.#at = at + 1;
    return true;
  }

  /** An escape or a surrogate at `at`, with the second half of its pair; the offset behind it, or -1 at a fault. */
  #unusual(at: number): number {
    this.#escaped = true;
    const unit = this.#unit(at);
    if (unit < 0) return -1;
    const next = at + this.#width(at);
    if ((unit & 0xf800) !== 0xd800) return next;
    if (unit < 0xdc00) {
      const second = this.#text.charCodeAt(next);
      if (second === BACKSLASH && this.#text.charCodeAt(next + 1) !== LOWER_U) return this.#lone(at);
      const low = second === BACKSLASH ? this.#unit(next) : second;
      if (low >= 0xdc00 && low <= 0xdfff) return next + this.#width(next);
      if (this.fault !== undefined) return -1;
    }
    return this.#lone(at);
  }

  /** The UTF-16 code unit written at `at`, plain or as an escape (0 for the short ones); -1 at a bad escape. */
  #unit(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code !== BACKSLASH) return code;
    const letter = this.#text.charCodeAt(at + 1);
    if (letter !== LOWER_U && ESCAPES.has(letter)) return 0;
    HEX.lastIndex = at + 2;
    if (letter === LOWER_U && HEX.test(this.#text))
      return Number.parseInt(this.#text.slice(at + 2, at + 6), 16);
    const help = 'JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits';
    this.fault = syntax(at, 'Unknown escape in a string', help);
    return -1;
  }

  #width(at: number): number {
    if (this.#text.charCodeAt(at) !== BACKSLASH) return 1;
    return this.#text.charCodeAt(at + 1) === LOWER_U ? 6 : 2;
  }

  #lone(at: number): -1 {
    const message = 'A string holds half of a surrogate pair, which is not a character';
    this.#fail(
      at,
      'lone-surrogate',
      message,
      'Write the whole character, or encode the bytes, such as in Base64',
    );
    return -1;
  }

  #badInString(start: number, at: number): false {
    if (at >= this.#text.length) {
      this.fault = syntax(start, 'A string that starts here does not end', 'Is the file complete?');
      return false;
    }
    const shown = codePoint(this.#text.charAt(at));
    this.fault = syntax(
      at,
      `A string holds the control character ${shown}`,
      'Write it as an escape, such as \\n',
    );
    return false;
  }

  #number(): boolean {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    let code = text.charCodeAt(at);
    if (code > ZERO) while (code >= ZERO && code <= NINE) code = text.charCodeAt(++at);
    // A short whole number needs no closer look.
    const isPlain = at > start && at - start <= SHORT && code !== DOT && (code | 0x20) !== LOWER_E;
    if (!isPlain || isWordPart(code)) return this.#otherNumber(start);
    this.#at = at;
    return true;
  }

  #otherNumber(start: number): boolean {
    NUMBER.lastIndex = start;
    const token = NUMBER.exec(this.#text)?.[0];
    const end = start + (token?.length ?? 0);
    if (token === undefined && this.#text.startsWith('-Infinity', start)) return this.#unexpected('a value');
    if (token === undefined || /[\w$.+-]/.test(this.#text.charAt(end))) {
      const help = 'Write it like -12.5e3, without leading zeros or plus';
      return this.#fail(start, 'json-syntax', 'This is not a JSON number', help);
    }
    if (!isExactNumber(token)) {
      const message = 'A number that cannot be kept exactly as a double';
      return this.#fail(start, 'inexact-number', message, 'Write it as a string, or with at most 15 digits');
    }
    this.#at = end;
    return true;
  }

  #word(code: number): boolean {
    const word = code === LOWER_T ? 'true' : code === LOWER_F ? 'false' : 'null';
    const end = this.#at + word.length;
    if (!this.#text.startsWith(word, this.#at) || isWordPart(this.#text.charCodeAt(end))) {
      return this.#unexpected('a value');
    }
    this.#at = end;
    return true;
  }

  /** Past white space; gives the code unit there, or 0x110000 at the end. */
  #space(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    this.#at = at;
    return at < text.length ? code : 0x110000;
  }

  #unexpected(expected: string): false {
    this.fault = unexpected(this.#text, this.#at, expected);
    return false;
  }

  #fail(offset: number, code: string, message: string, help: string): false {
    this.fault = { code, offset, message, help };
    return false;
  }
}

function tooDeep(maxDepth: number): [string, string] {
  return [
    `More than ${maxDepth} arrays or objects inside each other`,
    'Flatten the value, or leave the deep part out',
  ];
}
