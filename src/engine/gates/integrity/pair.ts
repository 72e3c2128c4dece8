/** A pair of `integrity`: what stands there now, and what was recorded of it. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import { printPath } from '../../paths/path.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, missingFrom } from '../gate.ts';
import { checkTypes, compileSingle, isUsable, singleSchema } from '../single.ts';
import { fromSchema } from '../spec.ts';

export const pairSchema = v.strictObject({
  name: v.optional(v.string()),
  now: fromSchema,
  recorded: singleSchema,
  recorded_in: v.optional(v.string()),
});

/** Compiles a pair into what holds it: nothing, a difference, or a side that is not there. */
export function compilePair(
  spec: v.InferOutput<typeof pairSchema>,
  path: readonly PathSegment[],
  context: CompileContext,
): (evidence: Evidence) => readonly Cause[] {
  const now = compileSingle(spec.now, [...path, 'now'], context);
  const recorded = compileSingle(spec.recorded, [...path, 'recorded'], context);
  checkTypes(now, recorded, [...path, 'recorded'], context);
  const { name, recorded_in: file } = spec;
  const subject = name === undefined ? {} : { subject: name };
  const what = name === undefined ? 'What stands there' : printPath(name);
  return (evidence) => {
    const [a, b] = [now.read(evidence), recorded.read(evidence)];
    const causes: Cause[] = isUsable(a) ? [] : [missingFrom(now, evidence)];
    if (!isUsable(b)) causes.push(file === undefined ? missingFrom(recorded, evidence) : notRecorded(file));
    if (causes.length > 0 || a === b) return causes;
    const message = `${what} is not what was recorded`;
    return [{ code: 'differs', ...subject, message, evidence: now.pointer }];
  };

  function notRecorded(subject: string): Cause {
    const message = `${printPath(subject)} is not there, so nothing was recorded`;
    return { code: 'missing', subject, message, evidence: recorded.pointer };
  }
}
