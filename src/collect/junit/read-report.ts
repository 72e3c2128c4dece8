/** Reads one report: XML events in, cases and totals out. Knows the shapes of reports, not where they come from. */
import { SaxesParser } from 'saxes';
import { differences, type Field } from './declared.ts';
import { ReportFault } from './fault.ts';
import {
  type Attributes,
  addSuite,
  type CaseFrame,
  type Counts,
  type Frame,
  type Held,
  nothingHeld,
  type SuiteFrame,
} from './frame.ts';
import { nodeTotals } from './node-totals.ts';
import { secondsIn } from './numbers.ts';
import { kindOf, noOutcome, type Status, statusOf, takeElement } from './outcome.ts';

/** A case as the report has it: names in full, which are for the caller to bound. */
export type ReadCase = {
  readonly name: string;
  readonly classname: string | undefined;
  readonly file: string | undefined;
  readonly suite: readonly string[];
  readonly status: Status;
  readonly errorType: string | undefined;
  /** It is to do, and failed as it may. */
  readonly failingTodo: boolean;
};
export type ReadSuite = Counts & { readonly suite: readonly string[] };
export type ReadDifference = {
  readonly suite: readonly string[];
  readonly field: Field;
  readonly declared: number | null;
  readonly counted: number;
};
export type Reading = {
  testCase(one: ReadCase): void;
  suite(one: ReadSuite): void;
  difference(one: ReadDifference): void;
};
export type ReadReport = {
  write(text: string): void;
  close(): { counts: Counts; seconds: number | undefined };
};

/** Elements in one another; no reporter nests as deep. */
const MAX_DEPTH = 200;
const MAX_SUITE_NAME = 2000;

