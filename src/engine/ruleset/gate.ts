/** One gate of a rule file, compiled: its kind's closure, wrapped so that every answer carries its place and words. */
import { type Cause, type Decide, type GateKind, type Judge, type Outcome, RELEASE } from '../gates/gate.ts';
import type { JsonObject } from '../json.ts';
import type {
  Action,
  Decision,
  Enforcement,
  Evidence,
  GateVerdict,
  Note,
  Reason,
  RulePlace,
} from '../verdict.ts';
import { actionList } from './actions.ts';
import type { CommonSpec, Labels } from './schema.ts';

export type GateAnswer = { readonly verdict: GateVerdict; readonly output?: JsonObject };

export type Gate = {
  readonly id: string;
  readonly kind: string;
  readonly enforce: Enforcement;
  readonly waivable: boolean;
  /** When it holds, the later gates of its policy are not asked: they would only repeat it in other words. */
  readonly final: boolean;
  /** The sections of evidence that it reads. */
  readonly needs: readonly string[];
  /** Undefined: every action of its policy. */
  readonly actions: readonly Action[] | undefined;
  readonly place: RulePlace;
  /** Only the decision, for callers that need no reasons. */
  decide(evidence: Evidence): Decision;
  answer(evidence: Evidence): GateAnswer;
};

/** Wraps a compiled gate kind: nothing it throws gets out, and its causes become reasons in the rule's own words. */
export function makeGate(
  spec: CommonSpec,
  kind: GateKind,
  judge: Judge,
  needs: readonly string[],
  place: RulePlace,
  labels: Labels,
): Gate {
  const run = typeof judge === 'function' ? judge : judge.outcome;
  const decision =
    typeof judge === 'function' ? (evidence: Evidence) => judge(evidence).decision : judge.decision;
  return {
    id: spec.id,
    kind: spec.kind,
    enforce: spec.enforce ?? 'block',
    waivable: spec.waivable ?? false,
    final: spec.final ?? false,
    needs,
    actions: actionList(spec.action),
    place,
    decide(evidence) {
      try {
        return decision(evidence);
      } catch {
        return 'hold';
      }
    },
    answer: answerer(spec, kind, run, place, { ...labels, ...spec.label }),
  };
}

function answerer(
  spec: CommonSpec,
  kind: GateKind,
  run: Decide,
  place: RulePlace,
  labels: Labels,
): Gate['answer'] {
  const base = { gate: spec.id, kind: spec.kind, enforce: spec.enforce ?? 'block' } as const;
  const toReason = reasonMaker(spec, kind, place);
  const none: readonly never[] = [];
  const label = labelOf(undefined, labels, 'release');
  const released: GateAnswer = {
    verdict: { ...base, decision: 'release', ...label, reasons: none, notes: none },
  };
  return (evidence) => {
    const outcome = safely(spec.id, run, evidence);
    if (outcome === RELEASE) return released;
    const { decision, label: own, causes, notes = none as readonly Note[], output } = outcome;
    const reasons = causes.map(toReason);
    const verdict: GateVerdict = { ...base, decision, ...labelOf(own, labels, decision), reasons, notes };
    return output === undefined ? { verdict } : { verdict, output };
  };
}

function safely(id: string, run: Decide, evidence: Evidence): Outcome {
  try {
    return run(evidence);
  } catch (error) {
    return faulty(id, error);
  }
}

function labelOf(given: string | undefined, labels: Labels, decision: Decision): { label?: string } {
  const label = given ?? labels[decision];
  return label === undefined ? {} : { label };
}

const FAULTS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
]);

// A gate that throws has judged nothing. The message of the error may quote evidence, so only its name is told.
function faulty(id: string, error: unknown): Outcome {
  const name = error instanceof Error && FAULTS.has(error.name) ? error.name : 'an error of its own';
  const message = `The gate "${id}" failed with ${name}`;
  return {
    decision: 'hold',
    causes: [{ code: 'gate-fault', message, fix: 'Report this: a gate must never fail' }],
  };
}

function reasonMaker(spec: CommonSpec, kind: GateKind, gatePlace: RulePlace): (cause: Cause) => Reason {
  const word = (given: string | Readonly<Record<string, string>> | undefined, code: string) =>
    typeof given === 'string'
      ? given
      : given !== undefined && Object.hasOwn(given, code)
        ? given[code]
        : undefined;
  return (cause) => {
    const { code, subject, evidence } = cause;
    const fix =
      word(spec.fix, code) ??
      cause.fix ??
      (Object.hasOwn(kind.codes, code) ? kind.codes[code]?.fix : undefined);
    return {
      code: word(spec.reasons, code) ?? code,
      ...(subject === undefined ? {} : { subject }),
      message: word(spec.message, code) ?? cause.message,
      ...(fix === undefined ? {} : { fix }),
      ...(evidence === undefined ? {} : { evidence }),
      rule: cause.rule ?? gatePlace,
    };
  };
}
