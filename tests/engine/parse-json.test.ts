/** parseJson: what passes, what is refused, where and in which words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDiagnostic } from '../../src/engine/diagnostic.ts';
import { parseJson } from '../../src/engine/evidence/parse-json.ts';

const FILE = 's.json';

function refusal(text: string, options: { maxDepth?: number; maxLength?: number } = {}): string {
  const read = parseJson(text, { file: FILE, ...options });
  assert.equal(read.ok, false, `accepted: ${text.slice(0, 60)}`);
  if (read.ok) return '';
  assert.equal(read.diagnostics.length, 1);
  return `${read.diagnostics[0]!.code} ${formatDiagnostic(read.diagnostics[0]!)}`;
}

const accepted: [string, string, unknown][] = [
  ['an object', '{"a":1}', { a: 1 }],
  ['a line break at the end', '{"a":1}\n', { a: 1 }],
  ['a byte-order mark, which it drops', '\uFEFF{"a":1}', { a: 1 }],
  ['null', 'null', null],
  ['true and false', '[true,false]', [true, false]],
  ['an empty array', '[]', []],
  ['a string', '"release"', 'release'],
  ['all white space of JSON', ' \t\r\n[ 1 , { "a" : [ ] , "b" : { } } ] \n', [1, { a: [], b: {} }]],
  ['1.0', '1.0', 1],
  ['1e3', '1e3', 1000],
  ['0.1', '0.1', 0.1],
  ['-0', '-0', -0],
  ['zero with an exponent', '0e999999', 0],
  ['the largest double', '1.7976931348623157e308', Number.MAX_VALUE],
  ['the smallest double', '5e-324', Number.MIN_VALUE],
  ['2 to the power of 53', '9007199254740992', 2 ** 53],
  ['a number with trailing zeros', '1.500000000000000000000', 1.5],
  ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"', '"\\/\b\f\n\r\tA'],
  ['a pair of surrogates as it is', '"\u{1F600}"', '\u{1F600}'],
  ['a pair of surrogates in escapes', '"\\ud83d\\uDE00"', '\u{1F600}'],
  ['DEL and U+2028 in a string', '"\u007f\u2028"', '\u007f\u2028'],
  ['an empty key', '{"":1}', { '': 1 }],
  ['one key in two objects', '[{"a":1},{"a":2,"b":{"a":3}}]', [{ a: 1 }, { a: 2, b: { a: 3 } }]],
];
for (const [name, text, value] of accepted) {
  test(`parseJson accepts ${name}`, () => {
    assert.deepEqual(parseJson(text, { file: FILE }), { ok: true, value });
  });
}

const refused: [string, string, string][] = [
  ['an empty text', '', 'json-empty s.json:1:1: A JSON value expected, but the text is empty'],
  ['white space alone', ' \n\t', 'json-empty s.json:1:1: '],
  [
    'a second value on the next line',
    '{"a":1}\n{"b":2}\n',
    'json-second-value s.json:2:1: One JSON value expected',
  ],
  ['a second value on the same line', '{"a":1}{"b":2}', 'json-second-value s.json:1:8: '],
  [
    'trailing text',
    '{"a":1},',
    "json-trailing-text s.json:1:8: The end expected after the JSON value, but found ','",
  ],
  ['a comma at the end of an object', '{"a":1,}', "json-syntax s.json:1:8: A key expected, but found '}'"],
  ['a comma at the end of an array', '[1,]', "json-syntax s.json:1:4: A value expected, but found ']'"],
  ['a leading comma', '[,1]', "json-syntax s.json:1:2: A value expected, but found ','"],
  ['a missing comma', '[1\n 2]', "json-syntax s.json:2:2: ',' or ']' expected, but found a number"],
  ['a missing colon', '{"a" 1}', "json-syntax s.json:1:6: ':' after the key expected"],
  ['a missing value', '{"a":}', "json-syntax s.json:1:6: A value expected, but found '}'"],
  ['the wrong closing bracket', '[1}', "json-syntax s.json:1:3: ',' or ']' expected, but found '}'"],
  [
    'a text that ends in an object',
    '{"a":1',
    "json-syntax s.json:1:7: ',' or '}' expected, but the text ends",
  ],
  ['a string without an end', '{"a":"b', 'json-syntax s.json:1:6: A string that starts here does not end'],
  ['a comment before', '// c\n{"a":1}', 'json-comment s.json:1:1: JSON has no comments'],
  ['a comment inside', '{"a":1, /* c */ "b":2}', 'json-comment s.json:1:9: '],
  ['a comment after', '{"a":1} # c', 'json-comment s.json:1:9: '],
  ['single quotes', "{'a':1}", 'json-single-quote s.json:1:2: '],
  ['NaN', '{"a":NaN}', 'json-word s.json:1:6: "NaN" is not JSON'],
  ['-Infinity', '[-Infinity]', 'json-word s.json:1:2: "-Infinity" is not JSON'],
  [
    'True',
    '[True]',
    'json-word s.json:1:2: "True" is not JSON (JSON knows true, false and null, in lower case)',
  ],
  ['an unquoted word', '{a:1}', "json-syntax s.json:1:2: A key or '}' expected, but found an unquoted word"],
  ['a word that only starts well', '[nullify]', 'json-syntax s.json:1:2: '],
  ['half a word', '[tru', 'json-syntax s.json:1:2: '],
  [
    'a control character in a string',
    '"a\nb"',
    'json-syntax s.json:1:3: A string holds the control character U+000A',
  ],
  ['an unknown escape', '"a\\x41"', 'json-syntax s.json:1:3: Unknown escape in a string'],
  ['a short escape', '"\\u12"', 'json-syntax s.json:1:2: Unknown escape in a string'],
  [
    'a no-break space',
    '\u00a0{}',
    'json-syntax s.json:1:1: A value expected, but found the character U+00A0',
  ],
  [
    'a second byte-order mark',
    '\uFEFF\uFEFF{}',
    'json-syntax s.json:1:1: A value expected, but found the character U+FEFF',
  ],
  ['a number with a leading zero', '[012]', 'json-syntax s.json:1:2: This is not a JSON number'],
  ['a number without a fraction', '[1.]', 'json-syntax s.json:1:2: '],
  ['a number without an exponent', '[1e]', 'json-syntax s.json:1:2: '],
  ['a bare minus', '-', 'json-syntax s.json:1:1: '],
  ['a plus', '[+1]', 'json-syntax s.json:1:2: '],
  ['hexadecimal', '[0x10]', 'json-syntax s.json:1:2: '],
  [
    'a duplicate key',
    '{"a":1,\n "a":2}',
    'duplicate-key s.json:2:2: Key "a" stands twice (The first one is at 1:2',
  ],
  ['a duplicate key in other words', '{"a":1,"\\u0061":2}', 'duplicate-key s.json:1:8: Key "a" stands twice'],
  ['__proto__', '{"e":{"__proto__":{"x":1}}}', 'unsafe-key s.json:1:7: Key "__proto__" is not allowed'],
  ['__proto__ in escapes', '{"\\u005f_proto__":1}', 'unsafe-key s.json:1:2: '],
  [
    'constructor',
    '{"constructor":{"prototype":{}}}',
    'unsafe-key s.json:1:2: Key "constructor" is not allowed',
  ],
  ['prototype', '{"prototype":1}', 'unsafe-key s.json:1:2: '],
  ['a lone high surrogate', '{"path":"a\ud800"}', 'lone-surrogate s.json:1:11: '],
  ['a lone high surrogate as an escape', '{"path":"a\\ud800"}', 'lone-surrogate s.json:1:11: '],
  ['a high surrogate before another escape', '"\\ud800\\n"', 'lone-surrogate s.json:1:2: '],
  ['a lone low surrogate', '"\\udc00"', 'lone-surrogate s.json:1:2: '],
  ['two high surrogates', '"\\ud800\\ud800"', 'lone-surrogate s.json:1:2: '],
  ['a lone surrogate in a key', '{"\\ud800":1}', 'lone-surrogate s.json:1:3: '],
  [
    'an integer past 2^53',
    '{"size":9007199254740993}',
    'inexact-number s.json:1:9: A number that cannot be kept exactly',
  ],
  ['a number that overflows', '1e400', 'inexact-number s.json:1:1: '],
  ['a number that vanishes', '1e-400', 'inexact-number s.json:1:1: '],
  ['too many digits', '0.10000000000000001', 'inexact-number s.json:1:1: '],
  ['a negative integer past 2^53', '-9007199254740993', 'inexact-number s.json:1:1: '],
];
for (const [name, text, start] of refused) {
  test(`parseJson refuses ${name}`, () => {
    const got = refusal(text);
    assert.ok(got.startsWith(start), got);
  });
}

