/** The gate kind `cel`: what it refuses when it is loaded, and what its examples cannot say of a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, evaluate, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

function load(expression: string) {
  const rules = { version: 1, policy: 'p', gates: [{ id: 'g', kind: 'cel', expression }] };
  return loadRuleset([{ name: 'p.yaml', text: JSON.stringify(rules, null, 1) }], { sha256 });
}

/** What is said against an expression, as `code message (help)`. */
function complaints(expression: string): readonly string[] {
  const loaded = load(expression);
  if (loaded.ok) return [];
  for (const { line } of loaded.diagnostics) assert.equal(line, 8);
  return loaded.diagnostics.map(({ code, message, help }) => `${code} ${message} (${help})`);
}

function judge(expression: string, evidence: JsonObject) {
  const loaded = load(expression);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const rules = compile(loaded.value);
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'merge', evidence } as const;
  const { decision, reasons } = evaluate(rules, snapshot, { sha256 }).policies[0]!.gates[0]!;
  assert.equal(rules.decide('merge', evidence), decision);
  return {
    decision,
    codes: reasons.map(({ code }) => code),
    messages: reasons.map(({ message }) => message),
  };
}

const decisionOf = (expression: string, evidence: JsonObject) => judge(expression, evidence).decision;

test('an unknown section or field is refused at its place, with the name that is probably meant', () => {
  assert.deepEqual(complaints('tets.failures == 0'), [
    'unknown-evidence Unknown section "tets", at character 1 of the expression (Did you mean "tests"?)',
  ]);
  assert.match(
    complaints('tests.failurs == 0')[0]!,
    /^unknown-evidence .*"failurs".*Did you mean "failures"/,
  );
  assert.match(complaints('tests["failurs"] == 0')[0]!, /"failurs".*Did you mean "failures"/);
  assert.match(complaints('change.files.all(f, f.pth == "a")')[0]!, /"pth".*Did you mean "path"/);
  assert.match(complaints('change.files.filter(f, f.added > 1).exists(f, f.pth == "a")')[0]!, /"pth"/);
});

test('what is no expression, or could never be true or false, is refused', () => {
  assert.match(complaints('tests.failures ==')[0]!, /^cel-syntax /);
  assert.match(complaints('tests.failures')[0]!, /^cel-type /);
  assert.match(complaints('"tests" == 3 && tests.tests > 0')[0]!, /^cel-type /);
  assert.match(complaints('tests.failures ? true : false')[0]!, /^cel-type /);
  assert.match(complaints('change.files.all(f, f.path)')[0]!, /^cel-type /);
  assert.match(complaints('1 == 1')[0]!, /^no-evidence /);
});

test('what could release on absence, take for ever or read the machine is refused', () => {
  for (const expression of [
    'has(tests.failures)',
    'tests.failures == null',
    '!("failures" in tests)',
    'size(tests) == 1',
    'job.job_id.matches("^(a+)+$")',
    'change.files.map(f, f.path).size() == 1',
    '(fence.job_id + fence.job_id).size() > 0',
    'timestamp("2026-01-01T00:00:00Z").getHours("Asia/Tokyo") == tests.tests',
    'cel.bind(x, tests.tests, x > 0)',
    'type(tests.tests) == int',
    '{"a": 1}["a"] == tests.tests',
  ])
    assert.ok(complaints(expression).length > 0, expression);
  assert.match(complaints('change.files[0].path.matches("a")')[0]!, /^cel-refused "matches" .*for ever/);
});

test('passes over keys of an object are refused', () => {
  assert.match(complaints('tests.all(k, true)')[0]!, /^cel-type "all" goes over a list/);
});

test('passes over lists are bounded in depth and in number, and so is the text', () => {
  const all = (inner: string) => `change.files.all(f, ${inner})`;
  assert.deepEqual(complaints(all(all('f.added < 3'))), []);
  assert.match(complaints(all(all(all('f.added < 3'))))[0]!, /^cel-cost /);
  assert.match(complaints(all(all('f.path in fence.allow')))[0]!, /^cel-cost /);
  assert.match(complaints(all(all('size(f.path) < 3')))[0]!, /^cel-cost /);
  assert.match(complaints(Array(17).fill(all('f.added < 3')).join(' && '))[0]!, /^cel-cost /);
  assert.ok(complaints(`tests.tests > 0 ${' '.repeat(4096)}`).length > 0);
  assert.match(complaints(`${'('.repeat(200)}tests.tests > 0${')'.repeat(200)}`)[0]!, /^cel-syntax /);
});

