/** One gate of a rule file, compiled: its kind's closure, wrapped so that every answer carries its place and words. */
import * as v from 'valibot';
import type { Diagnostic } from '../diagnostic.ts';
import { complaintsAbout, type PathSegment, unknownField } from '../evidence/issues.ts';
import { type Reference, reference } from '../evidence/reference.ts';
import {
  type Cause,
  type CompileContext,
  type Decide,
  type GateKind,
  type Judge,
  type Outcome,
  RELEASE,
} from '../gates/gate.ts';
import { GATE_KINDS } from '../gates/kinds.gen.ts';
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
  Sha256,
} from '../verdict.ts';
import { actionList } from './actions.ts';
import type { YamlSource } from './read-yaml.ts';
import { type CommonSpec, commonEntries, type Labels } from './schema.ts';

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

/** What a gate needs of the file around it. */
export type GateFrame = {
  readonly file: string;
  readonly source: YamlSource;
  readonly path: readonly PathSegment[];
  readonly sha256: Sha256;
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  readonly labels: Labels;
  readonly actions: readonly Action[] | undefined;
  readonly diagnostics: Diagnostic[];
};

const KINDS: ReadonlyMap<string, GateKind> = new Map(GATE_KINDS.map((kind) => [kind.kind, kind]));

/** Compiles one gate; pushes every fault to `frame.diagnostics` and gives undefined when there is any. */
export function compileGate(spec: JsonObject, frame: GateFrame): Gate | undefined {
  const before = frame.diagnostics.length;
  const kind = typeof spec['kind'] === 'string' ? KINDS.get(spec['kind']) : undefined;
  if (kind === undefined) {
    if (typeof spec['kind'] === 'string') {
      const { code, message, help } = unknownField(spec['kind'], [], [...KINDS.keys()], 'kind');
      complain(frame, ['kind'], code, message, help);
    }
    return undefined;
  }
  const schema = v.strictObject({ ...commonEntries, ...kind.entries });
  for (const c of complaintsAbout(schema, spec)) {
    // The frame of the policy has told about these two already.
    if (c.code === 'missing-field' && c.path.length === 0 && /"(id|kind)"/.test(c.message)) continue;
    complain(frame, c.path, c.code, c.message, c.help, c.at);
  }
  if (frame.diagnostics.length > before) return undefined;
  const common = spec as unknown as CommonSpec;
  checkCommon(common, kind, frame);
  const needs = new Set<string>();
  const decide = kind.compile(spec as never, contextOf(frame, needs));
  return frame.diagnostics.length > before
    ? undefined
    : makeGate(common, kind, decide, [...needs].sort(), frame);
}

function complain(
  frame: GateFrame,
  path: readonly PathSegment[],
  code: string,
  message: string,
  help?: string,
  at: 'key' | 'value' = 'value',
): void {
  const place = frame.source.place([...frame.path, ...path], at);
  frame.diagnostics.push({
    code,
    message,
    ...(help === undefined ? {} : { help }),
    file: frame.file,
    ...place,
  });
}

function contextOf(frame: GateFrame, needs: Set<string>): CompileContext {
  return {
    sha256: frame.sha256,
    vocabulary: frame.vocabulary,
    actions: frame.actions,
    place: (path) => ({ file: frame.file, ...frame.source.place([...frame.path, ...path], 'value') }),
    complain: (path, code, message, help, at) => complain(frame, path, code, message, help, at),
    needs: (section) => needs.add(section),
    reference(text, path): Reference | undefined {
      const found = reference(text);
      if (found.ok) {
        needs.add(found.value.section);
        return found.value;
      }
      complain(frame, path, 'unknown-evidence', found.fault.message, found.fault.help);
      return undefined;
    },
  };
}

function checkCommon(spec: CommonSpec, kind: GateKind, frame: GateFrame): void {
  const own = Object.keys(kind.codes).length === 0 ? ownReasons(spec) : [];
  const renamable = [...Object.keys(kind.codes), 'missing-evidence', 'gate-fault'];
  for (const [field, value] of [
    ['reasons', spec.reasons],
    ['message', spec.message],
    ['fix', spec.fix],
  ] as const) {
    if (value === undefined || typeof value === 'string') continue;
    for (const code of Object.keys(value)) {
      const known = field === 'reasons' ? renamable : [...own, ...renamable];
      if (known.includes(code)) continue;
      const { message, help } = unknownField(code, [], known, 'reason');
      complain(frame, [field, code], 'unknown-reason', message, help, 'key');
    }
  }
  for (const action of actionList(spec.action) ?? []) {
    if (frame.actions === undefined || frame.actions.includes(action)) continue;
    complain(
      frame,
      ['action'],
      'foreign-action',
      `The policy is not asked about "${action}"`,
      `It is asked about ${frame.actions.join(', ')}`,
    );
  }
}

// A kind without codes has the rule's own: the reasons that its branches give.
function ownReasons(spec: CommonSpec): readonly string[] {
  const { branches, otherwise } = spec as {
    branches?: readonly { reason?: string }[];
    otherwise?: { reason?: string };
  };
  return [...(branches ?? []), otherwise].flatMap((answer) => answer?.reason ?? []);
}

function makeGate(
  spec: CommonSpec,
  kind: GateKind,
  judge: Judge,
  needs: readonly string[],
  frame: GateFrame,
): Gate {
  const place: RulePlace = { file: frame.file, ...frame.source.place(frame.path, 'value') };
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
    answer: answerer(spec, kind, run, place, { ...frame.labels, ...spec.label }),
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
