/** Least and most of a limit: a number in the rule, or one that is taken from evidence. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, missingFrom } from '../gate.ts';
import { fromSchema, shownReferenceTo } from '../spec.ts';
import { isNumber } from './number.ts';

export const boundSchema = v.union([v.number(), fromSchema], 'Expected a number, or { from: SECTION.FIELD }');
export type BoundSpec = v.InferOutput<typeof boundSchema>;

/** The bound over some evidence, or why there is none. */
export type Bound = (evidence: Evidence) => number | Cause;

/** Compiles a bound; one that is absent from the rule bounds nothing. Complains when it names no number. */
export function compileBound(
  spec: BoundSpec | undefined,
  none: number,
  path: readonly PathSegment[],
  context: CompileContext,
): Bound {
  if (spec === undefined) return () => none;
  if (typeof spec === 'number') return () => spec;
  const isNumeric = ({ type }: { readonly type: string }) => type === 'number' || type === 'any';
  const ref = shownReferenceTo('a number', isNumeric, spec, path, context);
  if (ref === undefined) return () => none;
  return (evidence) => {
    const value = ref.get(evidence);
    return isNumber(value) ? value : missingFrom(ref, evidence);
  };
}
