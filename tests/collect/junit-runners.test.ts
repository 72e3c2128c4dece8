/** Reports that real test runners write during this run: counted right, failures named right, and what does not load never passes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { collectTests, type Tests } from '../../src/collect/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { judgeTests } from './judge-tests.ts';
import { temporaryFolder, write } from './temporary.ts';

const packagePath = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const python = process.env['HOLDPOINT_PYTHON'] ?? 'python3';

type Runner = {
  /** What is run in the folder; it writes report.xml there, or to standard output. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly toStdout?: boolean;
  /** A file of its tests: one of each kind that it has. */
  readonly tests: readonly [name: string, text: string];
  /** A file of tests that cannot be loaded. */
  readonly broken: readonly [name: string, text: string];
};

const JEST_TESTS = `
  test('adds', () => {});
  test('rounds', () => { expect(1).toBe(2); });
  test.skip('prints', () => {});
  describe('till', () => { test('opens', () => { throw new TypeError('q'); }); });
`;

const RUNNERS: Readonly<Record<string, Runner>> = {
  pytest: {
    argv: [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml=report.xml', '.'],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    tests: [
      'test_total.py',
      `import pytest
def adds(): pass
def test_adds(): pass
def test_rounds(): assert 1 == 2
@pytest.mark.skip
def test_prints(): pass
class TestTill:
    def test_opens(self): raise TypeError('q')
`,
    ],
    broken: ['test_total.py', 'import no_such_module_of_ours\ndef test_adds(): pass\n'],
  },
  'node:test': {
    argv: ['node', '--test', '--test-reporter=junit'],
    toStdout: true,
    tests: [
      'total.test.mjs',
      `import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
test('adds', () => {});
test('rounds', () => assert.equal(1, 2));
test('prints', { skip: true }, () => {});
describe('till', () => { test('opens', () => { throw new TypeError('q'); }); });
`,
    ],
    broken: ['total.test.mjs', "import './no-such-file.mjs';\n"],
  },
  vitest: {
    argv: [
      'node',
      packagePath('vitest/vitest.mjs'),
      'run',
      '--root',
      '.',
      '--reporter=junit',
      '--outputFile=report.xml',
    ],
    tests: ['total.test.mjs', `import { describe, expect, test } from 'vitest';${JEST_TESTS}`],
    broken: ['total.test.mjs', "import './no-such-file.mjs';\n"],
  },
  jest: {
    argv: [
      'node',
      packagePath('jest/bin/jest.js'),
      '--config={}',
      '--rootDir=.',
      '--watchman=false',
      '--cacheDirectory=cache',
      `--reporters=${packagePath('jest-junit')}`,
    ],
    env: { JEST_JUNIT_OUTPUT_FILE: 'report.xml' },
    tests: ['total.test.js', JEST_TESTS],
    broken: ['total.test.js', "require('./no-such-file');\n"],
  },
};

/** Runs the runner in a folder of its own and counts what it reported. */
async function run(runner: Runner, [name, text]: readonly [string, string], env = {}): Promise<Tests> {
  const folder = temporaryFolder();
  write(folder, { [name]: text });
  const [program = '', ...args] = runner.argv;
  const { PATH, HOME } = process.env;
  const result = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME, NO_COLOR: '1', CI: '1', ...runner.env, ...env } as Record<string, string>,
  });
  assert.equal(result.error, undefined);
  assert.notEqual(result.status, 0, 'the runner sees the failures too');
  if (runner.toStdout) write(folder, { 'report.xml': result.stdout });
  assert.ok(existsSync(join(folder, 'report.xml')), `${result.stdout}\n${result.stderr}`);
  return collectTests({ host: nodeHost() }, { folder, reports: ['report.xml'] });
}

for (const [title, runner] of Object.entries(RUNNERS)) {
  test(`the report of ${title} is counted, and says which tests failed with what`, async () => {
    const tests = await run(runner, runner.tests);
    assert.deepEqual([tests.tests, tests.failures, tests.errors, tests.skipped], [4, 2, 0, 1]);
    assert.deepEqual([tests.not_counted, tests.disagreements], [[], []]);
    assert.deepEqual(tests.cases.map(({ status, error_type: type }) => [status, type]).toSorted(), [
      ['failed', 'AssertionError'],
      ['failed', 'TypeError'],
      ['passed', undefined],
      ['skipped', undefined],
    ]);
    assert.ok(tests.duration_ms !== undefined && tests.duration_ms >= 0);
    const named = (word: string) => tests.cases.find(({ name }) => name.endsWith(word))?.name ?? word;
    assert.deepEqual(judgeTests(tests), ['failed']);
    assert.deepEqual(
      judgeTests(tests, { max_failed: 1, must_pass: [named('adds')], must_fail: [named('rounds')] }),
      [],
    );
    const wrong = [named('opens'), named('adds'), named('prints')];
    assert.deepEqual(judgeTests(tests, { max_failed: 9, must_fail: wrong }), [
      `wrong-failure:${wrong[0]}`,
      `already-green:${wrong[1]}`,
      `must-fail-absent:${wrong[2]}`,
    ]);
  });

  test(`a file that ${title} cannot load is no release, and no failure on purpose`, async () => {
    const tests = await run(runner, runner.broken);
    assert.notDeepEqual(judgeTests(tests), []);
    const reasons = judgeTests(tests, { max_failed: 9, must_fail: ['adds'] });
    assert.ok(
      reasons.length > 0 && !reasons.some((reason) => reason.startsWith('already-green')),
      String(reasons),
    );
  });
}

