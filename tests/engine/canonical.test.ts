/** canonicalJson: RFC 8785, in facts written down here by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/engine/evidence/canonical.ts';
import { parseJson } from '../../src/engine/evidence/parse-json.ts';
import type { Json } from '../../src/engine/json.ts';
import { sha256 } from '../sha256.ts';

const rows: [string, Json, string][] = [
  ['literals', [null, true, false], '[null,true,false]'],
  ['empty containers', { b: [], a: {} }, '{"a":{},"b":[]}'],
  ['negative zero', -0, '0'],
  ['the smallest double', 5e-324, '5e-324'],
  ['the largest double', Number.MAX_VALUE, '1.7976931348623157e+308'],
  ['2 to the power of 53', 2 ** 53, '9007199254740992'],
  ['the last whole number in plain digits', 1e20, '100000000000000000000'],
  ['the first with an exponent', 1e21, '1e+21'],
  ['the last fraction in plain digits', 1e-6, '0.000001'],
  ['the first fraction with an exponent', 1e-7, '1e-7'],
  ['a fraction that no double holds', 0.1 + 0.2, '0.30000000000000004'],
  ['short escapes', '\b\t\n\f\r"\\', '"\\b\\t\\n\\f\\r\\"\\\\"'],
  ['other control characters in lower-case hex', '\u0000\u000b\u001f', '"\\u0000\\u000b\\u001f"'],
  ['what needs no escape', '/\u007f\u2028\u20ac\u{1F600}', '"/\u007f\u2028\u20ac\u{1F600}"'],
  ['digits as keys in text order', { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
  [
    'keys by UTF-16 code unit, so that a pair of surrogates comes before U+FB33',
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1F600}': 5, '\u0080': 6, '\u00f6': 7, '': 8 },
    '{"":8,"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1F600}":5,"\ufb33":3}',
  ],
  ['texts as they are, without normalisation', 'A\u030a', '"A\u030a"'],
  ['objects in arrays', [{ b: 1, a: [{ d: 1, c: 2 }] }], '[{"a":[{"c":2,"d":1}],"b":1}]'],
];
for (const [name, value, text] of rows) {
  test(`canonicalJson writes ${name}`, () => assert.equal(canonicalJson(value), text));
}

const cycle: unknown[] = [];
cycle.push({ cycle });
const refused: [string, unknown][] = [
  ['undefined', undefined],
  ['an undefined field', { a: undefined }],
  ['an undefined item', [undefined]],
  ['a hole in an array', Array(2)],
  ['a function', { a: () => 1 }],
  ['a toJSON of its own', { toJSON: () => 1 }],
  ['a symbol', [Symbol('x')]],
  ['a bigint', { a: 1n }],
  ['NaN', [Number.NaN]],
  ['infinity', { a: Number.NEGATIVE_INFINITY }],
  ['a lone surrogate', ['\ud800']],
  ['a lone surrogate in a key', { '\udc00': 1 }],
  ['a Date', { at: new Date(0) }],
  ['a Map', new Map()],
  ['a value that holds itself', cycle],
];
for (const [name, value] of refused) {
  test(`canonicalJson throws a TypeError for ${name}`, () => {
    assert.throws(() => canonicalJson(value as Json), TypeError);
  });
}

test('canonicalJson takes one value in two places, and objects without a prototype', () => {
  const shared = { x: 1 };
  assert.equal(canonicalJson([shared, shared]), '[{"x":1},{"x":1}]');
  assert.equal(canonicalJson(Object.assign(Object.create(null), { a: 1 }) as Json), '{"a":1}');
});

test('canonicalJson gives one text however the keys are ordered, and parseJson reads it back to the same text', () => {
  const seed = 20261201;
  const value = fc.jsonValue({ maxDepth: 5 });
  fc.assert(
    fc.property(value, (json) => {
      const text = canonicalJson(json as Json);
      assert.equal(canonicalJson(reversed(json as Json)), text);
      const read = parseJson(text, { file: 'c.json' });
      if (read.ok) assert.equal(canonicalJson(read.value), text);
      else assert.equal(read.diagnostics[0]!.code, 'unsafe-key');
    }),
    { seed, numRuns: 500 },
  );
});

function reversed(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

test('digests over canonical JSON are those that other implementations of RFC 8785 give', () => {
  const table: readonly (readonly [text: string, digest: string])[] = [
    [
      '{"\\uff5e":"a","\\ud834\\udd1e":"b","b":"c","B":"d","\\t":"e","10":"f","2":"g"}',
      '9f146f53d372c92ee58006431b3a4e295359d2d3f0eeac06042f4fd765caed9e',
    ],
    [
      '{"k":-0,"j":7.0,"i":5e22,"h":3e-8,"g":1234567.10000000009,"f":400000000000000000000,"e":0.000002}',
      '7f190276f8458acbef25455a09e86d45489cb7e301726fd42f023920ff004146',
    ],
  ];
  for (const [text, digest] of table)
    assert.equal(sha256(canonicalJson(JSON.parse(text) as Json)), digest, text);
});

test('a replacement character and the halves that it would stand for never share a digest', () => {
  const read = (text: string) => parseJson(text, { file: 's' });
  for (const text of ['{"k":"\\ud800"}', '{"k":"\\udc00\\ud800"}', '{"\\udc00":1}'])
    assert.equal(read(text).ok, false, text);
  const digests = ['{"k":"\\ufffd"}', '{"k":"\\ud83d\\ude00"}'].map((text) => {
    const parsed = read(text);
    assert.ok(parsed.ok);
    return sha256(canonicalJson(parsed.value));
  });
  assert.equal(new Set(digests).size, 2);
});

test('what stands in one field cannot be moved into the next without another digest', () => {
  const records: readonly Json[] = [
    { object: 'job7', detail: 31 },
    { object: 'job73', detail: 1 },
    ['k', 'l|m', 'n'],
    ['k|l', 'm', 'n'],
  ];
  assert.equal(new Set(records.map((record) => sha256(canonicalJson(record)))).size, 4);
});
