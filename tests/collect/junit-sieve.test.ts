/** The sieve in front of the XML parser: what goes on is small, however much comes, and means the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSieve } from '../../src/collect/junit/sieve.ts';

const MEGABYTE = 1 << 20;

function sift(pieces: Iterable<string>): string {
  const sieve = createSieve();
  let seen = '';
  for (const piece of pieces) seen += sieve.push(piece);
  return seen + sieve.end();
}

function* long(before: string, piece: string, after: string): Generator<string> {
  yield before;
  for (let i = 0; i < 200; i += 1) yield piece;
  yield after;
}

const LONG: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a section', '<a><![CDATA[', ']]></a>'],
  ['a text', '<a>', '</a>'],
  ['a comment', '<a><!--', '--></a>'],
];
for (const [what, before, after] of LONG) {
  test(`the sieve lets through only the beginning of ${what} of 200 MiB, and its end`, () => {
    const seen = sift(long(before, 'x'.repeat(MEGABYTE), after));
    assert.ok(seen.length < 10_000, String(seen.length));
    assert.ok(seen.startsWith(before) && seen.endsWith(after));
  });
}

test('the sieve cuts no reference and no character in two', () => {
  for (let at = 4080; at < 4100; at += 1) {
    const seen = sift([`<a>${'x'.repeat(at)}&amp;\u{1f600}&#128512;${'y'.repeat(9000)}</a>`]);
    assert.ok(seen.isWellFormed());
    const inside = seen.slice('<a>'.length, -'</a>'.length);
    assert.match(inside, /^x+(?:&amp;\u{1f600}?(?:&#128512;y*)?)?$/u);
  }
});

test('the sieve gives the same whatever pieces a text comes in', () => {
  const text =
    '<?xml version="1.0"?><!-- a > b --><s n="a>b" m=\'<"\'>t &lt; u<![CDATA[ ]] ]> <x> ]]><c/>&#65;</s><!-- end -->';
  const whole = sift([text]);
  assert.equal(whole, text);
  for (let length = 1; length < 20; length += 1) {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
      text.slice(i * length, (i + 1) * length),
    );
    assert.equal(sift(pieces), whole);
  }
});

test('the sieve passes on what is left open, for the parser to complain of', () => {
  for (const text of ['<a', '<a b="', '<![CDATA[x', '<!-', '<?x', 'x &am'])
    assert.ok(sift([text]).length >= Math.min(text.length, 4), text);
});
