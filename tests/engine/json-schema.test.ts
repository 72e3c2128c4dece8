/** JSON Schema 2020-12 in rule files: what is taken, what is refused, and that hostile values cannot hurt it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileJsonSchema } from '../../src/engine/json-schema/json-schema.ts';
import { projector } from '../../src/engine/json-schema/project.ts';
import type { Json } from '../../src/engine/mod.ts';

function faultsOf(schema: Json): string[] {
  const faults: string[] = [];
  compileJsonSchema(schema, ['schema'], (path, code) => faults.push(`${path.join('/')}: ${code}`));
  return faults;
}

function validate(schema: Json, value: Json) {
  const compiled = compileJsonSchema(schema, [], (path, code, message) =>
    assert.fail(`${path.join('/')}: ${code}: ${message}`),
  );
  return compiled!.validate(value);
}

const list = (...items: Json[]): Json => items;

/** schema, values that are valid, values that are not */
const KEYWORDS: readonly (readonly [schema: Json, valid: Json, invalid: Json])[] = [
  [{ type: 'integer' }, list(1, 1.0, -3), list(1.5, '1', null, true)],
  [{ type: ['string', 'null'] }, list('', null), list(0, [])],
  [{ enum: ['a', { b: 1, c: 2 }] }, list('a', { c: 2, b: 1 }), list('b', { b: 1 }, ['a'])],
  [{ const: null }, list(null), list(0, false, '')],
  [{ multipleOf: 0.1 }, list(0.3, 1, 0), list(0.35)],
  [{ minimum: 1, maximum: 2 }, list(1, 2, 'x'), list(0.5, 2.5)],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, list(1.5), list(1, 2)],
  [{ minLength: 1, maxLength: 2 }, list('a', '\u{1f600}\u{1f600}'), list('', 'abc')],
  [{ pattern: '^[a-z]+$' }, list('abc', 7), list('aB', '')],
  [{ format: 'date' }, list('2024-02-29', 7), list('2023-02-29', '2024-13-01', '2024-1-1')],
  [
    { format: 'date-time' },
    list('2024-02-29T01:02:03Z'),
    list('2024-02-29 01:02:03Z', '2024-02-29T25:00:00Z'),
  ],
  [{ format: 'ipv4' }, list('127.0.0.1'), list('127.0.0.256', '127.1', '127.0.0.1.')],
  [{ items: { type: 'string' }, minItems: 1, maxItems: 2 }, list(['a']), list([], ['a', 1], ['a', 'b', 'c'])],
  [{ prefixItems: [{ type: 'string' }], items: false }, list(['a'], []), list(['a', 'b'], [1])],
  [
    { uniqueItems: true },
    list([1, '1', { a: 1 }]),
    list([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ],
  [{ contains: { const: 1 }, minContains: 2, maxContains: 2 }, list([1, 1, 0]), list([1], [1, 1, 1])],
  [{ required: ['a'] }, list({ a: 1 }, 'x'), list({}, { toString: 1 })],
  [{ required: ['toString'] }, list({ toString: 1 }), list({})],
  [{ properties: { a: { type: 'string' } } }, list({ a: 'x', b: 1 }, {}), list({ a: 1 })],
  [
    {
      properties: { a: true },
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    },
    list({ a: 1, 'x-b': 'c' }),
    list({ b: 1 }, { 'x-b': 1 }, { _id: 1 }, { toString: 1 }, { hasOwnProperty: 1 }),
  ],
  [{ additionalProperties: { type: 'integer' } }, list({ a: 1 }), list({ a: 'x' }, { valueOf: 'x' })],
  [{ properties: { toString: { type: 'string' } } }, list({}, { toString: 'x' }), list({ toString: 1 })],
  [{ propertyNames: { pattern: '^[a-z]$' } }, list({ a: 1 }), list({ ab: 1 })],
  [{ minProperties: 1, maxProperties: 1 }, list({ a: 1 }), list({}, { a: 1, b: 1 })],
  [{ dependentRequired: { a: ['b'] } }, list({ a: 1, b: 1 }, { b: 1 }), list({ a: 1 })],
  [{ dependentSchemas: { a: { required: ['b'] } } }, list({ a: 1, b: 1 }, {}), list({ a: 1 })],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, list(1), list(0, 3)],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, list('a', 5), list(4)],
  [{ oneOf: [{ type: 'integer' }, { minimum: 5 }] }, list(1, 5.5), list(6, 1.5)],
  [{ not: { type: 'string' } }, list(1), list('a')],
  [
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    list({ a: 1, b: 1 }, { c: 1 }),
    list({ a: 1 }, {}),
  ],
  [
    { $defs: { 'a/b': { type: 'string' } }, properties: { x: { $ref: '#/$defs/a~1b' }, y: { $ref: '#' } } },
    list({ x: 'a', y: { x: 'b' } }),
    list({ x: 1 }, { y: { y: { x: 1 } } }),
  ],
  [true, list(1, {}), list()],
  [false, list(), list(1, null)],
];

for (const [schema, valid, invalid] of KEYWORDS) {
  test(`the schema ${JSON.stringify(schema)} tells valid values from invalid ones`, () => {
    for (const value of valid as readonly Json[])
      assert.deepEqual(validate(schema, value), [], JSON.stringify(value));
    for (const value of invalid as readonly Json[])
      assert.notEqual(validate(schema, value).length, 0, JSON.stringify(value));
  });
}

