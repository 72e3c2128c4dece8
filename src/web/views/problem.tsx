/** What is shown in place of a page: not found, a question that cannot be read, a failure of ours. */
import { Text } from './text.tsx';

export type ProblemProps = { status: number; title: string; faults?: readonly string[]; advice: string };

export function Problem({ status, title, faults = [], advice }: ProblemProps) {
  return (
    <section class="problem" aria-labelledby="problem-title">
      <p class="problem-status quiet">{status}</p>
      <h1 id="problem-title">{title}</h1>
      {faults.length > 0 && (
        <ul class="faults">
          {faults.map((fault) => (
            <li>
              <Text of={fault} />
            </li>
          ))}
        </ul>
      )}
      <p>{advice}</p>
      <p class="actions">
        <a class="button" href="/">
          Overview
        </a>
        <a class="button" href="/verdicts">
          All verdicts
        </a>
      </p>
    </section>
  );
}
