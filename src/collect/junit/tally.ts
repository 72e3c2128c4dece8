/** Adds up the reports: totals, and as many names as evidence can carry. A report counts as a whole or not at all. */
import type { Field } from './declared.ts';
import { type Counts, noCounts } from './frame.ts';
import type { Status } from './outcome.ts';
import type { ReadCase, Reading } from './read-report.ts';
import { boundedName } from './words.ts';

export type TestCase = {
  readonly name: string;
  readonly classname?: string;
  readonly suite?: string;
  readonly file?: string;
  readonly status: Status;
  readonly error_type?: string;
};
export type TestSuite = Counts & { readonly source: string; readonly name: string };
export type TestDifference = {
  readonly source: string;
  readonly suite: string;
  readonly field: Field;
  /** Null: what is declared is no number. */
  readonly declared: number | null;
  readonly counted: number;
};

export type Totals = Counts & {
  readonly flaky: number;
  readonly failing_todos: number;
  readonly duration_ms?: number;
  readonly suites: readonly TestSuite[];
  readonly cases: readonly TestCase[];
  readonly cases_left_out: number;
  readonly disagreements: readonly TestDifference[];
};
/** One report on its way: `keep` adds what it brought, once it was read to its end. */
export type Part = Reading & { keep(seconds: number | undefined): void };
export type Tally = { start(source: string): Part; total(): Totals };

const MAX_CASES = 20_000;
const MAX_SUITES = 1000;
const MAX_DIFFERENCES = 100;

type Kept = { readonly suites: TestSuite[]; readonly failing: Placed[]; readonly others: Placed[] };
/** With its place among all, so that those which are carried stay in order. */
type Placed = { readonly at: number; readonly one: TestCase };

export function startTally(sha256: (text: string) => string): Tally {
  const name = (text: string) => boundedName(text, sha256);
  const suiteNames = new WeakMap<readonly string[], string>();
  const suiteName = (path: readonly string[]) => {
    const known = suiteNames.get(path) ?? name(path.join(' > '));
    suiteNames.set(path, known);
    return known;
  };
  const counts = { ...noCounts(), flaky: 0, failing_todos: 0 };
  const all: Kept = { suites: [], failing: [], others: [] };
  const disagreements = { more: [] as TestDifference[], fewer: [] as TestDifference[] };
  let milliseconds: number | undefined = 0;
  let reports = 0;

  return {
    start(source) {
      const mine = { ...noCounts(), flaky: 0, failing_todos: 0 };
      const kept: Kept = { suites: [], failing: [], others: [] };
      const own = { more: [] as TestDifference[], fewer: [] as TestDifference[] };
      return {
        testCase(one) {
          const { status } = one;
          const list = status === 'failed' || status === 'error' ? kept.failing : kept.others;
          if (list.length < MAX_CASES)
            list.push({ at: counts.tests + mine.tests, one: carried(one, name, suiteName) });
          mine.tests += 1;
          if (status === 'failed') mine.failures += 1;
          if (status === 'error') mine.errors += 1;
          if (status === 'skipped' || status === 'todo') mine.skipped += 1;
          if (status === 'flaky') mine.flaky += 1;
          if (one.failingTodo) mine.failing_todos += 1;
        },
        suite({ suite, ...held }) {
          if (kept.suites.length < MAX_SUITES) kept.suites.push({ source, name: suiteName(suite), ...held });
        },
        difference({ suite, ...difference }) {
          const { declared, counted } = difference;
          const list = declared === null || declared > counted ? own.more : own.fewer;
          if (list.length < MAX_DIFFERENCES) list.push({ source, suite: suiteName(suite), ...difference });
        },
        keep(seconds) {
          for (const field of Object.keys(mine) as (keyof typeof mine)[]) counts[field] += mine[field];
          reports += 1;
          append(all.suites, kept.suites, MAX_SUITES);
          append(all.failing, kept.failing, MAX_CASES);
          append(all.others, kept.others, MAX_CASES);
          append(disagreements.more, own.more, MAX_DIFFERENCES);
          append(disagreements.fewer, own.fewer, MAX_DIFFERENCES);
          milliseconds =
            seconds === undefined || milliseconds === undefined ? undefined : milliseconds + seconds * 1000;
        },
      };
    },
    total() {
      const room = Math.max(0, MAX_CASES - all.failing.length);
      const cases = [...all.failing, ...all.others.slice(0, room)].sort((a, b) => a.at - b.at);
      return {
        ...counts,
        ...(milliseconds === undefined || reports === 0 ? {} : { duration_ms: Math.round(milliseconds) }),
        suites: all.suites,
        cases: cases.map(({ one }) => one),
        cases_left_out: counts.tests - cases.length,
        disagreements: [...disagreements.more, ...disagreements.fewer].slice(0, MAX_DIFFERENCES),
      };
    },
  };
}

function append<T>(to: T[], more: readonly T[], most: number): void {
  for (const one of more.slice(0, most - to.length)) to.push(one);
}

function carried(
  one: ReadCase,
  name: (text: string) => string,
  suiteName: (path: readonly string[]) => string,
): TestCase {
  const { classname, file, suite, status, errorType } = one;
  return {
    name: name(one.name),
    ...(classname === undefined ? {} : { classname: name(classname) }),
    ...(suite.length === 0 ? {} : { suite: suiteName(suite) }),
    ...(file === undefined ? {} : { file: name(file) }),
    status,
    ...(errorType === undefined ? {} : { error_type: errorType }),
  };
}
