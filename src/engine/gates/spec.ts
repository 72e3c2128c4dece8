/** Pieces of a gate's own fields that several kinds share. */
import * as v from 'valibot';
import { type PathSegment, unknownField } from '../evidence/issues.ts';
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

/** The section of that name; complains and gives the first section when there is none, so that checking goes on. */
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
  return SECTIONS[0]!;
}

/** A list of texts that is known when compiled, or read from evidence; `missing` names what is not there. */
export type TextsSource = {
  readonly fixed: readonly string[] | undefined;
  read(evidence: Evidence): readonly string[] | undefined;
  missing(evidence: Evidence): string;
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
    return { fixed, read: () => fixed, missing: () => '', pointer: '' };
  }
  const ref = context.reference((spec as { from: string }).from, [...path, 'from']);
  if (ref === undefined) return undefined;
  if (ref.type !== 'list' && ref.type !== 'any') {
    context.complain([...path, 'from'], 'wrong-type', `"${ref.text}" is a ${ref.type}, not a list of texts`);
    return undefined;
  }
  return {
    fixed: undefined,
    read: (evidence) => asTexts(ref.get(evidence)),
    missing: ref.missing,
    pointer: ref.pointer,
  };
}

function asTexts(value: Json | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? (value as readonly string[])
    : undefined;
}
