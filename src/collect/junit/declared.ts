/** Compares what a suite says of itself, in its attributes, with what its elements show. */
import type { Attributes, Held } from './frame.ts';
import { countIn } from './numbers.ts';

export type Field = 'tests' | 'failures' | 'errors' | 'skipped';
/** `declared` is null for what is no number. */
export type Difference = {
  readonly field: Field;
  readonly declared: number | null;
  readonly counted: number;
};

/**
 * Where a suite declares what no honest way of counting gives. Reporters count everything below or the children alone, cases
 * or elements, errors apart or among the failures, and some count what is still to do: each of these is taken.
 */
export function differences(attributes: Attributes, held: Held): Difference[] {
  const { tests, failures, errors, skipped, children } = held;
  const declared = (name: string) => countIn(attributes(name));
  const failed = failures + errors;
  const elements = held.failureElements + held.errorElements;
  const together = [
    failed,
    elements,
    failed + held.failingTodos,
    failed - held.ownErrors,
    elements - held.ownErrors,
    children.failing,
  ];
  const off = (field: Field, said: number | null | undefined, counted: number, right: readonly number[]) =>
    said === undefined || (said !== null && right.includes(said)) ? [] : [{ field, declared: said, counted }];
  const [saidFailures, saidErrors] = [declared('failures'), declared('errors')];
  const bothFailed = sum(saidFailures, saidErrors);
  const both = saidFailures !== undefined && saidErrors !== undefined;
  return [
    ...off('tests', declared('tests'), tests, [tests, tests - held.ownErrors, children.tests]),
    ...(both
      ? off('failures', bothFailed, failed, together)
      : [
          ...off('failures', saidFailures, failures, [failures, held.failureElements, ...together]),
          ...off('errors', saidErrors, errors, [errors, held.errorElements]),
        ]),
    // Node's runner counts a failing suite among the skipped children as well.
    ...off('skipped', sum(declared('skipped'), declared('disabled')), skipped, [
      skipped,
      children.skipped,
      children.skipped + children.failing,
    ]),
  ];
}

/** Undefined when neither is there, null when one is no number. */
function sum(a: number | null | undefined, b: number | null | undefined): number | null | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a === null || b === null ? null : a + b;
}
