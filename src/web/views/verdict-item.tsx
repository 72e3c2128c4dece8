/** One verdict in a list: the same row on the overview, in the list, on a policy's page and in the live feed. */
import type { Subject } from '../../engine/mod.ts';
import type { ReasonSummary, VerdictRow } from '../reader.ts';
import { shortDigest, shorten } from '../text.ts';
import { Badge } from './decision.tsx';
import { Code, plural, Text, Time } from './text.tsx';

/** The parts of a subject in reading order; a commit is cut to ten digits. */
export function subjectParts(subject: Subject): readonly { name: string; value: string }[] {
  const order = ['repo', 'ref', 'commit', 'job', 'actor'] as const;
  return order.flatMap((name) => {
    const value = subject[name];
    if (value === undefined) return [];
    return [{ name, value: shorten(name === 'commit' ? value.slice(0, 10) : value, 80) }];
  });
}

function SubjectLine({ subject }: { subject: Subject }) {
  const parts = subjectParts(subject);
  if (parts.length === 0) return <span class="quiet">no subject given</span>;
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index > 0 && <span class="dot"> · </span>}
          <span class={part.name === 'repo' ? 'part repo' : 'part quiet'}>
            {part.name === 'job' || part.name === 'actor' ? `${part.name} ` : ''}
            <Text of={part.value} />
          </span>
        </>
      ))}
    </>
  );
}

function ReasonLine({ reason }: { reason: ReasonSummary }) {
  return (
    <li>
      <Code of={reason.code} word />
      {reason.subject !== undefined && (
        <>
          {' '}
          <span class="subject">
            <Text of={shorten(reason.subject, 120)} />
          </span>
        </>
      )}
      {reason.policy !== '' && (
        <span class="quiet">
          {' '}
          in <Text of={reason.policy} />
        </span>
      )}
    </li>
  );
}

export function VerdictItem({ row, fresh = false }: { row: VerdictRow; fresh?: boolean }) {
  const more = row.reason_count - row.top_reasons.length;
  return (
    <li class={fresh ? 'verdict-item fresh' : 'verdict-item'} data-seq={row.seq}>
      <div class="verdict-item-badge">
        <Badge decision={row.decision} />
      </div>
      <div class="verdict-item-main">
        <p class="verdict-item-title">
          <a class="row-link" href={`/verdicts/${row.receipt}`}>
            <Text of={row.action} /> <code class="digest">{shortDigest(row.receipt)}</code>
          </a>{' '}
          <SubjectLine subject={row.subject} />
        </p>
        {row.top_reasons.length > 0 && (
          <ul class="verdict-item-reasons">
            {row.top_reasons.map((reason) => (
              <ReasonLine reason={reason} />
            ))}
            {more > 0 && <li class="quiet">and {plural(more, 'more reason', 'more reasons')}</li>}
          </ul>
        )}
      </div>
      <p class="verdict-item-when quiet">
        <Time at={row.recorded_at} />
        {row.sightings > 1 && <span class="seen">seen {plural(row.sightings, 'time')}</span>}
      </p>
    </li>
  );
}

export function VerdictList({ rows, label }: { rows: readonly VerdictRow[]; label: string }) {
  return (
    <ol class="verdict-items" aria-label={label}>
      {rows.map((row) => (
        <VerdictItem row={row} />
      ))}
    </ol>
  );
}
