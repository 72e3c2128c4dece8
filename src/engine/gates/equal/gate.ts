/** `equal`: two values of the evidence, or one and a fixed text, must be the same. */
import * as v from 'valibot';
import type { Reference } from '../../evidence/reference.ts';
import type { ShapeType } from '../../evidence/shape.ts';
import type { Json } from '../../json.ts';
import { isObject } from '../../json.ts';
import { hasSomethingToRead } from '../../paths/characters.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, defineGate, holdFor, missingFrom } from '../gate.ts';
import { fromSchema, referenceTo } from '../spec.ts';
import { examples } from './examples.ts';

const side = v.union([v.string(), fromSchema], 'Expected a text, or { from: SECTION.FIELD }');
type Side = {
  read(evidence: Evidence): Json | undefined;
  missing(evidence: Evidence): string;
  missingAt(evidence: Evidence): string;
  readonly pointer: string;
  /** `any` when the evidence may hold a value of any type. */
  readonly type: ShapeType;
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
    checkTypes(left, right, context);
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
  return typeof value !== 'string' || hasSomethingToRead(value);
}

function compileSide(
  spec: v.InferOutput<typeof side>,
  name: 'left' | 'right',
  context: CompileContext,
): Side {
  if (typeof spec === 'string') {
    if (!usable(spec)) context.complain([name], 'blank-text', 'A blank text equals nothing');
    return { read: () => spec, missing: () => name, missingAt: () => '', pointer: '', type: 'text' };
  }
  const ref = referenceTo('a single value', isSingle, spec, [name], context);
  return {
    read: (evidence) => ref?.get(evidence),
    missing: (evidence) => ref?.missing(evidence) ?? '',
    missingAt: (evidence) => ref?.missingAt(evidence) ?? '',
    pointer: ref?.pointer ?? '',
    type: ref?.type ?? 'any',
  };
}

const isSingle = ({ type }: Reference) => ['text', 'number', 'flag', 'any'].includes(type);

function checkTypes(left: Side, right: Side, context: CompileContext): void {
  if (left.type === 'any' || right.type === 'any' || left.type === right.type) return;
  context.complain(['right'], 'wrong-type', `A ${left.type} can never equal a ${right.type}`);
}

const differs = (left: Side): Cause => ({
  code: 'differs',
  message: 'The two values are not the same',
  evidence: left.pointer,
});
const absent = (side: Side, evidence: Evidence): Cause => missingFrom(side, evidence);
