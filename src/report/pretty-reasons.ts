/** The reasons of a verdict for a person: what is the same is said once, however many gates or files it concerns. */
import type { Reason, Verdict } from '../engine/mod.ts';
import type { FormatOptions } from './format.ts';
import { printable, wrap } from './text.ts';

const SHOWN = 20;

/** One thing to mend: the reasons that have their code and their fix in common, and the gates that gave them. */
type Finding = {
  readonly code: string;
  readonly fix?: string;
  readonly reasons: Reason[];
  sources: string[];
};

/** How many things there are to mend, counting what several gates say alike as one. */
export function countReasons(verdict: Verdict): number {
  return findings(verdict).reduce((sum, { reasons }) => sum + reasons.length, 0);
}

/** The blocks of all findings, in the verdict's own order; a long verdict is cut and says so. */
export function reasonBlocks(verdict: Verdict, options: FormatOptions): readonly string[] {
  const blocks: string[] = [];
  let room = SHOWN;
  for (const finding of findings(verdict)) {
    if (room <= 0) break;
    const reasons = finding.reasons.slice(0, room);
    blocks.push(block({ ...finding, reasons }, finding.reasons.length, options));
    room -= reasons.length;
  }
  const more = countReasons(verdict) - SHOWN;
  const tail = `  … and ${more} more: --format json shows them all\n`;
  return more > 0 ? [...blocks, tail] : blocks;
}

function findings(verdict: Verdict): readonly Finding[] {
  const alike = new Map<string, { reason: Reason; sources: string[] }>();
  for (const { reason, where } of told(verdict)) {
    const { code, subject, message, fix, evidence } = reason;
    const warning = where.endsWith(WARNING);
    const key = JSON.stringify([code, subject, message, fix, evidence, warning]);
    const known = alike.get(key);
    const source = sourceOf(where, reason);
    if (known === undefined) alike.set(key, { reason, sources: [source] });
    else if (!known.sources.includes(source)) known.sources.push(source);
  }
  return grouped([...alike.values()]);
}

/** Neighbours that one gate gives with one code and one fix are one finding about several things. */
function grouped(all: readonly { reason: Reason; sources: string[] }[]): readonly Finding[] {
  const out: Finding[] = [];
  for (const { reason, sources } of all) {
    const last = out.at(-1);
    const same = last !== undefined && last.code === reason.code && last.fix === reason.fix;
    if (same && String(last.sources) === String(sources)) last.reasons.push(reason);
    else {
      const { code, fix } = reason;
      out.push({ code, ...(fix === undefined ? {} : { fix }), reasons: [reason], sources });
    }
  }
  return out;
}

const WARNING = ', warning only';

// A warning never decides, so it says what it is; what only observes is told by the other formats.
function told(verdict: Verdict): readonly { reason: Reason; where: string }[] {
  const lone = (verdict.reasons ?? []).map((reason) => ({ reason, where: '' }));
  const given = verdict.policies.flatMap((policy) =>
    policy.gates
      .filter((gate) => gate.enforce !== 'observe')
      .flatMap((gate) => {
        const where = `${policy.policy}/${gate.gate}${gate.enforce === 'warn' ? WARNING : ''}`;
        return gate.reasons.map((reason) => ({ reason, where }));
      }),
  );
  return [...lone, ...given];
}

function sourceOf(where: string, { rule }: Reason): string {
  const place = `${rule.file}:${rule.line}:${rule.column}`;
  return printable(where === '' ? place : `${where} ${place}`);
}

function block(
  { code, fix, reasons, sources }: Finding,
  count: number,
  { columns, paint }: FormatOptions,
): string {
  const [first] = reasons;
  const one = count === 1 ? first : undefined;
  const about =
    one === undefined ? ` (${count})` : one.subject === undefined ? '' : ` ${printable(one.subject)}`;
  const [head = '', ...rest] = wrap(`${printable(code)}${about}`, columns, '  ', '    ');
  const where = one?.evidence === undefined ? sources : withEvidence(sources, one.evidence);
  const lines = [
    head.replace(printable(code), paint.bold),
    ...rest,
    ...reasons.flatMap((reason) => wrap(sentence(reason), columns, '    ', '    ')),
    ...(fix === undefined ? [] : wrap(printable(fix), columns, '    Fix: ', '         ')),
    ...where.flatMap((source) => wrap(source, columns, '    ', '    ')).map(paint.dim),
  ];
  return `${lines.join('\n')}\n`;
}

function withEvidence(sources: readonly string[], evidence: string): readonly string[] {
  return sources.map((source, at) =>
    at === sources.length - 1 ? `${source} on ${printable(evidence)}` : source,
  );
}

/** The message, which names its subject; where a rule's own words do not, the subject stands before them. */
function sentence({ subject, message }: Reason): string {
  const named = subject === undefined || message.includes(subject);
  return printable(named ? message : `${subject}: ${message}`);
}