/** Starts on a report. Writing throws ReportFault for what is not well-formed XML or not a report; closing, for one that is cut off. */
export function startReport(reading: Reading): ReadReport {
  // Places would be wrong, because the sieve leaves text out.
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const frames: Frame[] = [];
  let whole: SuiteFrame | undefined;
  let isEmpty = true;
  const totals = nodeTotals();
  parser.ENTITIES = { __proto__: null, lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as never;

  parser.on('error', (error) => {
    throw new ReportFault(`it is not well-formed XML: ${error.message.replace(/\.$/, '')}`);
  });
  parser.on('opentag', ({ name: written, attributes }) => {
    if (frames.length >= MAX_DEPTH) throw new ReportFault(`its elements are nested deeper than ${MAX_DEPTH}`);
    const name = localName(written);
    const frame = opened(name, attributesOf(attributes), frames, reading);
    if (frames.length === 0 && frame.is !== 'suite')
      throw new ReportFault(`it is no JUnit report: it begins with <${name.slice(0, 40)}>`);
    if (frames.length === 0 && frame.is === 'suite') whole = frame;
    frames.push(frame);
  });
  parser.on('closetag', () => {
    const frame = frames.pop();
    const parent = frames.at(-1);
    if (frame?.is === 'text') frame.close();
    if (frame?.is === 'case') closeCase(frame, nearestSuite(frames), reading);
    if (frame?.is === 'suite') closeSuite(frame, parent?.is === 'suite' ? parent : undefined, reading);
  });
  const text = (piece: string) => {
    const frame = frames.at(-1);
    if (frame?.is === 'text') frame.text(piece);
  };
  parser.on('text', text);
  parser.on('comment', (comment) => totals.take(comment));
  parser.on('cdata', text);

  return {
    write(piece) {
      isEmpty &&= piece.trim() === '';
      parser.write(piece);
    },
    close() {
      if (isEmpty) throw new ReportFault('it is empty');
      if (frames.length > 0) throw new ReportFault('it is cut off');
      parser.close();
      const held = whole?.held ?? nothingHeld();
      const difference = totals.difference(held);
      if (difference !== undefined) reading.difference({ suite: [], ...difference });
      const { tests, failures, errors, skipped } = held;
      return { counts: { tests, failures, errors, skipped }, seconds: whole?.seconds };
    },
  };
}

/** Without its prefix, and in lower case: no reporter means anything else by it. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

function attributesOf(written: Readonly<Record<string, string>>): Attributes {
  const byName = new Map(Object.entries(written).map(([name, value]) => [localName(name), value]));
  return (name) => byName.get(name);
}

function opened(name: string, attributes: Attributes, frames: readonly Frame[], reading: Reading): Frame {
  const parent = frames.at(-1);
  const suite = nearestSuite(frames);
  if (name === 'testsuites' || name === 'testsuite') {
    // A path of many long names would be carried by every case in it.
    const own = (attributes('name') ?? '').slice(0, MAX_SUITE_NAME);
    const above = suite?.path ?? [];
    // The outermost element names the run, not a suite.
    const path = own === '' || name === 'testsuites' ? above : [...above, own];
    return { is: 'suite', path, attributes, held: nothingHeld(), seconds: 0 };
  }
  if (suite === undefined) return { is: 'other' };
  if (name === 'testcase') return { is: 'case', attributes, outcome: noOutcome(), path: suite.path };
  const kind = kindOf(name);
  if (kind !== undefined && parent?.is === 'case')
    return { is: 'text', ...takeElement(parent.outcome, name, attributes) };
  if (parent?.is === 'suite' && (kind === 'failure' || kind === 'error'))
    return ownError(name, attributes, parent, reading);
  return { is: 'other' };
}

/** An error that stands in a suite itself: nothing of it may be lost, so it counts as a case without a name. */
function ownError(name: string, attributes: Attributes, suite: SuiteFrame, reading: Reading): Frame {
  const outcome = noOutcome();
  const element = takeElement(outcome, name, attributes);
  return {
    is: 'text',
    text: element.text,
    close() {
      element.close();
      suite.held.ownErrors += 1;
      countCase(suite.held, 'error', outcome.failureElements, outcome.errorElements, false);
      const { errorType } = outcome;
      const none = { name: '', classname: undefined, file: undefined, failingTodo: false };
      reading.testCase({ ...none, suite: suite.path, status: 'error', errorType });
    },
  };
}

function closeCase(
  { attributes, outcome, path }: CaseFrame,
  suite: SuiteFrame | undefined,
  reading: Reading,
): void {
  if (suite === undefined) return;
  const status = statusOf(outcome, attributes);
  const failingTodo = status === 'todo' && outcome.failureElements + outcome.errorElements > 0;
  countCase(suite.held, status, outcome.failureElements, outcome.errorElements, failingTodo);
  suite.seconds = added(suite.seconds, secondsIn(attributes('time')));
  reading.testCase({
    name: attributes('name') ?? '',
    classname: attributes('classname') ?? attributes('class'),
    file: attributes('file'),
    suite: path,
    status,
    errorType: outcome.errorType,
    failingTodo,
  });
}

function countCase(held: Held, status: Status, failures: number, errors: number, failingTodo: boolean): void {
  const isSkipped = status === 'skipped' || status === 'todo';
  held.tests += 1;
  held.children.tests += 1;
  if (status === 'failed') held.failures += 1;
  if (status === 'error') held.errors += 1;
  if (isSkipped) held.skipped += 1;
  if (isSkipped) held.children.skipped += 1;
  if (failingTodo) held.failingTodos += 1;
  if (status === 'failed' || status === 'error' || failingTodo) held.children.failing += 1;
  held.failureElements += failures;
  held.errorElements += errors;
}

function closeSuite(frame: SuiteFrame, parent: SuiteFrame | undefined, reading: Reading): void {
  const { attributes, held, path } = frame;
  const own = secondsIn(attributes('time'));
  // What the suite says of its whole time comes before what its parts say: they may run beside each other.
  if (own !== undefined) frame.seconds = own ?? undefined;
  else if (held.children.tests === 0) frame.seconds = undefined;
  for (const one of differences(attributes, held)) reading.difference({ suite: path, ...one });
  const { tests, failures, errors, skipped } = held;
  if (path.length > 0) reading.suite({ suite: path, tests, failures, errors, skipped });
  if (parent === undefined) return;
  addSuite(parent.held, held);
  parent.seconds = added(parent.seconds, frame.seconds);
}

const added = (sum: number | undefined, seconds: number | null | undefined) =>
  sum === undefined || seconds === undefined || seconds === null ? undefined : sum + seconds;

function nearestSuite(frames: readonly Frame[]): SuiteFrame | undefined {
  for (let at = frames.length - 1; at >= 0; at -= 1) {
    const frame = frames[at]!;
    if (frame.is === 'suite') return frame;
  }
  return undefined;
}
