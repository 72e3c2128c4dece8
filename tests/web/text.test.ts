/** Foreign text: what is shown in place of characters that hide, reorder or erase. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces, shortDigest, shorten, visible } from '../../src/web/text.ts';

const CASES: readonly [string, string, string][] = [
  ['plain text', 'src/äpfel/naïve 日本.ts', 'src/äpfel/naïve 日本.ts'],
  ['an escape sequence', 'a\u001b[2Kb', 'a\\u001b[2Kb'],
  ['an 8-bit control', '\u009b31m', '\\u009b31m'],
  ['a line break', 'a\nb\r', 'a\\u000ab\\u000d'],
  ['a direction override', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['a zero-width space and a byte order mark', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
  ['a soft hyphen', 'pay\u00adload', 'pay\\u00adload'],
  ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
  ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
  ['letters drawn as nothing', '\u3164\u115f\u2800', '\\u3164\\u115f\\u2800'],
  ['an emoji in two code units', '🦊', '🦊'],
];

for (const [name, text, shown] of CASES) {
  test(`visible shows ${name} as ${shown}`, () => {
    assert.equal(visible(text), shown);
    const joined = pieces(text)
      .map((piece) => piece.text)
      .join('');
    assert.equal(joined, shown);
  });
}

test('pieces tells an escape from the same letters in the text', () => {
  assert.deepEqual(pieces('\\u202e\u202e'), [
    { text: '\\u202e', escaped: false },
    { text: '\\u202e', escaped: true },
  ]);
});

test('shorten never cuts a surrogate pair in two', () => {
  assert.equal(shorten('ab🦊cd', 4), 'ab…');
  assert.equal(shorten('abcd', 4), 'abcd');
});

test('shortDigest takes twelve digits with or without the algorithm in front', () => {
  assert.equal(shortDigest(`sha256:${'0123456789abcdef'.repeat(4)}`), '0123456789ab');
  assert.equal(shortDigest('0123456789abcdef'.repeat(4)), '0123456789ab');
});
