/** What a secret detector is: words to look for, and a test of the text around each. */
import type { Host } from '../../host/host.ts';

/** A place in a text, in UTF-16 code units. `value` is what the fingerprint is made of; it never leaves the scanner. */
export type Hit = { readonly start: number; readonly end: number; readonly value: string };

export type Detector = {
  readonly id: string;
  readonly summary: string;
  /** Raised with every change of what it finds. */
  readonly version: number;
  /** The words near which a secret may stand: as they are written, or an expression that is a plain choice of words. */
  readonly anchors: readonly string[] | RegExp;
  /**
   * The secret at the anchor that begins at `at`, if there is one. Looks at most LOOK_BACK units back and LOOK_AHEAD
   * on, with expressions that cannot backtrack over more than that.
   */
  readonly match: (text: string, at: number) => Hit | undefined;
  /** Texts with exactly one finding, in pieces to be joined, so that no scanner finds them in this file. */
  readonly positives: readonly (readonly string[])[];
  /** Texts without a finding, in pieces as well. */
  readonly nearMisses: readonly (readonly string[])[];
};

export const LOOK_BACK = 256;
export const LOOK_AHEAD = 16 * 1024;

/** Digest of what a detector looks for, so that evidence says by which definition it was made. */
export function digestOf(
  host: Pick<Host, 'sha256'>,
  detector: Pick<Detector, 'id' | 'version' | 'anchors'>,
): string {
  const { id, version, anchors } = detector;
  const words = anchors instanceof RegExp ? [String(anchors)] : anchors;
  return host.sha256(JSON.stringify(['holdpoint-detector', id, version, words]));
}

/** What an expression (sticky, so that it looks only there) matches at `at`. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** A detector for tokens that are one word of a fixed shape after a fixed beginning. */
export function wordDetector(spec: Omit<Detector, 'match'> & { readonly shape: RegExp }): Detector {
  const { shape, ...detector } = spec;
  return {
    ...detector,
    match(text, at) {
      const found = matchAt(shape, text, at);
      return found === null ? undefined : { start: at, end: at + found[0].length, value: found[0] };
    },
  };
}
