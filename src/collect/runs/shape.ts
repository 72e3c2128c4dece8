/** The shape of a text: what stays when everything is masked that differs between two runs of one failure. */
import type { Host } from '../../host/host.ts';

/** A line longer than this is masked in pieces. */
const PIECE = 16 * 1024;

/** In this order; each in linear time. The text is Latin-1, so that no character is cut in two. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // Colours and moves of the cursor.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  [/\u001b\[[0-9;?]*[A-Za-z]/g, ''],
  // Temporary places, up to where a line and column may follow.
  [/(?:\/private)?\/(?:var\/)?(?:tmp|folders)\/[^\s:'"`()<>,;[\]{}]+/g, '<temp>'],
  [/\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b/g, '<id>'],
  [/\b0x[0-9a-fA-F]+\b/g, '<address>'],
  // A word of letters and digits mixed that is too long to be a name; looking ahead is bounded, or it took square time.
  [/\b(?=[A-Za-z_-]{0,40}[0-9])[0-9A-Za-z_-]{16,}\b/g, '<id>'],
  [/\b(?=[a-f]{0,40}[0-9])[0-9a-f]{7,}\b/g, '<id>'],
  // A number with its unit: what took 980 ms takes 1.1 s the next time.
  [/[0-9]+(?:[.,:][0-9]+)*(?: ?(?:ns|us|\u00c2\u00b5s|ms|s|min)\b)?/g, '<n>'],
  [/\r/g, ''],
  [/[ \t]+/g, ' '],
];

/** SHA-256 of the shape of a text that comes in pieces. */
export class ShapeHash {
  readonly #hash;
  #line = '';

  constructor(host: Host) {
    this.#hash = host.startHash();
  }

  update(bytes: Uint8Array): void {
    const text = this.#line + latin1(bytes);
    const end = text.lastIndexOf('\n') + 1;
    this.#lines(text.slice(0, end));
    // Of a line that goes on whole pieces alone, so that the digest does not depend on how the text came.
    const whole = end + Math.floor((text.length - end) / PIECE) * PIECE;
    for (let at = end; at < whole; at += PIECE) this.#take(text.slice(at, at + PIECE));
    this.#line = text.slice(whole);
  }

  hex(): string {
    this.#take(this.#line);
    return this.#hash.hex();
  }

  /** No mask reaches over the end of a line, so short ones are masked together: one by one took ten times as long. */
  #lines(text: string): void {
    let from = 0;
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start) + 1;
      if (end - start > PIECE) {
        this.#take(text.slice(from, start));
        for (let at = start; at < end; at += PIECE) this.#take(text.slice(at, Math.min(at + PIECE, end)));
        from = end;
      }
      start = end;
    }
    this.#take(text.slice(from));
  }

  #take(text: string): void {
    if (text !== '') this.#hash.update(new TextEncoder().encode(shapeOf(text)));
  }
}

/** A text with its numbers, addresses, ids and temporary places masked. */
export function shapeOf(line: string): string {
  return MASKS.reduce((text, [expression, mask]) => text.replace(expression, mask), line);
}

/** A character a byte. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