test('parseJson says how to read several snapshots when it finds a second value', () => {
  assert.match(refusal('{}\n{}'), /--snapshots/);
});

test('parseJson finds a duplicate among many keys', () => {
  const keys = Array.from({ length: 500 }, (_, i) => `"k${i}":${i}`);
  assert.match(
    refusal(`{${keys.join(',')},"k3":0}`),
    /^duplicate-key .* Key "k3" stands twice \(The first one is at 1:23/,
  );
});

test('parseJson finds a duplicate in an object that begins like the one before it', () => {
  const rows: [string, string][] = [
    ['[{"a":1,"b":2},{"a":1,"b":2,"a":3}]', '1:29'],
    ['[{"a":1,"b":2,"c":3},{"a":1,"c":2,"a":3}]', '1:35'],
    ['[{"a":1,"b":2,"c":3},{"a":1,"a":3}]', '1:29'],
    ['[{"a":1,"b":2},{"b":1,"a":2,"b":3}]', '1:29'],
    ['[{"a":{"x":1}},{"a":{"x":1,"x":2}}]', '1:28'],
    ['[{"a":1},{"\\u0061":1,"a":2}]', '1:22'],
    ['[{"\\u0061":1},{"a":1,"\\u0061":2}]', '1:22'],
  ];
  for (const [text, place] of rows)
    assert.match(refusal(text), new RegExp(`^duplicate-key s\\.json:${place}: `), text);
  const wide = `{${Array.from({ length: 20 }, (_, i) => `"k${i}":0`).join(',')}`;
  assert.match(refusal(`[${wide}},${wide},"k1":0}]`), /^duplicate-key /);
  assert.match(refusal(`[${wide}},${wide},"k19":0}]`), /^duplicate-key /);
  assert.equal(parseJson(`[${wide}},${wide}},{"k1":0},${wide},"k20":0}]`, { file: FILE }).ok, true);
});

test('parseJson does not take a key with an escape for the same letters without', () => {
  assert.match(refusal('[{"a\\"b":1},{"a"b":1}]'), /^json-syntax s\.json:1:17: /);
});

test('parseJson counts lines that end in LF, CR LF and CR', () => {
  assert.match(refusal('[1,\n2,\r\n3,\r x]'), /^json-syntax s\.json:4:2:/);
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('parseJson accepts 64 containers inside each other and refuses 65', () => {
  for (const nest of [nested, nestedObjects]) {
    assert.equal(parseJson(nest(64), { file: FILE }).ok, true);
    assert.match(refusal(nest(65)), /^json-too-deep .* More than 64 arrays or objects inside each other/);
  }
  assert.equal(parseJson(nested(3), { file: FILE, maxDepth: 3 }).ok, true);
  assert.match(refusal(nested(4), { maxDepth: 3 }), /^json-too-deep s\.json:1:4:/);
});

test('parseJson reads 200,000 brackets without recursion', () => {
  assert.match(refusal('['.repeat(200_000)), /^json-too-deep s\.json:1:65:/);
  const deep = parseJson(nested(200_000), { file: FILE, maxDepth: 1_000_000 });
  assert.equal(deep.ok, true);
});

test('parseJson refuses a text over its limit before it reads it', () => {
  assert.match(
    refusal('[1,2', { maxLength: 3 }),
    /^json-too-long s\.json:1:1: The text is 4 characters long, over the limit of 3/,
  );
  assert.equal(parseJson('[1]', { file: FILE, maxLength: 3 }).ok, true);
});

test('parseJson shows no value of the input in a message', () => {
  const secret = ['hunter', '2', 'XyzzY'].join('');
  const texts = [
    `{"k":${secret}}`,
    `{"k":'${secret}'}`,
    `{"k":"${secret}`,
    `{"k":"${secret}\\x"}`,
    `{"k":"${secret}\n"}`,
    `{"k":"${secret}\\ud800"}`,
    `{"k":"${secret}" "b":1}`,
    `"${secret}"${secret}`,
    `[true${secret}]`,
    `[1${secret}]`,
  ];
  for (const text of texts) assert.ok(!refusal(text).includes(secret), text);
  assert.ok(!refusal('{"pin":9007199254740993}').includes('9007199254740993'));
});

test('parseJson shortens and escapes a key that it shows', () => {
  const key = `${'\u202e\\n'}${'k'.repeat(100)}`;
  const message = refusal(`{"${key}":1,"${key}":2}`);
  assert.match(message, /Key "\\u202e\\nk{38}\.\.\." stands twice/);
});

test('parseJson lets no key reach a prototype', () => {
  parseJson('{"__proto__":{"approved":true},"constructor":{"prototype":{"approved":true}}}', { file: FILE });
  assert.equal(({} as Record<string, unknown>)['approved'], undefined);
});

const SEED = 20261201;
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);
const key = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !UNSAFE.has(text) && text.isWellFormed());
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed());
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 8 },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(key, tie('value'), { maxKeys: 20, noNullPrototype: true }),
  ),
})).value;

test('parseJson gives back every JSON value that was written as text', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const written = JSON.stringify(value, null, space);
      assert.deepEqual(parseJson(written, { file: FILE }), { ok: true, value: JSON.parse(written) });
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('parseJson never throws on damaged JSON, and accepts only what JSON.parse reads the same way', () => {
  const scraps = fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '0',
    '-',
    '.',
    'e',
    'u',
    '\ud800',
    ' ',
    '\n',
    'null',
    '\0',
  );
  const edit = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 3 }),
    insert: fc.oneof(scraps, fc.string({ maxLength: 2 })),
  });
  fc.assert(
    fc.property(json, fc.array(edit, { minLength: 1, maxLength: 3 }), (value, edits) => {
      let damaged = JSON.stringify(value);
      for (const { at, remove, insert } of edits) {
        const place = at % (damaged.length + 1);
        damaged = damaged.slice(0, place) + insert + damaged.slice(place + remove);
      }
      const read = parseJson(damaged, { file: FILE });
      if (read.ok) assert.deepEqual(read.value, JSON.parse(damaged));
      else if (read.diagnostics[0]!.code.startsWith('json-'))
        assert.throws(() => JSON.parse(damaged), damaged);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});
