/** How one test case ended, by what stands in its element: the worst of it, except what its runner excuses. */
import { errorType } from './error-type.ts';

export type Status = 'passed' | 'flaky' | 'failed' | 'error' | 'skipped' | 'todo';

export type CaseOutcome = {
  failureElements: number;
  errorElements: number;
  /** It failed first and passed when it was run again. */
  flaky: boolean;
  skipped: boolean;
  todo: boolean;
  errorType: string | undefined;
};

export const noOutcome = (): CaseOutcome => ({
  failureElements: 0,
  errorElements: 0,
  flaky: false,
  skipped: false,
  todo: false,
  errorType: undefined,
});

const KINDS: Readonly<Record<string, 'failure' | 'error' | 'skipped' | 'flaky'>> = {
  failure: 'failure',
  error: 'error',
  // These stand beside a failure; where one stands alone, the case has not passed either.
  rerunfailure: 'failure',
  rerunerror: 'error',
  flakyfailure: 'flaky',
  flakyerror: 'flaky',
  skipped: 'skipped',
  ignored: 'skipped',
  disabled: 'skipped',
};

/** Which of the elements that tell how a case ended this one is; names are in lower case, without their prefix. */
export const kindOf = (name: string) => (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined);

/** Takes one such element; what its text says of the error counts once it is closed. */
export function takeElement(
  outcome: CaseOutcome,
  name: string,
  attribute: (name: string) => string | undefined,
): { text(piece: string): void; close(): void } {
  const kind = kindOf(name);
  const type = attribute('type') ?? '';
  if (kind === 'flaky') outcome.flaky = true;
  if (kind === 'skipped') {
    outcome.skipped = true;
    outcome.todo ||= type === 'todo';
  }
  if (kind !== 'failure' && kind !== 'error') return { text: () => {}, close: () => {} };
  // A run that was tried again is still one failure, told several times.
  if (!name.startsWith('rerun') || outcome.failureElements + outcome.errorElements === 0) {
    if (kind === 'failure') outcome.failureElements += 1;
    else outcome.errorElements += 1;
  }
  let text = '';
  return {
    text(piece) {
      text += piece;
    },
    close() {
      outcome.errorType ??= errorType(type, attribute('message') ?? '', text);
    },
  };
}

const FAILED = /^(?:fail|failed|failure|broken)$/i;
const BROKE = /^(?:error|errored)$/i;
const DID_NOT_RUN = /^(?:notrun|not_run|not run|skip|skipped|suppressed|disabled|ignored|pending|todo)$/i;

/** The status of a case. Its attributes `status` and `result` can only make it worse. */
export function statusOf(outcome: CaseOutcome, attribute: (name: string) => string | undefined): Status {
  const { failureElements, errorElements, flaky, skipped, todo } = outcome;
  // Node's runner writes the failure of a test that is to do, and does not count it.
  if (todo) return 'todo';
  const words = [attribute('status') ?? '', attribute('result') ?? ''];
  if (errorElements > 0 || words.some((word) => BROKE.test(word))) return 'error';
  if (failureElements > 0 || words.some((word) => FAILED.test(word))) return 'failed';
  if (skipped || words.some((word) => DID_NOT_RUN.test(word))) return 'skipped';
  return flaky ? 'flaky' : 'passed';
}
