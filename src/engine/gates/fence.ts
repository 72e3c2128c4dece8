/** A fence: allow and deny lists over paths. A literal allow entry beats a deny pattern; an allow glob never does. */
import type { PathSegment } from '../evidence/issues.ts';
import { checkPath } from '../paths/path.ts';
import { compilePatterns, isUnbounded, type PatternSet } from '../paths/patterns.ts';
import type { Evidence } from '../verdict.ts';
import {
  type Cause,
  type CodeMeaning,
  type CompileContext,
  holdFor,
  missingEvidence,
  type Outcome,
} from './gate.ts';
import { type TextsOrFrom, type TextsSource, textsSource } from './spec.ts';

export type Place = 'inside' | 'outside' | 'denied';
export type Fence = {
  /** Undefined: everything that is not denied is inside. */
  readonly allow: readonly string[] | undefined;
  /** For a normalised path. */
  judge(path: string): Place;
  /** The deny pattern that covers the path. */
  deniedBy(path: string): string | undefined;
};

/** The codes that any gate with a fence may give. */
export const FENCE_CODES = {
  'empty-allowlist': {
    says: 'The allow list is empty, so nobody said what may be touched.',
    fix: 'List the paths that the job may touch',
  },
  'unbounded-allowlist': {
    says: 'The allow list allows everything, so it is no fence.',
    fix: 'Replace the pattern that allows everything with the paths that the job needs',
  },
  'bad-pattern': {
    says: 'A pattern taken from evidence cannot be used.',
    fix: 'Write the pattern with /, and without nested repeats',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** Either a fence, or the hold that stands in its way. */
export type FenceFor = (evidence: Evidence) => { fence: Fence } | { outcome: Outcome };

type Spec = { readonly allow?: TextsOrFrom | undefined; readonly deny?: TextsOrFrom | undefined };

/** Compiles the `allow` and `deny` of a gate: once when the rule gives them, else once for each new list. */
export function compileFence(spec: Spec, context: CompileContext): FenceFor {
  const allow = spec.allow === undefined ? undefined : textsSource(spec.allow, ['allow'], context);
  const deny = spec.deny === undefined ? undefined : textsSource(spec.deny, ['deny'], context);
  if (allow?.fixed !== undefined) complainOf(allow.fixed, 'allow', ['allow'], context);
  if (deny?.fixed !== undefined) complainOf(deny.fixed, 'deny', ['deny'], context);

  const build = remembering((allowed, denied) =>
    buildFence(allowed, denied, allow?.pointer ?? '', deny?.pointer ?? ''),
  );
  return (evidence) => {
    const allowed = allow?.read(evidence);
    if (allow !== undefined && allowed === undefined) return { outcome: missing(allow, evidence) };
    const denied = deny === undefined ? [] : deny.read(evidence);
    if (denied === undefined) return { outcome: missing(deny!, evidence) };
    return build(allowed, denied);
  };
}

/** The fence of these lists, for who acts inside one; undefined when it would allow everything or nothing, or cannot be read. */
export function drawFence(allow: readonly string[], deny: readonly string[]): Fence | undefined {
  const built = buildFence(allow, deny, '', '');
  return 'fence' in built ? built.fence : undefined;
}

const missing = (source: TextsSource, evidence: Evidence) =>
  missingEvidence(source.missing(evidence), source.missingAt(evidence));

function complainOf(
  patterns: readonly string[],
  role: 'allow' | 'deny',
  path: readonly PathSegment[],
  context: CompileContext,
): void {
  const compiled = compilePatterns(patterns, role);
  for (const fault of compiled.ok ? [] : compiled.faults) {
    context.complain(
      [...path, fault.index],
      'bad-pattern',
      `The pattern ${JSON.stringify(fault.pattern)} cannot be used: ${fault.why}`,
      fault.help,
    );
  }
  if (role !== 'allow') return;
  if (patterns.length === 0)
    context.complain(
      path,
      'empty-allowlist',
      'An empty allow list allows nothing',
      'List what may be touched',
    );
  for (const [index, pattern] of patterns.entries()) {
    if (isUnbounded(pattern))
      context.complain(
        [...path, index],
        'unbounded-allowlist',
        `${JSON.stringify(pattern)} allows everything`,
        'Name the paths that are meant',
      );
  }
}

// Lists come from evidence, which is a new object for every snapshot while the fence behind it stays the same.
function remembering(
  build: (
    allow: readonly string[] | undefined,
    deny: readonly string[],
  ) => { fence: Fence } | { outcome: Outcome },
) {
  let last:
    | { allow: readonly string[] | undefined; deny: readonly string[]; result: ReturnType<typeof build> }
    | undefined;
  return (allow: readonly string[] | undefined, deny: readonly string[]) => {
    if (last !== undefined && same(last.allow, allow) && same(last.deny, deny)) return last.result;
    const result = build(allow, deny);
    last = { allow: allow === undefined ? undefined : [...allow], deny: [...deny], result };
    return result;
  };
}

function same(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.length === b.length &&
      a.every((item, index) => item === b[index]))
  );
}

function buildFence(
  allow: readonly string[] | undefined,
  deny: readonly string[],
  allowAt: string,
  denyAt: string,
): { fence: Fence } | { outcome: Outcome } {
  const allowSet = allow === undefined ? undefined : compilePatterns(allow, 'allow');
  const denySet = compilePatterns(deny, 'deny');
  const causes = [
    ...unboundedCauses(allow, allowAt),
    ...patternCauses(allowSet, allowAt),
    ...patternCauses(denySet, denyAt),
  ];
  if (causes.length > 0 || allowSet?.ok === false || !denySet.ok) return { outcome: holdFor(causes) };
  return { fence: makeFence(allow, allowSet?.set, denySet.set) };
}

function unboundedCauses(allow: readonly string[] | undefined, at: string): Cause[] {
  if (allow === undefined) return [];
  if (allow.length === 0)
    return [{ code: 'empty-allowlist', message: FENCE_CODES['empty-allowlist'].says, ...pointer(at) }];
  const index = allow.findIndex(isUnbounded);
  if (index < 0) return [];
  const message = `The allow entry ${JSON.stringify(allow[index])} allows everything, so it is no fence`;
  return [{ code: 'unbounded-allowlist', message, ...pointer(at === '' ? '' : `${at}/${index}`) }];
}

function patternCauses(compiled: ReturnType<typeof compilePatterns> | undefined, at: string): Cause[] {
  if (compiled === undefined || compiled.ok) return [];
  return compiled.faults.map(({ index, pattern, why }) => ({
    code: 'bad-pattern',
    subject: pattern,
    message: `The pattern cannot be used: ${why}`,
    ...pointer(at === '' ? '' : `${at}/${index}`),
  }));
}

const pointer = (at: string) => (at === '' ? {} : { evidence: at });

function makeFence(
  allow: readonly string[] | undefined,
  allowed: PatternSet | undefined,
  denied: PatternSet,
): Fence {
  const literals = new Set((allow ?? []).flatMap((entry) => literalPath(entry)));
  return {
    allow,
    judge(path) {
      if (allowed !== undefined && !allowed.matches(path)) return denied.matches(path) ? 'denied' : 'outside';
      if (literals.has(path)) return 'inside';
      return denied.matches(path) ? 'denied' : 'inside';
    },
    deniedBy: (path) => denied.find(path),
  };
}

function literalPath(entry: string): string[] {
  const checked = checkPath(entry);
  return checked.ok ? [checked.path] : [];
}
