/** Evaluates snapshots under a compiled ruleset. Pure: the same rules and snapshot give the same bytes anywhere, ever. */
import { canonicalJson } from './evidence/canonical.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import type { Gate, GateAnswer } from './ruleset/gate.ts';
import type { Policy, Ruleset } from './ruleset/load.ts';
import {
  ACTIONS,
  type Action,
  DECISIONS,
  type Decision,
  type Evidence,
  type GateVerdict,
  type PolicyVerdict,
  type Reason,
  type Sha256,
  type Snapshot,
  stricter,
  type Verdict,
} from './verdict.ts';
import { ENGINE } from './version.ts';

type InForce = { readonly policy: Policy; readonly gates: readonly Gate[] };

export type CompiledRuleset = {
  readonly ruleset: Ruleset;
  /**
   * Only the decision, without reasons, digests or receipt: for a caller that asks very often. Evidence that is no
   * record holds.
   */
  decide(action: string, evidence: Evidence): Decision;
  /** The policies with a gate in force for the action. */
  inForce(action: string): readonly InForce[];
};

/** Arranges a loaded ruleset by action, once. The result may be used for any number of snapshots. */
export function compile(ruleset: Ruleset): CompiledRuleset {
  const byAction = new Map<string, readonly InForce[]>(
    ACTIONS.map((action) => [action, forAction(ruleset, action)]),
  );
  const blocking = new Map<string, readonly Gate[]>(
    [...byAction].map(([action, all]) => [
      action,
      all.flatMap(({ gates }) => gates.filter((gate) => gate.enforce === 'block')),
    ]),
  );
  return {
    ruleset,
    inForce: (action) => byAction.get(action) ?? [],
    decide(action, evidence) {
      const gates = blocking.get(action);
      if (gates === undefined || gates.length === 0) return 'hold';
      let decision: Decision = 'release';
      for (let i = 0; i < gates.length; i++) {
        decision = stricter(decision, gates[i]!.decide(evidence));
        if (decision === 'hold') return decision;
      }
      return decision;
    },
  };
}

function forAction(ruleset: Ruleset, action: Action): readonly InForce[] {
  const asked = (actions: readonly Action[] | undefined) => actions === undefined || actions.includes(action);
  return ruleset.policies.flatMap((policy) => {
    const gates = asked(policy.actions) ? policy.gates.filter((gate) => asked(gate.actions)) : [];
    return gates.length === 0 ? [] : [{ policy, gates }];
  });
}

/**
 * Judges one snapshot.
 *
 * @param compiled  from `compile`
 * @param snapshot  as `readSnapshot` gives it; its evidence is trusted to be plain JSON
 * @param options.sha256  lower-case hex SHA-256 of a UTF-8 text
 * @param options.action  what is asked, instead of the snapshot's own `action`
 * @returns the verdict with its receipt. Absent or odd evidence, and an action that no blocking gate speaks about, hold.
 * @throws TypeError when the snapshot is no record with a record of evidence, or holds what JSON cannot carry (a lone
 * surrogate, NaN): it has no digest, so there is nothing that a verdict could be about
 */
export function evaluate(
  compiled: CompiledRuleset,
  snapshot: Snapshot,
  options: { readonly sha256: Sha256; readonly action?: string | undefined },
): Verdict {
  const { sha256 } = options;
  checkFrame(snapshot);
  const action = options.action ?? snapshot.action ?? '';
  const policies = compiled.inForce(action).map((one) => judgePolicy(one, snapshot.evidence));
  const blocking = policies.filter((policy) => policy.gates.some((gate) => gate.enforce === 'block'));
  const reasons = blocking.length === 0 ? [noGate(action, compiled.ruleset)] : [];
  const decision =
    reasons.length > 0 ? 'hold' : blocking.map((policy) => policy.decision).reduce(stricter, 'release');
  const subject = snapshot.subject ?? {};
  const body = {
    schema: 'holdpoint/verdict@1',
    decision,
    action,
    subject,
    ruleset_digest: compiled.ruleset.digest,
    evidence_digest: evidenceDigest(snapshot, sha256),
    engine: ENGINE,
    policies,
    ...(reasons.length === 0 ? {} : { reasons }),
  } as const;
  return { ...body, receipt_sha256: receiptOf(body, sha256) };
}

