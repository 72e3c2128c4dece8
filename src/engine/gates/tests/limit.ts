/** A count in the rule, or one that is taken from evidence such as a contract of done. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import type { Json } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, missingFrom } from '../gate.ts';
import { fromSchema, referenceTo } from '../spec.ts';

export const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
export const limitSchema = v.union(
  [whole, fromSchema],
  'Expected a whole number, or { from: SECTION.FIELD }',
);
type LimitSpec = v.InferOutput<typeof limitSchema>;

export type Limit = (evidence: Evidence) => number | Cause;

/** Undefined when the rule sets no limit, or names a place where none can be. */
export function compileLimit(
  spec: LimitSpec | undefined,
  path: readonly PathSegment[],
  context: CompileContext,
): Limit | undefined {
  if (spec === undefined || typeof spec === 'number') return spec === undefined ? undefined : () => spec;
  const ref = referenceTo('a number', ({ type }) => type === 'number' || type === 'any', spec, path, context);
  if (ref === undefined) return undefined;
  return (evidence) => {
    const value = ref.get(evidence);
    return isCount(value) ? value : missingFrom(ref, evidence);
  };
}

export const isCount = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
