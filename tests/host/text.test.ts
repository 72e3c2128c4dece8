/** decodeUtf8: strict, and plain about what else the bytes may be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeUtf8 } from '../../src/host/text.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const wide = (text: string, width: 2 | 4, little: boolean) =>
  ascii(text).flatMap((code) =>
    little ? [code, ...Array(width - 1).fill(0)] : [...Array(width - 1).fill(0), code],
  );

const accepted: [string, number[], string][] = [
  ['nothing', [], ''],
  ['ASCII', ascii('{"a":1}'), '{"a":1}'],
  ['a byte-order mark, which it drops', [0xef, 0xbb, 0xbf, 0x7b, 0x7d], '{}'],
  [
    'two, three and four bytes',
    [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80],
    '\u00e9\u20ac\u{1F600}',
  ],
  ['a NUL character', [0x61, 0x00, 0x62], 'a\0b'],
  ['the last code point', [0xf4, 0x8f, 0xbf, 0xbf], '\u{10ffff}'],
];
for (const [name, bytes, text] of accepted) {
  test(`decodeUtf8 accepts ${name}`, () => {
    assert.deepEqual(decodeUtf8(Uint8Array.from(bytes)), { ok: true, text });
  });
}

const refused: [string, number[], RegExp][] = [
  ['UTF-16 with its little-endian mark', [0xff, 0xfe, ...wide('{}', 2, true)], /UTF-16 \(little-endian\)/],
  ['UTF-16 with its big-endian mark', [0xfe, 0xff, ...wide('{}', 2, false)], /UTF-16 \(big-endian\)/],
  [
    'UTF-32 with its little-endian mark',
    [0xff, 0xfe, 0, 0, ...wide('{}', 4, true)],
    /UTF-32 \(little-endian\)/,
  ],
  ['UTF-32 with its big-endian mark', [0, 0, 0xfe, 0xff, ...wide('{}', 4, false)], /UTF-32 \(big-endian\)/],
  ['UTF-16 little-endian without a mark', wide('{"a":1}', 2, true), /UTF-16 \(little-endian\)/],
  ['UTF-16 big-endian without a mark', wide('{"a":1}', 2, false), /UTF-16 \(big-endian\)/],
  ['UTF-32 little-endian without a mark', wide('{"a":1}', 4, true), /UTF-32 \(little-endian\)/],
  ['UTF-32 big-endian without a mark', wide('{"a":1}', 4, false), /UTF-32 \(big-endian\)/],
  ['Latin-1', [0x61, 0xe9, 0x62], /Invalid UTF-8 at byte 1:/],
  ['a lone continuation byte', [0x61, 0x62, 0x80], /at byte 2:/],
  ['an overlong slash', [0xc0, 0xaf], /at byte 0:/],
  ['an overlong three-byte form', [0x61, 0xe0, 0x80, 0xaf], /at byte 1:/],
  ['an overlong four-byte form', [0xf0, 0x80, 0x80, 0xaf], /at byte 0:/],
  ['a surrogate', [0xed, 0xa0, 0x80], /at byte 0:/],
  ['a code point past the last', [0xf4, 0x90, 0x80, 0x80], /at byte 0:/],
  ['a lead byte that never occurs', [0x61, 0xf5, 0x80, 0x80, 0x80], /at byte 1:/],
  ['a cut sequence at the end', [0x61, 0xe2, 0x82], /at byte 1:/],
  ['a fault behind a byte-order mark', [0xef, 0xbb, 0xbf, 0xff], /at byte 3:/],
];
for (const [name, bytes, why] of refused) {
  test(`decodeUtf8 refuses ${name}`, () => {
    const read = decodeUtf8(Uint8Array.from(bytes));
    assert.ok(!read.ok);
    assert.match(read.why, why);
  });
}

test('decodeUtf8 gives back any text, and names a byte where a fault can be', () => {
  const seed = 20261201;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      if (text.startsWith('\uFEFF') || !text.isWellFormed()) return;
      const read = decodeUtf8(new TextEncoder().encode(text));
      if (read.ok) assert.equal(read.text, text);
      else assert.match(read.why, /UTF-/);
    }),
    { seed, numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
      const read = decodeUtf8(bytes);
      const place = read.ok ? undefined : /at byte (\d+)/.exec(read.why)?.[1];
      if (place === undefined) return;
      assert.ok(Number(place) < bytes.length);
      assert.ok(decodeUtf8(bytes.subarray(0, Number(place))).ok);
    }),
    { seed, numRuns: 2000 },
  );
});
