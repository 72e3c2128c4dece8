/** `pretty`: for a person at a terminal. The decision first, then what to fix, then where it comes from. */
import { type Decision, isObject, type Verdict } from '../engine/mod.ts';
import type { Format, FormatOptions } from './format.ts';
import { countReasons, reasonBlocks } from './pretty-reasons.ts';
import { printable, wrap } from './text.ts';

const MARK: Readonly<Record<Decision, string>> = { release: '✔', split: '◐', hold: '✖' };
const COLOR: Readonly<Record<Decision, 'green' | 'yellow' | 'red'>> = {
  release: 'green',
  split: 'yellow',
  hold: 'red',
};

export const pretty: Format = {
  name: 'pretty',
  render(verdict, options) {
    const blocks = [
      headline(verdict, options),
      ...reasonBlocks(verdict, options),
      policyLines(verdict, options),
      notes(verdict, options),
      moves(verdict, options),
      options.paint.dim(`  receipt ${verdict.receipt_sha256}`).concat('\n'),
    ];
    return blocks.filter((block) => block !== '').join('\n');
  },
};

function headline(verdict: Verdict, { columns, paint }: FormatOptions): string {
  const { decision, action, subject } = verdict;
  const word = paint.bold(paint[COLOR[decision]](`${MARK[decision]} ${decision.toUpperCase()}`));
  const about = [subject.repo, subject.ref ?? subject.commit?.slice(0, 12), subject.job].filter(
    (part) => part !== undefined,
  );
  const count = countReasons(verdict);
  const tail = [...(count > 1 ? [`${count} reasons`] : []), ...about.map(printable)].join(' · ');
  if (tail === '') return `${word} ${action}\n`;
  const fits = decision.length + action.length + tail.length + 5 <= columns;
  if (fits) return `${word} ${action}${paint.dim(`  ${tail}`)}\n`;
  return [`${word} ${action}`, ...wrap(tail, columns, '  ', '  ').map(paint.dim), ''].join('\n');
}

function policyLines(verdict: Verdict, { paint }: FormatOptions): string {
  const width = Math.max(0, ...verdict.policies.map((policy) => policy.policy.length));
  return verdict.policies
    .map(({ policy, decision, label }) => {
      const word = label === decision ? '' : ` (${printable(label)})`;
      return `  ${paint[COLOR[decision]](MARK[decision])} ${policy.padEnd(width)}  ${decision}${word}\n`;
    })
    .join('');
}

function notes(verdict: Verdict, { columns, paint }: FormatOptions): string {
  const all = verdict.policies.flatMap((policy) =>
    policy.gates.flatMap((gate) =>
      gate.notes.map((note) => ({ note, where: `${policy.policy}/${gate.gate}` })),
    ),
  );
  return all
    .flatMap(({ note, where }) =>
      wrap(printable(note.message), columns, '  Note: ', '        ').concat(paint.dim(`        ${where}`)),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function moves(verdict: Verdict, { columns }: FormatOptions): string {
  if (verdict.decision !== 'split') return '';
  const lists = verdict.policies.flatMap(({ output }) =>
    isObject(output?.['moves']) ? [Object.keys(output['moves'])] : [],
  );
  // Every policy has to let a field go.
  const names = lists.reduce((some, others) => some.filter((name) => others.includes(name)), lists[0] ?? []);
  if (lists.length === 0) return '';
  if (names.length === 0) return '  Nothing may move: no field is let go by every policy\n';
  return `${wrap(`Only these may move: ${names.map(printable).join(', ')}`, columns, '  ', '  ').join('\n')}\n`;
}
