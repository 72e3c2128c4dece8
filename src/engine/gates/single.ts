/** Single values that are compared: taken from evidence, or a fixed text in the rule. */
import * as v from 'valibot';
import type { PathSegment } from '../evidence/issues.ts';
import type { Reference } from '../evidence/reference.ts';
import type { ShapeType } from '../evidence/shape.ts';
import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import { hasSomethingToRead } from '../paths/characters.ts';
import type { Evidence } from '../verdict.ts';
import { type Cause, type CompileContext, missingFrom } from './gate.ts';
import { fromSchema, referenceTo } from './spec.ts';

export const singleSchema = v.union([v.string(), fromSchema], 'Expected a text, or { from: SECTION.FIELD }');

export type Single = {
  read(evidence: Evidence): Json | undefined;
  missing(evidence: Evidence): string;
  missingAt(evidence: Evidence): string;
  readonly pointer: string;
  /** `any` when the evidence may hold a value of any type. */
  readonly type: ShapeType;
};

/** Compiles one side of a comparison; complains of what could never be compared. */
export function compileSingle(
  spec: v.InferOutput<typeof singleSchema>,
  path: readonly PathSegment[],
  context: CompileContext,
): Single {
  if (typeof spec === 'string') {
    if (!isUsable(spec)) context.complain(path, 'blank-text', 'A blank text equals nothing');
    return { read: () => spec, missing: () => '', missingAt: () => '', pointer: '', type: 'text' };
  }
  const ref = referenceTo('a single value', isSingle, spec, path, context);
  return {
    read: (evidence) => ref?.get(evidence),
    missing: (evidence) => ref?.missing(evidence) ?? '',
    missingAt: (evidence) => ref?.missingAt(evidence) ?? '',
    pointer: ref?.pointer ?? '',
    type: ref?.type ?? 'any',
  };
}

/** Complains of two sides that can never be equal. */
export function checkTypes(
  a: Single,
  b: Single,
  path: readonly PathSegment[],
  context: CompileContext,
): void {
  if (a.type === 'any' || b.type === 'any' || a.type === b.type) return;
  context.complain(path, 'wrong-type', `A ${a.type} can never equal a ${b.type}`);
}

/** True for what can be compared. Lists and records are left to gates that know what they mean; a blank text names nothing. */
export function isUsable(value: Json | undefined): boolean {
  if (value === undefined || value === null || isObject(value) || Array.isArray(value)) return false;
  return typeof value !== 'string' || hasSomethingToRead(value);
}

/** The cause for each side that has nothing to compare. */
export function absentSides(sides: readonly Single[], evidence: Evidence): readonly Cause[] {
  return sides.filter((side) => !isUsable(side.read(evidence))).map((side) => missingFrom(side, evidence));
}

const isSingle = ({ type }: Reference) => ['text', 'number', 'flag', 'any'].includes(type);
