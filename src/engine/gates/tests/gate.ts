/** `tests`: a test run must have run something, and nothing of it may have failed. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type JsonObject } from '../../json.ts';
import type { Evidence, Note } from '../../verdict.ts';
import {
  type Cause,
  type CompileContext,
  defineGate,
  holdFor,
  missingCause,
  missingEvidence,
  type Outcome,
} from '../gate.ts';
import { type TextsOrFrom, type TextsSource, textsOrFrom, textsSource } from '../spec.ts';
import { examples } from './examples.ts';
import { compileLimit, isCount, type Limit, limitSchema } from './limit.ts';
import { ASSERTIONS, failedOnPurpose, listedCases, mustFail, mustPass } from './named.ts';
import { disagreements, notCounted, stale } from './report.ts';

export const tests = defineGate({
  kind: 'tests',
  summary: 'A test run must have run something, in time, with no more failures than allowed.',
  codes: {
    'timed-out': {
      says: 'The test run was cut off.',
      fix: 'Make the tests finish in time, then run them again',
    },
    'not-counted': {
      says: 'A report that was asked for is missing, empty, cut off, or no report.',
      fix: 'Run the tests to their end, and check that the report is written where it is looked for',
    },
    disagreement: {
      says: 'A report declares other counts than its elements show.',
      fix: 'Find out what the reporter leaves out; if it is tests that it does not count, the rule can say allow_uncounted: true',
    },
    stale: {
      says: 'A report was there before the job, byte for byte: this run did not write it.',
      fix: 'Remove old reports, run the tests, and collect again',
    },
    failed: { says: 'More tests failed or broke than the rule allows.', fix: 'Make the tests pass' },
    flaky: {
      says: 'More tests than the rule allows passed only when they were run again.',
      fix: 'Find what is unstable in them',
    },
    'none-ran': {
      says: 'Fewer tests ran than the rule asks for; skipped ones do not count.',
      fix: 'Run the tests, and check that they are found',
    },
    'names-left-out': {
      says: 'The evidence does not list every test, so the tests that the rule names cannot be looked up.',
      fix: 'Collect fewer reports, such as only the one that holds the named tests',
    },
    'must-pass-absent': {
      says: 'A test that must pass is not among those that passed: it failed, was skipped, or is not there.',
      fix: 'Run the test, under the name that the rule has for it',
    },
    'must-fail-absent': {
      says: 'A test that must fail did not run.',
      fix: 'Run the test, under the name that the rule has for it',
    },
    'already-green': {
      says: 'A test that must fail passed: there is nothing to do, or the test does not see it.',
      fix: 'Write a test that fails until the work is done',
    },
    'wrong-failure': {
      says: 'A test that must fail broke before it could look at anything, or does not say how it failed.',
      fix: 'Make the test run as far as its assertion',
    },
  },
  details: `Counts come from the evidence: \`failed\` counts errors with the failures, and what was skipped did not run. A test that
passed only when it was run again has passed, with the note \`flaky\`; \`max_flaky\` makes it a reason.

\`must_pass\` and \`must_fail\` name tests: a case's name, \`CLASSNAME::NAME\`, \`SUITE > NAME\`, or a whole class, suite or file
(\`tests/test_total.py\` and \`tests/test_total.py::test_adds\` find what pytest reports). All that a name stands for must have
passed, or failed. What fails as \`must_fail\` asks is not counted as failed.

A failure is the right one when its error type is one of \`failing_with\`; unless given: ${ASSERTIONS.map((name) => `\`${name}\``).join(', ')}, with any
package before it. Go's failures have no type: say \`failing_with: [Failed]\` for them.

\`allow_uncounted\` is for reporters that leave tests out of their own totals (jest-junit does so with \`todo\`). A report that
declares more than it shows holds all the same. \`fresh: true\` compares reports with \`tree_before\`.`,
  entries: {
    min_run: v.optional(
      v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), limitSchema.options[1]], limitSchema.message),
    ),
    max_failed: v.optional(limitSchema),
    max_flaky: v.optional(limitSchema),
    must_pass: v.optional(textsOrFrom),
    must_fail: v.optional(textsOrFrom),
    failing_with: v.optional(v.array(v.string())),
    allow_uncounted: v.optional(v.boolean()),
    fresh: v.optional(v.boolean()),
  },
  examples,
  compile(spec, context) {
    context.needs('tests');
    const fresh = spec.fresh ?? false;
    if (fresh) context.needs('tree_before');
    const rule: Rule = {
      least: compileLimit(spec.min_run, ['min_run'], context) ?? (() => 1),
      most: compileLimit(spec.max_failed, ['max_failed'], context) ?? (() => 0),
      mostFlaky: compileLimit(spec.max_flaky, ['max_flaky'], context),
      mustPass: names('must_pass', spec.must_pass, context),
      mustFail: names('must_fail', spec.must_fail, context),
      types: new Set(spec.failing_with ?? ASSERTIONS),
      allowUncounted: spec.allow_uncounted ?? false,
      fresh,
    };
    if (spec.failing_with !== undefined && spec.must_fail === undefined)
      context.complain(['failing_with'], 'unused-field', 'failing_with means nothing without must_fail');
    return (evidence) => {
      const report = evidence['tests'];
      if (!isObject(report)) return missingEvidence('tests', pointerTo('tests'));
      return judge(report, evidence, rule);
    };
  },
});

type Rule = {
  readonly least: Limit;
  readonly most: Limit;
  readonly mostFlaky: Limit | undefined;
  readonly mustPass: TextsSource | undefined;
  readonly mustFail: TextsSource | undefined;
  readonly types: ReadonlySet<string>;
  readonly allowUncounted: boolean;
  readonly fresh: boolean;
};

function names(
  field: string,
  spec: TextsOrFrom | undefined,
  context: CompileContext,
): TextsSource | undefined {
  if (spec === undefined) return undefined;
  if (Array.isArray(spec) && spec.some((name) => name.trim() === ''))
    context.complain([field], 'blank-text', 'A blank name is no test');
  return textsSource(spec, [field], context);
}

function judge(report: JsonObject, evidence: Evidence, rule: Rule): Outcome {
  const own = disagreements(report, rule.allowUncounted);
  const named = judgeNamed(report, evidence, rule);
  const causes = [
    // A report is written by a run that ended; only a collector that cut it off says so.
    ...((report['timed_out'] ?? false) === false
      ? []
      : [told('timed-out', 'The test run was cut off', 'timed_out')]),
    ...notCounted(report),
    ...own.causes,
    ...(rule.fresh ? stale(report, evidence) : []),
    ...judgeCounts(report, evidence, rule, named.onPurpose),
    ...named.causes,
  ];
  return holdFor(causes, [...own.notes, ...notesOn(report)]);
}

function judgeCounts(report: JsonObject, evidence: Evidence, rule: Rule, onPurpose: number): Cause[] {
  const { tests: all, failures, errors, skipped } = report;
  if (!isCount(all)) return [absent('tests')];
  if (!isCount(failures)) return [absent('failures')];
  if (!isCount(errors)) return [absent('errors')];
  if (!isCount(skipped)) return [absent('skipped')];
  const ran = all - skipped;
  const failed = Math.max(0, failures + errors - onPurpose);
  const failedAt = failures > 0 ? 'failures' : 'errors';
  return [
    ...against(rule.most(evidence), (most) =>
      failed > most
        ? told('failed', `${failed} of ${testsOf(ran)} failed, at most ${most} may`, failedAt)
        : undefined,
    ),
    ...(rule.mostFlaky === undefined ? [] : judgeFlaky(report, rule.mostFlaky(evidence))),
    ...against(rule.least(evidence), (least) =>
      ran < least ? told('none-ran', `${testsOf(ran)} ran, at least ${least} must`, 'tests') : undefined,
    ),
  ];
}

function judgeFlaky(report: JsonObject, limit: number | Cause): Cause[] {
  const { flaky } = report;
  if (!isCount(flaky)) return [absent('flaky')];
  return against(limit, (most) =>
    flaky > most
      ? told('flaky', `${testsOf(flaky)} passed only when run again, at most ${most} may`, 'flaky')
      : undefined,
  );
}

/** A limit may itself be a cause: the evidence that it is taken from is not there. */
function against(limit: number | Cause, breach: (limit: number) => Cause | undefined): Cause[] {
  if (typeof limit !== 'number') return [limit];
  const cause = breach(limit);
  return cause === undefined ? [] : [cause];
}

