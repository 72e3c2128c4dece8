/** The places in the evidence that reasons point at: each gets a number, which is its anchor on the page. */
import { isObject, type Json, type Reason, type Verdict } from '../engine/mod.ts';

export type Mark = {
  /** JSON pointer into the snapshot. */
  readonly pointer: string;
  /** The id on the page. */
  readonly anchor: string;
  /** The codes of the reasons that point here. */
  readonly codes: readonly string[];
};

/** RFC 6901: the reference tokens of a pointer, unescaped. `''` is the whole document. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** RFC 6901: a pointer one step further. */
export function pointerTo(parent: string, token: string): string {
  return `${parent}/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The child of a JSON value, undefined when there is none. */
export function child(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** Reasons drawn of one gate; the verdict JSON has all. */
export const REASONS_SHOWN = 200;
/** Marks of one verdict. */
export const MARKS = 500;

/** All reasons, most wanted first: those drawn, of them those that stop; then the rest. */
function byWeight({ reasons = [], policies }: Verdict): Reason[] {
  const gates = policies.flatMap((policy) => policy.gates);
  const stopping = gates.filter((gate) => gate.enforce === 'block' && gate.decision !== 'release');
  const lists = [
    reasons,
    ...[...stopping, ...gates.filter((g) => !stopping.includes(g))].map((g) => g.reasons),
  ];
  return [
    ...lists.flatMap((list) => list.slice(0, REASONS_SHOWN)),
    ...lists.flatMap((list) => list.slice(REASONS_SHOWN)),
  ];
}

/** The first marks of a verdict by weight. A verdict never changes, so neither do these ids. */
export function marksOf(verdict: Verdict): Map<string, Mark> {
  const codes = new Map<string, Set<string>>();
  for (const { evidence, code } of byWeight(verdict)) {
    if (evidence === undefined || (codes.size >= MARKS && !codes.has(evidence))) continue;
    codes.set(evidence, (codes.get(evidence) ?? new Set()).add(code));
  }
  const entries = [...codes].map(([pointer, set], index): [string, Mark] => [
    pointer,
    { pointer, anchor: `evidence-${index + 1}`, codes: [...set] },
  ]);
  return new Map(entries);
}
