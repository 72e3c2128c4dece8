/** Examples of `tests`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = {};
const report = { tests: 3, failures: 0, errors: 0, skipped: 1 };

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
];