// Types do not reach callers in plain JavaScript.
function checkFrame(snapshot: Snapshot): void {
  const given = snapshot as unknown as Json | undefined;
  if (!isObject(given)) throw new TypeError('Expected a snapshot, as readSnapshot gives it');
  if (!isObject(given['evidence']))
    throw new TypeError('Expected a snapshot whose evidence is a record of sections; {} when there is none');
  const subject = given['subject'] ?? {};
  if (!isObject(subject))
    throw new TypeError('Expected a snapshot whose subject is a record of texts, or has none');
}

/** `sha256:` over the RFC 8785 form of {subject, evidence}; an absent subject counts as an empty one. */
export function evidenceDigest(snapshot: Snapshot, sha256: Sha256): string {
  return `sha256:${sha256(canonicalJson({ subject: snapshot.subject ?? {}, evidence: snapshot.evidence } as JsonObject))}`;
}

/** The receipt of a verdict: SHA-256 over the RFC 8785 form of everything in it but the receipt itself. */
export function receiptOf(verdict: Omit<Verdict, 'receipt_sha256'> | Verdict, sha256: Sha256): string {
  const { receipt_sha256: _, ...body } = verdict as Verdict;
  return sha256(canonicalJson(body as unknown as JsonObject));
}

function judgePolicy({ policy, gates }: InForce, evidence: Evidence): PolicyVerdict {
  const answers = answersOf(gates, evidence);
  const verdicts = answers.map((answer) => answer.verdict);
  const blocking = verdicts.filter((gate) => gate.enforce === 'block');
  const decision = blocking.map((gate) => gate.decision).reduce(stricter, 'release');
  const output = outputOf(answers);
  return {
    policy: policy.policy,
    digest: policy.digest,
    source: policy.source,
    decision,
    label: labelFor(decision, blocking, policy),
    ...(output === undefined ? {} : { output }),
    gates: verdicts,
  };
}

// A hold is the strictest answer there is, so what a final gate keeps from being asked could not change it.
function answersOf(gates: readonly Gate[], evidence: Evidence): readonly GateAnswer[] {
  const answers: GateAnswer[] = [];
  for (const gate of gates) {
    const answer = gate.answer(evidence);
    answers.push(answer);
    if (gate.final && gate.enforce === 'block' && answer.verdict.decision === 'hold') break;
  }
  return answers;
}

// The label is the word of the gate that decided; a gate without a word leaves it to the policy's own.
function labelFor(decision: Decision, blocking: readonly GateVerdict[], policy: Policy): string {
  const decider = blocking.find((gate) => gate.decision === decision && gate.label !== undefined);
  return decider?.label ?? policy.label[decision] ?? decision;
}

// Guarded actions use the output, so a gate that only watches has none, and the stricter gate has the last word.
function outputOf(answers: readonly GateAnswer[]): JsonObject | undefined {
  const blocking = answers.filter(({ verdict }) => verdict.enforce === 'block');
  const ordered = DECISIONS.flatMap((decision) =>
    blocking.filter(({ verdict }) => verdict.decision === decision),
  );
  const outputs = ordered.flatMap((answer) => (answer.output === undefined ? [] : [answer.output]));
  if (outputs.length === 0) return undefined;
  const moves = outputs.map((output) => output['moves']).filter(isObject);
  return { ...Object.assign({}, ...outputs), ...(moves.length > 1 ? { moves: moves.reduce(inBoth) } : {}) };
}

// What one gate lets move and another does not stays where it is.
function inBoth(some: JsonObject, others: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(some).filter(([field]) => Object.hasOwn(others, field)));
}

function noGate(action: string, ruleset: Ruleset): Reason {
  const asked = action === '' ? 'no action' : `"${action}"`;
  return {
    code: 'no-gate',
    message: `No blocking gate of these rules speaks about ${asked}`,
    fix:
      action === ''
        ? 'Say what is asked: --action send'
        : 'Add a policy for this action, or ask about another one',
    rule: { file: ruleset.policies[0]?.source ?? '.', line: 1, column: 1 },
  };
}
