/** A decision as a badge: a word, a shape and a colour, so that none of the three has to be seen. */
import type { Decision } from '../../engine/mod.ts';
import { Text } from './text.tsx';

/** How pages speak of verdicts with a decision. */
export const PAST: Readonly<Record<Decision, string>> = { hold: 'Held', split: 'Split', release: 'Released' };
/** Worst first: the order in which counts, charts and tables stand. */
export const WORST_FIRST = ['hold', 'split', 'release'] as const satisfies readonly Decision[];

/** Stop sign, halved diamond, tick in a circle; decoration beside the word. */
export function Shape({ decision }: { decision: Decision }) {
  return (
    <svg class="shape" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {decision === 'hold' && (
        <path
          fill="currentColor"
          fill-rule="evenodd"
          d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1zM5.4 4.5v7h1.9v-7zm3.3 0v7h1.9v-7z"
        />
      )}
      {decision === 'split' && (
        <path fill="currentColor" fill-rule="evenodd" d="M8 .6 15.4 8 8 15.4.6 8zM8 3.2v9.6L12.8 8z" />
      )}
      {decision === 'release' && (
        <path
          fill="currentColor"
          fill-rule="evenodd"
          d="M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8zm3.2 3.9L6.9 9 4.8 6.9 3.5 8.2l3.4 3.4 5.6-5.6z"
        />
      )}
    </svg>
  );
}

/** `label` is a policy's own word; the decision itself stands in front of it when they differ. */
export function Badge({ decision, label }: { decision: Decision; label?: string }) {
  return (
    <span class={`badge ${decision}`}>
      <Shape decision={decision} />
      <span>
        {decision}
        {label !== undefined && label !== decision && (
          <span class="label">
            {' '}
            <Text of={label} />
          </span>
        )}
      </span>
    </span>
  );
}
