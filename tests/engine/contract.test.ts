/** The gate kind `contract`: what its examples cannot say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, evaluate, type Json, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

function load(gate: JsonObject) {
  const text = JSON.stringify({ version: 1, policy: 'p', gates: [{ id: 'g', kind: 'contract', ...gate }] });
  return loadRuleset([{ name: 'p.yaml', text }], { sha256 });
}

function judge(gate: JsonObject, answer: Json) {
  const loaded = load(gate);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const evidence = { [String(gate['evidence'])]: answer };
  const verdict = evaluate(
    compile(loaded.value),
    { schema: 'holdpoint/snapshot@1', action: 'run', evidence },
    { sha256 },
  );
  const [policy] = verdict.policies;
  const { reasons, notes } = policy!.gates[0]!;
  return {
    reasons: reasons.map((r) => (r.subject === undefined ? r.code : `${r.code}:${r.subject}`)),
    messages: reasons.map((r) => r.message),
    pointers: reasons.map((r) => r.evidence),
    notes: notes.map((note) => note.code),
    output: policy!.output,
  };
}

const TYPED: JsonObject = { evidence: 'tool_response', content_types: ['application/json'] };

test('a content type is compared without parameters and case, and nothing that only looks alike passes', () => {
  const table: readonly (readonly [type: Json, passes: boolean])[] = [
    ['application/json', true],
    ['application/json;charset=UTF-8', true],
    ['Application/JSON', true],
    ['application/json ; charset=utf-8', true],
    ['application/problem+json', false],
    ['text/json', false],
    ['text/html', false],
    ['application/jsonp', false],
    ['application/json, text/html', false],
    ['', false],
    [';application/json', false],
    ['application/json\u0000', false],
    [null, false],
    [['application/json'], false],
  ];
  for (const [type, passes] of table) {
    const { reasons } = judge(TYPED, { content_type: type, bytes: 2, body: {} });
    assert.equal(reasons.length === 0, passes, JSON.stringify(type));
  }
  assert.deepEqual(
    judge(
      { ...TYPED, content_types: ['application/problem+json'] },
      { content_type: 'application/problem+json' },
    ).reasons,
    [],
  );
});

test('a null body was sent and is no object; an absent body is missing; a body beside a parse error is not believed', () => {
  const gate: JsonObject = { evidence: 'tool_response', schema: true };
  assert.deepEqual(judge(gate, { body: null }).reasons, ['not-object']);
  assert.deepEqual(judge(gate, {}).reasons, ['missing-evidence:tool_response.body']);
  assert.deepEqual(judge(gate, { body: {}, parse_error: 'x' }).reasons, ['not-json']);
  assert.deepEqual(judge({ evidence: 'health', required: {} }, { body: {}, error: 'x' }).reasons, [
    'probe-failed:x',
  ]);
  assert.deepEqual(judge({ evidence: 'health', required: {} }, { body: {}, error: 7 }).reasons, [
    'probe-failed:unknown',
  ]);
});

test('a flat but huge body is refused by its own cap, with what was measured and the cap in the message', () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 0]));
  const table: readonly (readonly [limit: JsonObject, body: Json, code: string, numbers: RegExp])[] = [
    [{ max_keys: 1000 }, many, 'too-many-keys', /1001 keys, over the limit of 1000/],
    [
      { max_items: 1000 },
      { list: new Array(1001).fill(0) },
      'too-many-items',
      /1001 items, over the limit of 1000/,
    ],
    [
      { max_text: 4096 },
      { text: 'x'.repeat(4097) },
      'text-too-long',
      /4097 characters, over the limit of 4096/,
    ],
    [{ max_text: 4096 }, { ['x'.repeat(4097)]: 1 }, 'text-too-long', /4097 characters/],
    [{ max_depth: 1 }, { a: { b: 1 } }, 'too-deep', /2 deep, over the limit of 1/],
  ];
  for (const [limit, body, code, numbers] of table) {
    const { reasons, messages } = judge({ evidence: 'health', ...limit }, { body });
    assert.deepEqual(reasons, [code]);
    assert.match(messages[0]!, numbers);
  }
  assert.deepEqual(
    judge({ evidence: 'health', max_text: 2 }, { body: { a: '\u{1f600}\u{1f600}' } }).reasons,
    [],
  );
});

test('what a snapshot says of a body cannot make the body smaller', () => {
  const gate: JsonObject = { evidence: 'tool_response', max_depth: 1, max_keys: 1 };
  assert.deepEqual(judge(gate, { depth: 0, keys: 0, body: { a: { b: 1 } } }).reasons, ['too-deep']);
  assert.deepEqual(judge(gate, { depth: 0, keys: 0, body: { a: 1, b: 1 } }).reasons, ['too-many-keys']);
  assert.deepEqual(judge(gate, { depth: 9, keys: 0, body: {} }).reasons, ['too-deep']);
});

test('projection reaches into lists and alternatives, and a value of the wrong type is told', () => {
  const item = { type: 'object', properties: { id: { type: 'integer' } } };
  const gate: JsonObject = {
    evidence: 'tool_response',
    project: true,
    schema: { type: 'object', properties: { items: { type: 'array', items: item }, one: { anyOf: [item] } } },
  };
  const body = { items: [{ id: 1, note: 'x' }], one: { id: 2, note: 'x' }, toString: 1 };
  const good = judge(gate, { body });
  assert.deepEqual(
    [good.output, good.notes],
    [{ card: { items: [{ id: 1 }], one: { id: 2 } } }, ['fields-dropped']],
  );
  const bad = judge(gate, { body: { items: [{ id: 1 }, { id: '2' }] } });
  assert.deepEqual(bad.reasons, ['invalid']);
  assert.match(bad.messages[0]!, /"\/items\/1\/id" must be of type integer/);
});

test('a contract on the status alone releases and is marked weak', () => {
  const gate: JsonObject = { evidence: 'health', status: 200 };
  assert.deepEqual(judge(gate, { status: 200 }).notes, ['weak-contract']);
  const strong = judge(
    { ...gate, required: { healthy: true } },
    { status: 200, body: { healthy: false, issues: ['queue'] } },
  );
  assert.deepEqual(strong.reasons, ['mismatch:healthy']);
});

test('a forbidden key is found at every depth, in lists and in any case, and is pointed at', () => {
  const gate: JsonObject = { evidence: 'health', forbidden: ['password', 'token'] };
  const table: readonly (readonly [body: Json, reason: string, pointer: string])[] = [
    [{ token: 1 }, 'forbidden:token', '/evidence/health/body/token'],
    [{ a: [{ b: { Token: 1 } }] }, 'forbidden:token', '/evidence/health/body/a/0/b/Token'],
    [{ token: 1, a: { PASSWORD: 1 } }, 'forbidden:password', '/evidence/health/body/a/PASSWORD'],
  ];
  for (const [body, reason, pointer] of table) {
    const judged = judge(gate, { body });
    assert.deepEqual([judged.reasons, judged.pointers], [[reason], [pointer]]);
  }
  assert.deepEqual(judge(gate, { body: { tokens: 1, a: 'token' } }).reasons, []);
});

test('required values are compared whole: type, lists and the order of keys that means nothing', () => {
  const gate: JsonObject = {
    evidence: 'health',
    required: { n: 1, list: [1, 2], o: { a: 1, b: 2 }, none: null },
  };
  const good = { n: 1.0, list: [1, 2], o: { b: 2, a: 1 }, none: null };
  assert.deepEqual(judge(gate, { body: good }).reasons, []);
  for (const [key, value] of Object.entries({ n: '1', list: [2, 1], o: { a: 1 }, none: 0 }))
    assert.deepEqual(judge(gate, { body: { ...good, [key]: value } }).reasons, [`mismatch:${key}`]);
  assert.deepEqual(judge({ evidence: 'health', required: { toString: 1 } }, { body: {} }).reasons, [
    'mismatch:toString',
  ]);
});

test('no value of a body gets into a reason', () => {
  const secret = ['hun', 'ter2'].join('');
  const bodies: readonly Json[] = [
    { status: secret },
    { status: 'ok', token: secret },
    { status: 'ok', other: secret },
    [secret],
    secret,
  ];
  const gate: JsonObject = {
    evidence: 'health',
    required: { status: 'ok' },
    forbidden: ['token'],
    closed: true,
  };
  for (const body of bodies) {
    const judged = judge(gate, { body });
    assert.equal(judged.reasons.length > 0, true);
    assert.ok(!JSON.stringify(judged).includes(secret));
  }
});

test('a contract that contradicts itself, or asks for what is not there, is refused with the place', () => {
  const target = { bind_host: '127.0.0.1', port: 80, path: '/' };
  const table: readonly (readonly [gate: JsonObject, code: string])[] = [
    [{ evidence: 'change' }, 'unknown-word'],
    [{ evidence: 'tool_response', status: 200 }, 'foreign-field'],
    [{ evidence: 'tool_response', target }, 'foreign-field'],
    [{ evidence: 'tool_response', ticket: 'x' }, 'foreign-field'],
    [{ evidence: 'health', target: { ...target, bind_host: '10.0.0.5' } }, 'not-loopback'],
    [{ evidence: 'health', target: { ...target, bind_host: '127.1' } }, 'not-loopback'],
    [{ evidence: 'health', target: { ...target, port: 65536 } }, 'wrong-type'],
    [{ evidence: 'health', target: { ...target, path: 'health' } }, 'bad-path'],
    [{ evidence: 'health', content_types: ['Application/JSON'] }, 'bad-content-type'],
    [{ evidence: 'health', content_types: ['application/json; charset=utf-8'] }, 'bad-content-type'],
    [{ evidence: 'health', closed: true }, 'nothing-required'],
    [{ evidence: 'health', required: { token: 'x' }, forbidden: ['Token'] }, 'contradiction'],
    [{ evidence: 'health', project: true }, 'no-schema'],
    [{ evidence: 'health', schema: { type: 'objekt' } }, 'bad-schema'],
    [{ evidence: 'health', schema: { $ref: 'https://schemas.test/x' } }, 'bad-reference'],
    [{ evidence: 'health', schema: { properties: { a: { pattern: '(?=x)' } } } }, 'bad-pattern'],
  ];
  for (const [gate, code] of table) {
    const loaded = load(gate);
    assert.ok(!loaded.ok, JSON.stringify(gate));
    assert.deepEqual(
      loaded.diagnostics.map((one) => one.code),
      [code],
      JSON.stringify(gate),
    );
  }
});
