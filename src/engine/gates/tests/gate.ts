/** `tests`: a test run must have run something, and nothing of it may have failed. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { type Cause, defineGate, holdFor, missingCause, missingEvidence } from '../gate.ts';
import { examples } from './examples.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const tests = defineGate({
  kind: 'tests',
  summary: 'A test run must have run something, in time, with no more failures than allowed.',
  codes: {
    'timed-out': {
      says: 'The test run was cut off.',
      fix: 'Make the tests finish in time, then run them again',
    },
    'none-ran': {
      says: 'Fewer tests ran than the rule asks for; skipped ones do not count.',
      fix: 'Run the tests, and check that they are found',
    },
    failed: { says: 'More tests failed or broke than the rule allows.', fix: 'Make the tests pass' },
  },
  entries: { min_run: v.optional(v.pipe(whole, v.minValue(1))), max_failed: v.optional(whole) },
  examples,
  compile(spec, context) {
    context.needs('tests');
    const least = spec.min_run ?? 1;
    const most = spec.max_failed ?? 0;
    return (evidence) => {
      const report = evidence['tests'];
      if (!isObject(report)) return missingEvidence('tests', pointerTo('tests'));
      return holdFor(judge(report, least, most));
    };
  },
});

function judge(report: JsonObject, least: number, most: number): Cause[] {
  const causes: Cause[] = [];
  // A report is written by a run that ended; only a collector that cut it off says so.
  if ((report['timed_out'] ?? false) !== false)
    causes.push({
      code: 'timed-out',
      message: 'The test run was cut off',
      evidence: pointerTo('tests', 'timed_out'),
    });
  const { tests: all, failures, errors, skipped } = report;
  if (!isCount(all)) return [...causes, absent('tests')];
  if (!isCount(failures)) return [...causes, absent('failures')];
  if (!isCount(errors)) return [...causes, absent('errors')];
  if (!isCount(skipped)) return [...causes, absent('skipped')];
  const ran = all - skipped;
  const failed = failures + errors;
  if (failed > most)
    causes.push({
      code: 'failed',
      message: `${failed} of ${ran} tests failed, at most ${most} may`,
      evidence: pointerTo('tests', failures > 0 ? 'failures' : 'errors'),
    });
  if (ran < least)
    causes.push({
      code: 'none-ran',
      message: `${ran} tests ran, at least ${least} must`,
      evidence: pointerTo('tests', 'tests'),
    });
  return causes;
}

const isCount = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const absent = (field: string) => missingCause(`tests.${field}`, pointerTo('tests', field));
