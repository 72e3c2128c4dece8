/** `pretty`: for a person at a terminal. The decision first, then what to fix, then where it comes from. */
import type { Decision, GateVerdict, PolicyVerdict, Reason, Verdict } from '../engine/mod.ts';
import type { Format, FormatOptions } from './format.ts';
import { printable, wrap } from './text.ts';

const SHOWN_REASONS = 20;
const MARK: Readonly<Record<Decision, string>> = { release: '✔', split: '◐', hold: '✖' };
const COLOR: Readonly<Record<Decision, 'green' | 'yellow' | 'red'>> = {
  release: 'green',
  split: 'yellow',
  hold: 'red',
};

export const pretty: Format = {
  name: 'pretty',
  render(verdict, options) {
    const reasons = verdict.policies.flatMap((policy) => policy.gates.flatMap((gate) => told(policy, gate)));
    const lone = (verdict.reasons ?? []).map((reason): Told => ({ reason, where: '' }));
    const all = [...lone, ...reasons];
    const blocks = [
      headline(verdict, options),
      ...all.slice(0, SHOWN_REASONS).map((one) => reasonBlock(one, options)),
      ...(all.length > SHOWN_REASONS
        ? [`  … and ${all.length - SHOWN_REASONS} more reasons: --format json shows them all\n`]
        : []),
      policyLines(verdict, options),
      notes(verdict, options),
      moves(verdict, options),
      options.paint.dim(`  receipt ${verdict.receipt_sha256}`).concat('\n'),
    ];
    return blocks.filter((block) => block !== '').join('\n');
  },
};

type Told = { readonly reason: Reason; readonly where: string };

// A warning never decides, so it says what it is; what only observes is told by the other formats.
function told(policy: PolicyVerdict, gate: GateVerdict): readonly Told[] {
  if (gate.enforce === 'observe') return [];
  const where = `${policy.policy}/${gate.gate}${gate.enforce === 'warn' ? ', warning only' : ''}`;
  return gate.reasons.map((reason) => ({ reason, where }));
}

function headline(verdict: Verdict, { paint }: FormatOptions): string {
  const { decision, action, subject } = verdict;
  const word = paint.bold(paint[COLOR[decision]](`${MARK[decision]} ${decision.toUpperCase()}`));
  const about = [subject.repo, subject.ref ?? subject.commit?.slice(0, 12), subject.job].filter(
    (part) => part !== undefined,
  );
  const tail = about.length === 0 ? '' : paint.dim(`  ${about.map(printable).join(' · ')}`);
  return `${word} ${printable(action)}${tail}\n`;
}

function reasonBlock({ reason, where }: Told, { columns, paint }: FormatOptions): string {
  const { code, subject, message, fix, evidence, rule } = reason;
  const title = `  ${paint.bold(printable(code))}${subject === undefined ? '' : ` ${printable(subject)}`}`;
  const lines = [
    title,
    ...wrap(printable(message), columns, '    ', '    '),
    ...(fix === undefined ? [] : wrap(printable(fix), columns, '    Fix: ', '         ')),
    ...wrap(source(where, rule, evidence), columns, '    ', '    ').map(paint.dim),
  ];
  return `${lines.join('\n')}\n`;
}

function source(where: string, rule: Reason['rule'], evidence: string | undefined): string {
  const place = `${printable(rule.file)}:${rule.line}:${rule.column}`;
  const at = evidence === undefined ? '' : ` on ${printable(evidence)}`;
  return `${where === '' ? '' : `${where} `}${place}${at}`;
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
  const names = verdict.policies.flatMap((policy) => Object.keys((policy.output?.['moves'] ?? {}) as object));
  if (names.length === 0) return '';
  return `${wrap(`Only these may move: ${names.map(printable).join(', ')}`, columns, '  ', '  ').join('\n')}\n`;
}
