/** The places in the evidence that reasons point at: each gets a number, which is its anchor on the page. */
import { isObject, type Json, type Verdict } from '../engine/mod.ts';

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

/** All marks of a verdict in the order in which its reasons first name them. A verdict never changes, so neither do these ids. */
export function marksOf(verdict: Verdict): Map<string, Mark> {
  const codes = new Map<string, Set<string>>();
  const reasons = [
    ...(verdict.reasons ?? []),
    ...verdict.policies.flatMap((policy) => policy.gates.flatMap((gate) => gate.reasons)),
  ];
  for (const { evidence, code } of reasons) {
    if (evidence === undefined) continue;
    codes.set(evidence, (codes.get(evidence) ?? new Set()).add(code));
  }
  const entries = [...codes].map(([pointer, set], index): [string, Mark] => [
    pointer,
    { pointer, anchor: `evidence-${index + 1}`, codes: [...set] },
  ]);
  return new Map(entries);
}