/** The tests that the rule names, and how many failed as it asks. */
function judgeNamed(
  report: JsonObject,
  evidence: Evidence,
  { mustPass: passing, mustFail: failing, types }: Rule,
): { causes: readonly Cause[]; onPurpose: number } {
  const sources = [passing, failing].filter((source) => source !== undefined);
  if (sources.length === 0) return { causes: [], onPurpose: 0 };
  const missing = sources.filter((source) => source.read(evidence) === undefined);
  if (missing.length > 0)
    return {
      causes: missing.map((source) => missingCause(source.missing(evidence), source.missingAt(evidence))),
      onPurpose: 0,
    };
  const listed = listedCases(report);
  if ('cause' in listed) return { causes: [listed.cause], onPurpose: 0 };
  const { cases } = listed;
  const toFail = failing?.read(evidence) ?? [];
  return {
    causes: [...mustPass(passing?.read(evidence) ?? [], cases), ...mustFail(toFail, types, cases)],
    onPurpose: failedOnPurpose(toFail, cases),
  };
}

function notesOn(report: JsonObject): Note[] {
  const notes: Note[] = [];
  const { flaky, failing_todos: todos } = report;
  if (isCount(flaky) && flaky > 0)
    notes.push({ code: 'flaky', message: `${testsOf(flaky)} passed only when run again` });
  if (isCount(todos) && todos > 0)
    notes.push({
      code: 'failing-todo',
      message: `${testsOf(todos)} still to do failed, which does not count`,
    });
  return notes;
}

const told = (code: string, message: string, field: string): Cause => ({
  code,
  message,
  evidence: pointerTo('tests', field),
});
const testsOf = (count: number) => (count === 1 ? '1 test' : `${count} tests`);
const absent = (field: string) => missingCause(`tests.${field}`, pointerTo('tests', field));
