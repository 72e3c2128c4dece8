/**
 * The totals that Node's runner writes as comments at the end. Its elements do not show when a test fails after its subtests
 * have passed; its totals do.
 */
import type { Difference } from './declared.ts';
import type { Held } from './frame.ts';

const TOTAL = /^ (fail|cancelled) (\d{1,9}) $/;

/** Takes the comments of a report, and says at its end where they claim failures that no element shows. */
export function nodeTotals(): {
  take(comment: string): void;
  difference(held: Held): Difference | undefined;
} {
  const totals = { fail: 0, cancelled: 0 };
  return {
    take(comment) {
      const [, name, number] = TOTAL.exec(comment) ?? [];
      // A test may write such a line itself: it cannot lower what the runner says.
      if (name === 'fail' || name === 'cancelled') totals[name] = Math.max(totals[name], Number(number));
    },
    difference({ failures, errors, failingSuites }) {
      const declared = totals.fail + totals.cancelled;
      const counted = failures + errors;
      // A test fails with its subtests, and counts as well.
      const most = counted === 0 ? 0 : counted + failingSuites;
      return declared > most ? { field: 'failures', declared, counted } : undefined;
    },
  };
}