test('tests are found by the names that pytest has for them', async () => {
  const tests = await run(RUNNERS['pytest']!, RUNNERS['pytest']!.tests);
  const must_pass = ['test_adds', 'test_total.py::test_adds', 'test_total::test_adds'];
  const must_fail = ['test_total.py::test_rounds'];
  assert.deepEqual(judgeTests(tests, { max_failed: 1, must_pass, must_fail }), []);
  const must = ['test_total.py', 'test_total.py::TestTill::test_opens', 'test_total.py::test_prints'];
  assert.deepEqual(
    judgeTests(tests, { max_failed: 9, must_pass: must }),
    must.map((name) => `must-pass-absent:${name}`),
  );
});

test('pytest: what breaks in a fixture is an error, an expected failure is skipped', async () => {
  const tests = await run(RUNNERS['pytest']!, [
    'test_total.py',
    `import pytest
@pytest.fixture
def broken(): raise RuntimeError('x')
def test_setup(broken): pass
@pytest.mark.xfail
def test_expected(): assert 0
@pytest.mark.parametrize('coin', [1, 2])
def test_coin(coin): assert coin
`,
  ]);
  assert.deepEqual(
    tests.cases.map(({ name, status, error_type: type }) => [name, status, type]),
    [
      ['test_setup', 'error', 'RuntimeError'],
      ['test_expected', 'skipped', undefined],
      ['test_coin[1]', 'passed', undefined],
      ['test_coin[2]', 'passed', undefined],
    ],
  );
});

test('node:test: a failing todo is no failure, and suites count as their own children do', async () => {
  const tests = await run(RUNNERS['node:test']!, [
    'total.test.mjs',
    `import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
test('later', { todo: true }, () => assert.fail());
describe('outer', () => {
  test('a', () => {});
  describe('inner', () => { test('b', () => {}); test('c', () => assert.ok(false)); test.todo('d'); });
});
test('parent', async (t) => { await t.test('child', () => {}); });
`,
  ]);
  assert.deepEqual(
    tests.cases.map(({ suite, name, status }) => [suite, name, status]),
    [
      [undefined, 'later', 'todo'],
      ['outer', 'a', 'passed'],
      ['outer > inner', 'b', 'passed'],
      ['outer > inner', 'c', 'failed'],
      ['outer > inner', 'd', 'todo'],
      ['parent', 'child', 'passed'],
    ],
  );
  assert.deepEqual([tests.failing_todos, tests.disagreements], [1, []]);
  assert.deepEqual(judgeTests(tests, { must_fail: ['outer > inner > c'] }), []);
});

test('node:test: a test that fails after its subtests is no release, although no element may show it', async () => {
  const body = (last: string) =>
    [
      'total.test.mjs',
      `import { test } from 'node:test';
test('parent', async (t) => { await t.test('child', () => {${last}}); ${last === '' ? "throw new Error('late');" : ''} });
`,
    ] as const;
  const late = await run(RUNNERS['node:test']!, body(''));
  assert.notDeepEqual(judgeTests(late), []);
  // A test that only fails with its subtest is told by the subtest.
  const early = await run(RUNNERS['node:test']!, body("throw new Error('x');"));
  assert.deepEqual(early.disagreements, []);
  assert.deepEqual(judgeTests(early), ['failed']);
});

test('jest-junit: a test that is to do is in the report and not in its total, and that holds', async () => {
  const jest = RUNNERS['jest']!;
  const tests = await run(jest, ['total.test.js', `${JEST_TESTS}test.todo('returns change');`]);
  assert.deepEqual(judgeTests(tests, { max_failed: 2 }), ['disagreement:report.xml']);
  assert.deepEqual(judgeTests(tests, { max_failed: 2, allow_uncounted: true }), []);
  const told = await run(jest, jest.broken, { JEST_JUNIT_REPORT_TEST_SUITE_ERRORS: 'true' });
  assert.ok(judgeTests(told).includes('failed'));
});
