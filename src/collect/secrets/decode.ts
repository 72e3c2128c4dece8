/** Which bytes are text, and in which encoding. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** As git looks for NUL bytes: in the beginning only. */
const HEAD = 8000;

/** By byte-order mark, else by where the NUL bytes stand; undefined: it is not text. */
export function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, HEAD);
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (!head.includes(0)) return 'utf-8';
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i += 1) if (head[i] === 0) zeros[i % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  // Western text in UTF-16 without a mark: nearly every second byte is NUL, and hardly any other.
  const half = head.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.7 && odd < half * 0.05) return 'utf-16be';
  return undefined;
}