test('a list of more than 10,000 items holds, and of more than 1,000 where one pass stands in another', () => {
  const files = (count: number) => ({
    change: { files: Array(count).fill({ path: 'a', status: 'M', added: 1, binary: false }) },
  });
  const one = 'change.files.all(f, f.added == 1)';
  const two = 'change.files.all(f, change.files.exists(g, g.added == f.added))';
  assert.equal(decisionOf(one, files(10_000)), 'release');
  assert.deepEqual(judge(one, files(10_001)).codes, ['cel-error']);
  assert.equal(decisionOf(two, files(1000)), 'release');
  assert.deepEqual(judge(two, files(1001)).codes, ['cel-error']);
  assert.deepEqual(judge('job.job_id != "a"', { job: { job_id: 'x'.repeat(65_537) } }).codes, ['cel-error']);
  assert.equal(decisionOf('job.job_id != "a"', { job: { job_id: 'x'.repeat(65_536) } }), 'release');
});

test('a list that is not read may be of any length', () => {
  const suites = Array(10_001).fill('s');
  assert.equal(decisionOf('tests.failures == 0', { tests: { failures: 0, suites } }), 'release');
});

test('whole numbers are ints, others doubles, and they compare', () => {
  const tests = { tests: 4, failures: 0, duration_ms: 1.5 };
  for (const expression of [
    'tests.failures == 0',
    'tests.failures == 0.0',
    'tests.failures + 1 == 1',
    'tests.duration_ms > 1',
    'double(tests.tests) * 0.5 == 2.0',
  ])
    assert.equal(decisionOf(expression, { tests }), 'release', expression);
  assert.deepEqual(judge('tests.tests * 0.5 > 1.0', { tests }).codes, ['cel-error']);
  assert.deepEqual(judge('10 / tests.failures > 1', { tests }).messages, [
    'The expression has no answer: a division by zero at character 1',
  ]);
});

test('what is absent or null is neither equal nor unequal, and what every object inherits is no evidence', () => {
  for (const tests of [{}, { failures: null }]) {
    assert.deepEqual(judge('tests.failures != 3', { tests }).codes, ['cel-error']);
    assert.deepEqual(judge('!(tests.failures == 3)', { tests }).codes, ['cel-error']);
  }
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    assert.equal(decisionOf(`tests.suites[0].${name} != 3`, { tests: { suites: [{}] } }), 'hold', name);
});

test('objects are not compared as a whole', () => {
  const evidence = { tests: { suites: [{ a: 1 }, { a: 1 }, { a: 2 }] } };
  assert.equal(decisionOf('tests.suites[0] == tests.suites[1]', evidence), 'hold');
  assert.equal(decisionOf('tests.suites[0] != tests.suites[2]', evidence), 'hold');
  assert.equal(decisionOf('tests.suites[0].a != tests.suites[2].a', evidence), 'release');
});

test('an object where a list should be is no list of keys', () => {
  const files = { a: 1 };
  assert.equal(decisionOf('change.files.all(f, true)', { change: { files } }), 'hold');
  assert.equal(decisionOf('change.files.all(f, true)', { change: { files: [] } }), 'release');
});

test('a value that is not true or false holds', () => {
  assert.deepEqual(judge('tests.suites[0]', { tests: { suites: ['true'] } }).codes, ['cel-error']);
  assert.equal(decisionOf('tests.suites[0]', { tests: { suites: [true] } }), 'release');
});

test('an error says where in the rule it arose, and nothing of the evidence', () => {
  const { messages } = judge('tests.suites[0][tests.suites[1]] == 1', {
    tests: { suites: [{}, 'private-words'] },
  });
  assert.match(messages[0]!, /^The expression has no answer: a field is absent/);
  assert.doesNotMatch(JSON.stringify(messages), /private-words/);
});

test('taking any field away never makes an answer softer', () => {
  const evidence = {
    tests: { tests: 3, failures: 0, errors: 1, suites: [{ a: 1 }, { a: 2 }] },
    approval: { decision: 'eligible' },
  };
  for (const expression of [
    'tests.failures == 1 || tests.errors == 0',
    '!(tests.failures == 0 && tests.errors == 1)',
    'tests.errors == 1 ? tests.failures == 1 : true',
    'tests.suites.exists(s, s.a == 3)',
    '!tests.suites.exists(s, s.a == 2)',
    '!tests.suites.all(s, s.a > 0)',
    'tests.suites.filter(s, s.a == 2).size() == 0',
    '!tests.suites.exists_one(s, s.a == 2)',
    'approval.decision != "eligible"',
  ]) {
    assert.equal(decisionOf(expression, evidence), 'hold', expression);
    for (const field of Object.keys(evidence.tests)) {
      const { [field]: _, ...tests } = evidence.tests as JsonObject;
      assert.equal(decisionOf(expression, { ...evidence, tests }), 'hold', `${expression} without ${field}`);
    }
    const suites = [{ a: 1 }, {}];
    assert.equal(
      decisionOf(expression, { ...evidence, tests: { ...evidence.tests, suites } }),
      'hold',
      expression,
    );
    assert.equal(decisionOf(expression, { ...evidence, approval: {} }), 'hold', expression);
  }
});
