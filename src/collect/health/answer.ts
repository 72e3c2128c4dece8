/**
 * Reads one HTTP/1.x answer (RFC 9112) strictly: what two readers could read in two ways is refused, nothing is
 * decompressed, and no more of the body is kept than was asked for.
 */

/** `kind` becomes `health.error`. */
export class AnswerFault extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(`The answer cannot be read: ${kind}`);
    this.name = 'AnswerFault';
    this.kind = kind;
  }
}

export type Answer = {
  readonly status: number;
  /** Absent when none came, or more than one. */
  readonly contentType?: string;
  /** At most one byte more than was allowed. */
  readonly body: Uint8Array;
};

const MAX_HEAD = 16 * 1024;
const MAX_FIELDS = 100;
const MAX_LINE = 1024;
const MAX_INTERIM = 5;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9][0-9]{2})(?: [\t -~\u0080-\u00ff]*)?$/;

type Fields = ReadonlyMap<string, readonly string[]>;
type Phase = 'head' | 'sized' | 'to-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'done';

/** Fed with bytes as they come; throws AnswerFault for what it does not take. */
export class AnswerReader {
  #waiting: Uint8Array = new Uint8Array(0);
  #phase: Phase = 'head';
  #interim = 0;
  #status = 0;
  #contentType: string | undefined;
  /** Of the body or the chunk that is being read. */
  #left = 0;
  #trailer = 0;
  readonly #body: Uint8Array[] = [];
  #size = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when nothing more is needed. */
  take(bytes: Uint8Array): boolean {
    this.#waiting = join([this.#waiting, bytes]);
    while (this.#step());
    return this.#phase === 'done';
  }

  /** The answer, once `take` gave true or the other side closed. */
  end(): Answer {
    if (this.#phase !== 'done' && this.#phase !== 'to-close') throw new AnswerFault('closed-early');
    const type = this.#contentType;
    const body = join(this.#body);
    return { status: this.#status, ...(type === undefined ? {} : { contentType: type }), body };
  }

  /** One step forward; false when more bytes are needed, or none. */
  #step(): boolean {
    switch (this.#phase) {
      case 'head':
        return this.#head();
      case 'sized':
      case 'chunk':
        return this.#piece();
      case 'to-close':
        this.#keep(this.#waiting.length);
        return false;
      case 'chunk-size':
        return this.#chunkSize();
      case 'chunk-end': {
        const line = this.#line('bad-chunk');
        if (line === undefined) return false;
        if (line !== '') throw new AnswerFault('bad-chunk');
        this.#phase = 'chunk-size';
        return true;
      }
      case 'trailer': {
        const line = this.#line('bad-chunk');
        if (line === undefined) return false;
        this.#trailer += line.length;
        if (this.#trailer > MAX_HEAD) throw new AnswerFault('headers-too-large');
        if (line === '') this.#phase = 'done';
        return line !== '';
      }
      default:
        return false;
    }
  }

  #head(): boolean {
    const end = indexOfBlankLine(this.#waiting);
    if (end < 0) {
      if (this.#waiting.length > MAX_HEAD) throw new AnswerFault('headers-too-large');
      // What does not begin like HTTP never will.
      const start = latin1(this.#waiting.subarray(0, 5));
      if (!'HTTP/'.startsWith(start)) throw new AnswerFault('bad-status-line');
      return false;
    }
    if (end > MAX_HEAD) throw new AnswerFault('headers-too-large');
    const [first = '', ...lines] = latin1(this.#waiting.subarray(0, end)).split('\r\n');
    this.#waiting = this.#waiting.slice(end + 4);
    const status = STATUS_LINE.exec(first)?.[1];
    if (status === undefined) throw new AnswerFault('bad-status-line');
    this.#status = Number(status);
    const fields = readFields(lines);
    if (this.#status < 200) {
      this.#interim += 1;
      if (this.#status === 101 || this.#interim > MAX_INTERIM) throw new AnswerFault('bad-status-line');
      return true;
    }
    this.#begin(fields);
    return true;
  }

  /** Finds out how long the body is (RFC 9112, section 6.3). */
  #begin(fields: Fields): void {
    const types = fields.get('content-type') ?? [];
    this.#contentType = types.length === 1 ? types[0] : undefined;
    const encodings = fields.get('content-encoding') ?? [];
    if (encodings.some((one) => one.toLowerCase() !== 'identity')) throw new AnswerFault('compressed-body');
    const lengths = fields.get('content-length');
    const transfers = fields.get('transfer-encoding');
    if (lengths !== undefined && lengths.length > 1) throw new AnswerFault('duplicate-content-length');
    if (lengths !== undefined && transfers !== undefined) throw new AnswerFault('ambiguous-length');
    if (this.#status === 204 || this.#status === 304) this.#phase = 'done';
    else if (transfers !== undefined) {
      if (transfers.length > 1 || transfers[0]?.toLowerCase() !== 'chunked')
        throw new AnswerFault('unknown-transfer-encoding');
      this.#phase = 'chunk-size';
    } else if (lengths === undefined) this.#phase = 'to-close';
    else {
      const [length = ''] = lengths;
      if (!/^[0-9]{1,15}$/.test(length)) throw new AnswerFault('bad-content-length');
      this.#left = Number(length);
      this.#phase = this.#left === 0 ? 'done' : 'sized';
    }
  }

  #piece(): boolean {
    const count = Math.min(this.#left, this.#waiting.length);
    this.#left -= count;
    this.#keep(count);
    if (this.#phase === ('done' as Phase) || this.#left > 0) return false;
    this.#phase = this.#phase === 'chunk' ? 'chunk-end' : 'done';
    return true;
  }

  #chunkSize(): boolean {
    const line = this.#line('bad-chunk');
    if (line === undefined) return false;
    const size = /^([0-9A-Fa-f]{1,8})(?:[ \t]*;.*)?$/.exec(line)?.[1];
    if (size === undefined) throw new AnswerFault('bad-chunk');
    this.#left = Number.parseInt(size, 16);
    this.#phase = this.#left === 0 ? 'trailer' : 'chunk';
    return true;
  }

  /** The next line without its end, or undefined when it has not come yet. */
  #line(fault: string): string | undefined {
    const end = this.#waiting.indexOf(0x0a);
    if (end > MAX_LINE || (end < 0 && this.#waiting.length > MAX_LINE)) throw new AnswerFault(fault);
    if (end < 0) return undefined;
    const line = latin1(this.#waiting.subarray(0, end));
    if (!line.endsWith('\r')) throw new AnswerFault(fault);
    this.#waiting = this.#waiting.slice(end + 1);
    return line.slice(0, -1);
  }

  /** Keeps the first `count` waiting bytes, as far as one byte past what is allowed: then nothing more is wanted. */
  #keep(count: number): void {
    const kept = this.#waiting.slice(0, Math.min(count, this.#maxBytes + 1 - this.#size));
    this.#waiting = this.#waiting.slice(count);
    this.#size += kept.length;
    if (kept.length > 0) this.#body.push(kept);
    if (this.#size > this.#maxBytes) this.#phase = 'done';
  }
}

function readFields(lines: readonly string[]): Fields {
  if (lines.length > MAX_FIELDS) throw new AnswerFault('headers-too-large');
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    const value = line
      .slice(colon + 1)
      .replace(/^[ \t]+/, '')
      .trimEnd();
    if (!TOKEN.test(name) || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
      throw new AnswerFault('bad-header');
    const known = fields.get(name.toLowerCase());
    if (known === undefined) fields.set(name.toLowerCase(), [value]);
    else known.push(value);
  }
  return fields;
}

/** Where `\r\n\r\n` begins, or -1. */
function indexOfBlankLine(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x0d); at >= 0; at = bytes.indexOf(0x0d, at + 1)) {
    if (at > MAX_HEAD) return at;
    if (bytes[at + 1] === 0x0a && bytes[at + 2] === 0x0d && bytes[at + 3] === 0x0a) return at;
  }
  return -1;
}

/** Byte for byte: one character each. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
