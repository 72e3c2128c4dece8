/** Pieces of a gate's own fields that several kinds share. */
import * as v from 'valibot';
import { type PathSegment, unknownField } from '../evidence/issues.ts';
import type { Reference } from '../evidence/reference.ts';
import type { Section } from '../evidence/section.ts';
import { SECTIONS, sectionNamed } from '../evidence/sections.ts';
import type { Json } from '../json.ts';
import type { Evidence } from '../verdict.ts';
import type { CompileContext } from './gate.ts';

/** `{ from: SECTION.FIELD }`: a value taken from evidence. */
export const fromSchema = v.strictObject({ from: v.string() });

/** A list of texts in the rule itself, or one that is taken from evidence. */
export const textsOrFrom = v.union(
  [v.array(v.string()), fromSchema],
  'Expected a list of texts, or { from: SECTION.FIELD }',
);
export type TextsOrFrom = v.InferOutput<typeof textsOrFrom>;

/** The section of that name; complains and gives one that may hold anything when there is none. */
export function sectionOf(name: string, path: readonly PathSegment[], context: CompileContext): Section {
  const section = sectionNamed(name);
  if (section !== undefined) {
    context.needs(name);
    return section;
  }
  const { code, message, help } = unknownField(
    name,
    path,
    SECTIONS.map((s) => s.name),
    'section',
  );
  context.complain(path, code, message, help);
  return { name, summary: '', collectedBy: '', schema: v.any() };
}

/** A list of texts that is known when compiled, or read from evidence; `missing` names what is not there. */
export type TextsSource = {
  readonly fixed: readonly string[] | undefined;
  read(evidence: Evidence): readonly string[] | undefined;
  missing(evidence: Evidence): string;
  missingAt(evidence: Evidence): string;
  readonly pointer: string;
};

/** Compiles a list that the rule gives or takes from evidence. */
export function textsSource(
  spec: TextsOrFrom,
  path: readonly PathSegment[],
  context: CompileContext,
): TextsSource | undefined {
  if (Array.isArray(spec)) {
    const fixed: readonly string[] = spec;
    return { fixed, read: () => fixed, missing: () => '', missingAt: () => '', pointer: '' };
  }
  const ref = shownReferenceTo('a list of texts', isTextList, spec as { from: string }, path, context);
  if (ref === undefined) return undefined;
  return {
    fixed: undefined,
    read: (evidence) => asTexts(ref.get(evidence)),
    missing: ref.missing,
    missingAt: ref.missingAt,
    pointer: ref.pointer,
  };
}

/** True for references that can hold a list of texts. */
export const isTextList = ({ type, items }: Reference) =>
  type === 'any' || (type === 'list' && (items === 'text' || items === 'any'));

/**
 * The reference behind `from`. Complains, and gives undefined, when it names nothing, has a `*`, or could never hold
 * what is wanted: such a gate would hold for ever, and nobody would learn why.
 */
export function referenceTo(
  wanted: string,
  fits: (ref: Reference) => boolean,
  spec: { readonly from: string },
  path: readonly PathSegment[],
  context: CompileContext,
): Reference | undefined {
  const at = [...path, 'from'];
  const ref = context.reference(spec.from, at);
  if (ref === undefined) return undefined;
  if (!ref.wild && fits(ref)) return ref;
  const is = ref.wild ? 'names many values' : `is a ${ref.type}`;
  const items = !ref.wild && ref.type === 'list' && ref.items !== undefined ? ` of ${ref.items}s` : '';
  context.complain(at, 'wrong-type', `"${ref.text}" ${is}${items}, not ${wanted}`);
  return undefined;
}

/**
 * The same for a gate that tells what it finds. Complains of private content: the history keeps what gates tell also
 * where it withholds what they read.
 */
export function shownReferenceTo(...args: Parameters<typeof referenceTo>): Reference | undefined {
  const ref = referenceTo(...args);
  if (ref?.sensitive !== true) return ref;
  const [, , , path, context] = args;
  complainOfSensitive(`"${ref.text}"`, [...path, 'from'], context);
  return undefined;
}

/** Complains that private content would get into an answer. */
export function complainOfSensitive(
  what: string,
  path: readonly PathSegment[],
  context: CompileContext,
): void {
  context.complain(
    path,
    'sensitive-evidence',
    `${what} may hold private content, and its value would be shown and kept`,
    'Judge it with a gate that does not show what it reads: equal, budget, or a branch of decision',
  );
}

function asTexts(value: Json | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? (value as readonly string[])
    : undefined;
}
