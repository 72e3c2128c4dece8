/** One verdict on one line (and one more for its first reason), for `history list`. */
import type { Decision } from '../engine/mod.ts';
import type { Paint } from '../report/format.ts';
import { printable } from '../report/text.ts';
import type { VerdictRow } from '../web/reader.ts';

const COLOR: Readonly<Record<Decision, 'green' | 'yellow' | 'red'>> = {
  release: 'green',
  split: 'yellow',
  hold: 'red',
};

export function listLine(row: VerdictRow, paint: Paint, columns: number): string {
  const { subject, recorded_at, decision, action, receipt, top_reasons, reason_count } = row;
  const about = [subject.repo, subject.ref ?? subject.commit?.slice(0, 12), subject.job]
    .filter((part) => part !== undefined)
    .map(printable);
  const first = top_reasons[0];
  const more = reason_count > 1 ? ` and ${reason_count - 1} more` : '';
  const why =
    first === undefined
      ? ''
      : `${first.code}${first.subject === undefined ? '' : `:${printable(first.subject)}`}${more}`;
  const head = `${receipt.slice(0, 12)}  ${recorded_at.slice(0, 19).replace('T', ' ')}  `;
  const lines = [
    `${paint.dim(head)}${paint[COLOR[decision]](decision.padEnd(7))}  ${action.padEnd(7)}  ${about.join(' · ')}`.trimEnd(),
  ];
  if (why !== '') lines.push(`    ${why}`.slice(0, columns));
  return `${lines.join('\n')}\n`;
}
