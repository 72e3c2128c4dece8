/** What a gate kind is: one unit that carries its name, meaning, schema, reason codes and examples. */
import type * as v from 'valibot';
import type { PathSegment } from '../evidence/issues.ts';
import type { Reference } from '../evidence/reference.ts';
import type { JsonObject } from '../json.ts';
import type { Action, Decision, Evidence, Note, RulePlace, Sha256 } from '../verdict.ts';

/** One cause, in the gate kind's own neutral code; the rule file may rename it. */
export type Cause = {
  readonly code: string;
  readonly subject?: string;
  readonly message: string;
  readonly fix?: string;
  /** JSON pointer into the snapshot. */
  readonly evidence?: string;
  /** The part of the rule that decided; the gate's own place when absent. */
  readonly rule?: RulePlace;
};

/** What a gate says of some evidence. A hold or a split has at least one cause. */
export type Outcome = {
  readonly decision: Decision;
  readonly label?: string;
  readonly causes: readonly Cause[];
  readonly notes?: readonly Note[];
  readonly output?: JsonObject;
};

export type Decide = (evidence: Evidence) => Outcome;

/** A compiled gate: its whole answer and, where that is worth it, a quicker way to the decision alone. */
export type Judge = Decide | { readonly outcome: Decide; decision(evidence: Evidence): Decision };

export const RELEASE: Outcome = { decision: 'release', causes: [] };

/** A hold for these causes, or RELEASE when there are none. */
export function holdFor(causes: readonly Cause[], notes: readonly Note[] = []): Outcome {
  if (causes.length === 0) return notes.length === 0 ? RELEASE : { decision: 'release', causes, notes };
  return notes.length === 0 ? { decision: 'hold', causes } : { decision: 'hold', causes, notes };
}

/** The hold for evidence that is not there. Every gate kind may give it, so no kind declares it. */
export function missingEvidence(subject: string, pointer: string): Outcome {
  return { decision: 'hold', causes: [missingCause(subject, pointer)] };
}

export function missingCause(subject: string, pointer: string): Cause {
  return {
    code: 'missing-evidence',
    subject,
    message: `There is no evidence of ${subject}`,
    fix: `Collect ${subject}, then ask again`,
    evidence: pointer,
  };
}

/** The cause for a reference that gives nothing usable; it points at the last place that is there. */
export function missingFrom(ref: Pick<Reference, 'missing' | 'missingAt'>, evidence: Evidence): Cause {
  return missingCause(ref.missing(evidence), ref.missingAt(evidence));
}

export type CompileContext = {
  readonly sha256: Sha256;
  /** The policy's closed vocabularies, by field. */
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly Action[] | undefined;
  /** Where a part of this gate's rule stands; the path counts from the gate. */
  place(path: readonly PathSegment[]): RulePlace;
  /** Reports a fault of the rule at a part of this gate. Compilation goes on, so that all faults are told at once. */
  complain(
    path: readonly PathSegment[],
    code: string,
    message: string,
    help?: string,
    at?: 'key' | 'value',
  ): void;
  /** Says that the gate reads this section, for gate kinds that read it without a reference. */
  needs(section: string): void;
  /** Resolves a reference into evidence; complains and gives undefined when it names nothing. */
  reference(text: string, path: readonly PathSegment[]): Reference | undefined;
};

/** An example: shown in docs/gates.md and run as a test. */
export type Example = {
  readonly title: string;
  /** The gate as a rule file writes it, without id and kind. */
  readonly gate: JsonObject;
  readonly evidence: Evidence;
  readonly decision: Decision;
  /** `code` or `code:subject`, in order. */
  readonly reasons: readonly string[];
};

export type CodeMeaning = { readonly says: string; readonly fix: string };

export type GateKind = {
  readonly kind: string;
  readonly summary: string;
  /** More for the reference page than a line can say, as Markdown. */
  readonly details?: string;
  /** Every reason code of its own, beside `missing-evidence` and `gate-fault`, which any gate may give. */
  readonly codes: Readonly<Record<string, CodeMeaning>>;
  /** Fields of its own, beside those that every gate has. */
  readonly entries: v.ObjectEntries;
  readonly examples: readonly Example[];
  compile(spec: never, context: CompileContext): Judge;
};

/** Ties the type of `spec` to the schema, so that nobody writes it twice. Identity at run time. */
export function defineGate<const Entries extends v.ObjectEntries>(
  kind: Omit<GateKind, 'entries' | 'compile'> & {
    readonly entries: Entries;
    compile(spec: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>, context: CompileContext): Judge;
  },
): GateKind {
  return kind as unknown as GateKind;
}
