/** Foreign text on a page: escaped, and with every hidden character shown. */
import { pieces, shortDigest } from '../text.ts';

/** Text from evidence, rules or verdicts. Never put such text into a page in another way. */
export function Text({ of }: { of: string }) {
  return (
    <>{pieces(of).map((piece) => (piece.escaped ? <span class="esc">{piece.text}</span> : piece.text))}</>
  );
}

/** Paths, codes (`word`), digests: monospaced, wrapping anywhere, isolated from the direction of the text around. */
export function Code({ of, word = false }: { of: string; word?: boolean }) {
  return (
    <code class={word ? 'code-word' : undefined}>
      <Text of={of} />
    </code>
  );
}

export function ShortDigest({ of }: { of: string }) {
  return <code class="digest">{shortDigest(of)}</code>;
}

/** ISO 8601 to `2026-10-13 01:44 UTC`; seconds when asked for. */
export function Time({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const shown = `${at.slice(0, 10)} ${at.slice(11, seconds ? 19 : 16)} UTC`;
  return <time datetime={at}>{shown}</time>;
}

const NUMBERS = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return NUMBERS.format(count);
}

/** `1 verdict`, `1,204 verdicts`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
