/** What is counted while a report is read: the elements that are open, and what each holds so far. */
import type { CaseOutcome } from './outcome.ts';

/** Counts over test cases; `failures` and `errors` are cases, however many elements each has. */
export type Counts = { tests: number; failures: number; errors: number; skipped: number };

/** What a suite holds, read in each of the ways that reporters count. */
export type Held = Counts & {
  /** Elements that tell of a failure or an error, of which one case may have several. */
  failureElements: number;
  errorElements: number;
  /** Cases that are still to do and fail, as they may. */
  failingTodos: number;
  /** Errors that stand in a suite and belong to no case. */
  ownErrors: number;
  /** Suites in which something fails, at any depth. */
  failingSuites: number;
  /** The children alone, a suite counting as one. */
  children: { tests: number; failing: number; skipped: number };
};

export type Attributes = (name: string) => string | undefined;

export type SuiteFrame = {
  readonly is: 'suite';
  readonly path: readonly string[];
  readonly attributes: Attributes;
  readonly held: Held;
  /** Seconds of the children; undefined once one of them is unknown. */
  seconds: number | undefined;
};
export type CaseFrame = {
  readonly is: 'case';
  readonly attributes: Attributes;
  readonly outcome: CaseOutcome;
  /** The names of the suites that it stands in. */
  readonly path: readonly string[];
};
/** A failure, an error or a word on a skipped case: its text is looked at. Anything else: its text is not. */
export type TextFrame = { readonly is: 'text'; text(piece: string): void; close(): void };
export type OtherFrame = { readonly is: 'other' };
export type Frame = SuiteFrame | CaseFrame | TextFrame | OtherFrame;

export const noCounts = (): Counts => ({ tests: 0, failures: 0, errors: 0, skipped: 0 });

export const nothingHeld = (): Held => ({
  ...noCounts(),
  failureElements: 0,
  errorElements: 0,
  failingTodos: 0,
  ownErrors: 0,
  failingSuites: 0,
  children: { tests: 0, failing: 0, skipped: 0 },
});

/** Adds what a suite inside holds; to the children it is one, failing or skipped as any of its own is. */
export function addSuite(to: Held, inner: Held): void {
  to.tests += inner.tests;
  to.failures += inner.failures;
  to.errors += inner.errors;
  to.skipped += inner.skipped;
  to.failureElements += inner.failureElements;
  to.errorElements += inner.errorElements;
  to.failingTodos += inner.failingTodos;
  to.ownErrors += inner.ownErrors;
  to.children.tests += 1;
  const isFailing = inner.failures + inner.errors + inner.failingTodos > 0;
  to.failingSuites += inner.failingSuites + (isFailing ? 1 : 0);
  if (isFailing) to.children.failing += 1;
  if (inner.skipped > 0) to.children.skipped += 1;
}
