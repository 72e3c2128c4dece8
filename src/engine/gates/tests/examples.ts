/** Examples of `tests`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const gate = {};
const report = { tests: 3, failures: 0, errors: 0, skipped: 1 };
const digest = 'a'.repeat(64);

const passed = { name: 'adds', classname: 'tests.test_total', status: 'passed' };
const failed = {
  name: 'rounds',
  classname: 'tests.test_total',
  status: 'failed',
  error_type: 'AssertionError',
};
const listed = (...cases: readonly JsonObject[]) => {
  const count = (status: string) => cases.filter((one) => one['status'] === status).length;
  const [failures, errors, skipped] = ['failed', 'error', 'skipped'].map(count);
  return { tests: { tests: cases.length, failures, errors, skipped, cases } as JsonObject };
};
const onPurpose = { must_fail: ['tests/test_total.py::rounds'] };
const disagreeing = (own: JsonObject) => ({
  tests: {
    ...report,
    disagreements: [{ source: 'unit.xml', suite: 'a', field: 'tests', declared: 3, counted: 2, ...own }],
  },
});

export const examples: readonly Example[] = [
  { title: 'green', gate, evidence: { tests: report }, decision: 'release', reasons: [] },
  {
    title: 'an error counts as a failure',
    gate,
    evidence: { tests: { ...report, errors: 1 } },
    decision: 'hold',
    reasons: ['failed'],
  },
  {
    title: 'every test was skipped',
    gate,
    evidence: { tests: { ...report, skipped: 3 } },
    decision: 'hold',
    reasons: ['none-ran'],
  },
  {
    title: 'cut off',
    gate,
    evidence: { tests: { ...report, timed_out: true } },
    decision: 'hold',
    reasons: ['timed-out'],
  },
  {
    title: 'a report without its failures',
    gate,
    evidence: { tests: { tests: 3, errors: 0, skipped: 0 } },
    decision: 'hold',
    reasons: ['missing-evidence:tests.failures'],
  },
  {
    title: 'one of two reports is cut off',
    gate,
    evidence: { tests: { ...report, not_counted: [{ path: 'e2e.xml', why: 'it is cut off' }] } },
    decision: 'hold',
    reasons: ['not-counted:e2e.xml'],
  },
  {
    title: 'a report claims more tests than it shows',
    gate: { allow_uncounted: true },
    evidence: disagreeing({}),
    decision: 'hold',
    reasons: ['disagreement:unit.xml'],
  },
  {
    title: 'a report leaves a test out of its own total, and the rule knows that',
    gate: { allow_uncounted: true },
    evidence: disagreeing({ declared: 1 }),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'an old report',
    gate: { fresh: true },
    evidence: {
      tests: { ...report, sources: [{ path: 'unit.xml', sha256: digest }] },
      tree_before: { root: '.', files: { 'reports/unit.xml': { sha256: digest, size: 9 } } },
    },
    decision: 'hold',
    reasons: ['stale:unit.xml'],
  },
  {
    title: 'a report of this run',
    gate: { fresh: true },
    evidence: {
      tests: { ...report, sources: [{ path: 'unit.xml', sha256: 'b'.repeat(64) }] },
      tree_before: { root: '.', files: { 'reports/unit.xml': { sha256: digest, size: 9 } } },
    },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'one passed at the second try',
    gate: { max_flaky: 0 },
    evidence: { tests: { ...report, flaky: 1 } },
    decision: 'hold',
    reasons: ['flaky'],
  },
  {
    title: 'the tests that count have passed',
    gate: { must_pass: ['adds', 'tests/test_total.py'] },
    evidence: listed(passed),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a contract says what must pass, and how many',
    gate: { min_run: { from: 'done.min_tests' }, must_pass: { from: 'done.must_pass' } },
    evidence: { ...listed(passed), done: { min_tests: 2, must_pass: ['tests/test_total.py'] } },
    decision: 'hold',
    reasons: ['none-ran'],
  },
  {
    title: 'one was skipped, another has a new name',
    gate: { must_pass: ['adds', 'rounds'] },
    evidence: listed({ ...passed, status: 'skipped' }, { ...passed, name: 'rounds up' }),
    decision: 'hold',
    reasons: ['must-pass-absent:adds', 'must-pass-absent:rounds'],
  },
  {
    title: 'more tests than the evidence lists',
    gate: { must_pass: ['adds'] },
    evidence: { tests: { ...report, cases: [passed] } },
    decision: 'hold',
    reasons: ['names-left-out'],
  },
  {
    title: 'red before the job, as it must be',
    gate: onPurpose,
    evidence: listed(passed, failed),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'green before the job',
    gate: onPurpose,
    evidence: listed(passed, { ...failed, status: 'passed' }),
    decision: 'hold',
    reasons: ['already-green:tests/test_total.py::rounds'],
  },
  {
    title: 'the file could not be loaded',
    gate: onPurpose,
    evidence: listed(passed, { name: 'tests.test_total', status: 'error', error_type: 'ImportError' }),
    decision: 'hold',
    reasons: ['failed', 'wrong-failure:tests/test_total.py::rounds'],
  },
  {
    title: 'nobody ran it',
    gate: onPurpose,
    evidence: listed(passed),
    decision: 'hold',
    reasons: ['must-fail-absent:tests/test_total.py::rounds'],
  },
];
