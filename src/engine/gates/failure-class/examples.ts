/** Examples of `failure-class`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const gate = {
  classes: {
    contract: { then: 'hold', label: 'fix-locally' },
    'needs-runtime': { then: 'release' },
  },
  vocabularies: {
    python: { contract: ['KeyError'], 'needs-runtime': ['ConnectionRefusedError'] },
    node: { 'needs-runtime': ['ECONNREFUSED'] },
  },
};
const digest = 'a'.repeat(64);
const run = (own: JsonObject): JsonObject => ({
  command: ['python', 'case.py'],
  exit_code: 1,
  error_type: 'ConnectionRefusedError',
  stderr_sha256: digest,
  timed_out: false,
  ...own,
});
const runs = (...each: readonly JsonObject[]) => ({ runs: each.map(run) });

export const examples: readonly Example[] = [
  {
    title: 'a service was missing both times, in whichever words',
    gate,
    evidence: runs({}, { error_type: 'ECONNREFUSED' }),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a stable class that is to be corrected here',
    gate,
    evidence: runs({ error_type: 'KeyError' }, { error_type: 'KeyError' }),
    decision: 'hold',
    reasons: ['class-holds:contract'],
  },
  {
    title: 'the class flips between the runs',
    gate,
    evidence: runs({ error_type: 'KeyError' }, {}),
    decision: 'hold',
    reasons: ['class-flip'],
  },
  {
    title: 'a word that is nearly one',
    gate,
    evidence: runs({ error_type: 'connectionRefusedError' }, { error_type: 'ConnectionRefusedError ' }),
    decision: 'hold',
    reasons: ['unknown-class:connectionRefusedError', 'unknown-class:ConnectionRefusedError '],
  },
  {
    title: 'two things failed in one run, both for want of a service',
    gate,
    evidence: runs({ error_type: 'ConnectionRefusedError, ECONNREFUSED' }, {}),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'two things of two classes failed in one run',
    gate,
    evidence: runs(
      { error_type: 'ConnectionRefusedError, KeyError' },
      { error_type: 'ConnectionRefusedError, KeyError' },
    ),
    decision: 'hold',
    reasons: ['unknown-class:ConnectionRefusedError, KeyError'],
  },
  {
    title: 'nothing names the error',
    gate,
    evidence: runs({ error_type: null }, { error_type: null }),
    decision: 'hold',
    reasons: ['unknown-class'],
  },
  { title: 'one run only', gate, evidence: runs({}), decision: 'hold', reasons: ['too-few-runs'] },
  {
    title: 'it failed, then it passed',
    gate,
    evidence: runs({}, { exit_code: 0 }),
    decision: 'hold',
    reasons: ['not-a-failure', 'class-flip'],
  },
  {
    title: 'it was cut off, then it failed',
    gate,
    evidence: runs({ timed_out: true, exit_code: null, error_type: null }, {}),
    decision: 'hold',
    reasons: ['timed-out', 'class-flip'],
  },
  {
    title: 'it wrote without end, both times',
    gate,
    evidence: runs(
      { overflowed: true, exit_code: null, error_type: null },
      { overflowed: true, exit_code: null, error_type: null },
    ),
    decision: 'hold',
    reasons: ['overflowed'],
  },
  {
    title: 'two commands are no two runs of one',
    gate,
    evidence: runs({}, { command: ['python', 'other.py'] }),
    decision: 'hold',
    reasons: ['not-comparable:command'],
  },
  {
    title: 'the second run had other tests',
    gate: { ...gate, same: ['tests_sha256'] },
    evidence: runs({ tests_sha256: digest }, { tests_sha256: 'b'.repeat(64) }),
    decision: 'hold',
    reasons: ['not-comparable:tests_sha256'],
  },
  {
    title: 'nobody says how it ended',
    gate,
    evidence: runs({ exit_code: null }, {}),
    decision: 'hold',
    reasons: ['missing-evidence:runs.0.exit_code', 'class-flip'],
  },
];
