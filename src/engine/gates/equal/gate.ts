/** `equal`: two values of the evidence, or one and a fixed text, must be the same. */
import * as v from 'valibot';
import type { Json } from '../../json.ts';
import { isObject } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, defineGate, holdFor, missingCause } from '../gate.ts';
import { fromSchema } from '../spec.ts';
import { examples } from './examples.ts';

const side = v.union([v.string(), fromSchema], 'Expected a text, or { from: SECTION.FIELD }');
type Side = {
  read(evidence: Evidence): Json | undefined;
  missing(evidence: Evidence): string;
  readonly pointer: string;
};

export const equal = defineGate({
  kind: 'equal',
  summary: 'Two values of the evidence, or one and a fixed text, must be the same.',
  codes: {
    differs: { says: 'The two values are not the same.', fix: 'See which of the two is the right one' },
  },
  entries: { left: fromSchema, right: side },
  examples,
  compile(spec, context) {
    const left = compileSide(spec.left, 'left', context);
    const right = compileSide(spec.right, 'right', context);
    return (evidence) => {
      const a = left.read(evidence);
      const b = right.read(evidence);
      if (usable(a) && usable(b)) return a === b ? holdFor([]) : holdFor([differs(left)]);
      return holdFor([
        ...(usable(a) ? [] : [absent(left, evidence)]),
        ...(usable(b) ? [] : [absent(right, evidence)]),
      ]);
    };
  },
});

// Lists and records are left to gates that know what they mean; a blank text names nothing.
function usable(value: Json | undefined): boolean {
  if (value === undefined || value === null || isObject(value) || Array.isArray(value)) return false;
  return typeof value !== 'string' || value.trim() !== '';
}

function compileSide(
  spec: v.InferOutput<typeof side>,
  name: 'left' | 'right',
  context: CompileContext,
): Side {
  if (typeof spec === 'string') return { read: () => spec, missing: () => name, pointer: '' };
  const ref = context.reference(spec.from, [name, 'from']);
  return {
    read: (evidence) => ref?.get(evidence),
    missing: (evidence) => ref?.missing(evidence) ?? '',
    pointer: ref?.pointer ?? '',
  };
}

const differs = (left: Side): Cause => ({
  code: 'differs',
  message: 'The two values are not the same',
  evidence: left.pointer,
});
const absent = (side: Side, evidence: Evidence): Cause => missingCause(side.missing(evidence), side.pointer);
