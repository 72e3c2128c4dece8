/** What a run writes, as it comes: digests of all of it, and the text of its beginning and its end to read the error from. */
import type { Host } from '../../host/host.ts';
import { ShapeHash } from './shape.ts';

/** Compilers say the first thing first, programs the last thing last. */
const HEAD = 256 * 1024;
const TAIL = 1024 * 1024;

export class Output {
  readonly #hash;
  readonly #shape;
  readonly #head: Uint8Array[] = [];
  #headSize = 0;
  #tail: Uint8Array[] = [];
  #tailSize = 0;
  #cut = false;

  constructor(host: Host) {
    this.#hash = host.startHash();
    this.#shape = new ShapeHash(host);
  }

  take(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#shape.update(bytes);
    const head = bytes.slice(0, HEAD - this.#headSize);
    if (head.length > 0) this.#head.push(head);
    this.#headSize += head.length;
    this.#keepEnd(bytes.slice(head.length));
  }

  #keepEnd(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#tail.push(bytes);
    this.#tailSize += bytes.length;
    if (this.#tailSize <= 2 * TAIL) return;
    const whole = joined(this.#tail);
    this.#tail = [whole.slice(whole.length - TAIL)];
    this.#tailSize = TAIL;
    this.#cut = true;
  }

  /** True when the text is all that was written. */
  get isWhole(): boolean {
    return !this.#cut;
  }

  /** Never leaves the collector. */
  text(): string {
    const decode = (pieces: readonly Uint8Array[]) => new TextDecoder().decode(joined(pieces));
    if (!this.#cut) return decode([...this.#head, ...this.#tail]);
    return `${decode(this.#head)}\n${decode(this.#tail)}`;
  }

  /** Once, when all has come. */
  digests(): { readonly sha256: string; readonly shape: string } {
    return { sha256: this.#hash.hex(), shape: this.#shape.hex() };
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