test('a bad schema is complained of at the place of each fault', () => {
  const table: readonly (readonly [schema: Json, faults: readonly string[]])[] = [
    ['x', ['schema: bad-schema']],
    [{ type: 'strin', minimum: '1' }, ['schema/type: bad-schema', 'schema/minimum: bad-schema']],
    [{ propertes: {} }, ['schema/propertes: bad-schema']],
    [{ properties: { a: { items: [] } } }, ['schema/properties/a/items: bad-schema']],
    [{ $id: 'https://schemas.test/a' }, ['schema/$id: bad-schema']],
    [{ unevaluatedProperties: false }, ['schema/unevaluatedProperties: bad-schema']],
    [{ format: 'email' }, ['schema/format: bad-schema']],
    [{ required: ['a', 'a'] }, ['schema/required: bad-schema']],
    [{ allOf: [] }, ['schema/allOf: bad-schema']],
    [{ pattern: '(?=a)b' }, ['schema/pattern: bad-pattern']],
    [{ pattern: '(a)\\1' }, ['schema/pattern: bad-pattern']],
    [{ pattern: 'a'.repeat(1001) }, ['schema/pattern: bad-pattern']],
    [{ patternProperties: { '(?!a)': true } }, ['schema/patternProperties/(?!a): bad-pattern']],
    [{ $ref: 'https://schemas.test/a' }, ['schema/$ref: bad-reference']],
    [{ $ref: 'other.json' }, ['schema/$ref: bad-reference']],
    [{ $ref: '#/$defs/none' }, ['schema/$ref: bad-reference']],
    [{ $ref: '#anchor' }, ['schema/$ref: bad-reference']],
    // It leads to something that looks like a schema and stands where none is read.
    [{ const: { pattern: '(a+)+$' }, items: { $ref: '#/const' } }, ['schema/items/$ref: bad-reference']],
    [{ $ref: '#' }, ['schema: bad-schema']],
    [
      { anyOf: [{ not: { $ref: '#' } }] },
      ['schema/anyOf/0/not: bad-schema', 'schema/anyOf/0: bad-schema', 'schema: bad-schema'],
    ],
  ];
  for (const [schema, faults] of table) assert.deepEqual(faultsOf(schema), faults, JSON.stringify(schema));
});

test('a fault never shows the value, only where it is and what the schema asks for', () => {
  const secret = ['sk', 'live', '0123456789'].join('_');
  const schema: Json = {
    additionalProperties: {
      allOf: [
        { enum: ['a'] },
        { const: 'b' },
        { pattern: '^c$' },
        { maxLength: 3 },
        { format: 'date' },
        { anyOf: [{ type: 'integer' }] },
        { oneOf: [{ type: 'integer' }] },
        { not: { type: 'string' } },
      ],
    },
  };
  const faults = validate(schema, { field: secret });
  assert.equal(faults.length, 8);
  assert.ok(!JSON.stringify(faults).includes(secret));
  assert.deepEqual([...new Set(faults.map(({ pointer }) => pointer))], ['/field']);
});

test('a schema that branches at every level ends, and the value is not taken for valid', () => {
  const step = { properties: { n: { $ref: '#/$defs/n' } } };
  const schema: Json = {
    $defs: {
      n: {
        anyOf: [
          { ...step, required: ['x'] },
          { ...step, required: ['y'] },
        ],
      },
    },
    $ref: '#/$defs/n',
  };
  let value: Json = {};
  for (let depth = 0; depth < 60; depth += 1) value = { n: value };
  const [fault] = validate(schema, value);
  assert.match(fault!.message, /too much work/);
  assert.deepEqual(validate(schema, { x: 1 }), []);
});

test('an expression takes linear time over a text that would hang a backtracking one', () => {
  assert.equal(validate({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`).length, 1);
  assert.deepEqual(
    validate({ patternProperties: { '^(a|a)*$': { type: 'string' } } }, { ['a'.repeat(5_000)]: '' }),
    [],
  );
});

test('projection keeps what the schema names at every depth, and counts what it drops', () => {
  const item = { type: 'object', properties: { id: { type: 'integer' } } };
  const table: readonly (readonly [schema: Json, value: Json, kept: Json, dropped: number])[] = [
    [{ properties: { a: true } }, { a: 1, b: 2 }, { a: 1 }, 1],
    [{ properties: { a: true } }, { a: { b: 1 } }, { a: {} }, 1],
    [
      { properties: { items: { items: item } } },
      { items: [{ id: 1, note: 'x' }, { id: '2' }] },
      { items: [{ id: 1 }, { id: '2' }] },
      1,
    ],
    [
      { properties: { pair: { prefixItems: [item] } } },
      { pair: [{ id: 1, x: 1 }, { id: 1 }] },
      { pair: [{ id: 1 }, {}] },
      2,
    ],
    [
      { anyOf: [item, { properties: { name: {} } }] },
      { id: 1, name: 'a', note: 'x' },
      { id: 1, name: 'a' },
      1,
    ],
    [{ $defs: { item }, allOf: [{ $ref: '#/$defs/item' }] }, { id: 1, note: 'x' }, { id: 1 }, 1],
    [
      { properties: { kids: { items: { $ref: '#' } } } },
      { kids: [{ kids: [], x: 1 }] },
      { kids: [{ kids: [] }] },
      1,
    ],
    [{ patternProperties: { '^x-': {} } }, { 'x-a': 1, a: 1 }, { 'x-a': 1 }, 1],
    [{ additionalProperties: true }, { a: 1 }, {}, 1],
    [{ properties: { a: {} } }, { toString: 1, valueOf: 2 }, {}, 2],
    [{ not: { properties: { a: {} } } }, { a: 1 }, {}, 1],
    [item, 'text', 'text', 0],
  ];
  for (const [schema, value, kept, dropped] of table)
    assert.deepEqual(projector(schema)(value), { value: kept, dropped }, JSON.stringify(schema));
});
