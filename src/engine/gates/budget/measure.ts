/** Measures: numbers that a budget takes from evidence. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import type { Json } from '../../json.ts';
import { isObject } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { type CompileContext, missingCause, missingFrom } from '../gate.ts';
import { measureChange, NAMED } from './change-measure.ts';
import { isCount, isNumber, type Measured } from './number.ts';

export const measureSchema = v.union(
  [
    v.picklist(NAMED),
    v.strictObject({ count: v.string() }),
    v.strictObject({ sum: v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one reference')) }),
    v.strictObject({ value: v.string() }),
  ],
  'Expected lines, changes, files, bytes, imports, { count: LIST }, { sum: [REFERENCE, ...] } or { value: REFERENCE }',
);
export type MeasureSpec = v.InferOutput<typeof measureSchema>;

export type Measure = {
  readonly name: string;
  /** The number comes from private content: it may be compared and not told. */
  readonly sensitive?: boolean;
  measure(evidence: Evidence): Measured;
};

/** Compiles a measure; gives undefined after complaining when it names no evidence. */
export function compileMeasure(
  spec: MeasureSpec,
  path: readonly PathSegment[],
  context: CompileContext,
): Measure | undefined {
  if (typeof spec === 'string') {
    context.needs('change');
    return { name: spec, measure: (evidence) => measureChange(spec, evidence) };
  }
  if ('sum' in spec) return sumOf(spec.sum, path, context);
  const [text, word] = 'count' in spec ? [spec.count, 'count'] : [spec.value, 'value'];
  const ref = context.reference(text, [...path, word]);
  if (ref === undefined) return undefined;
  const wanted = word === 'value' ? 'a number' : 'a list or record';
  const fits = word === 'value' ? ['number', 'any'] : ['list', 'record', 'object', 'any'];
  if (ref.wild || !fits.includes(ref.type)) {
    const is = ref.wild ? 'names many values' : `is a ${ref.type}`;
    context.complain([...path, word], 'wrong-type', `"${text}" ${is}, not ${wanted}`);
    return undefined;
  }
  const read = word === 'count' ? size : (value: Json | undefined) => (isNumber(value) ? value : undefined);
  return {
    name: text,
    sensitive: ref.sensitive,
    measure(evidence) {
      const value = read(ref.get(evidence));
      return value === undefined
        ? { pointer: ref.pointer, causes: [missingFrom(ref, evidence)] }
        : { value, pointer: ref.pointer, causes: [] };
    },
  };
}

function nothing(subject: string, pointer: string): Measured {
  return { pointer, causes: [missingCause(subject, pointer)] };
}

function size(value: Json | undefined): number | undefined {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function sumOf(
  texts: readonly string[],
  path: readonly PathSegment[],
  context: CompileContext,
): Measure | undefined {
  const refs = texts.map((text, index) => {
    const ref = context.reference(text, [...path, 'sum', index]);
    if (ref !== undefined && ref.type !== 'number' && ref.type !== 'any')
      context.complain([...path, 'sum', index], 'wrong-type', `"${text}" is a ${ref.type}, not a number`);
    return ref;
  });
  return {
    name: texts.join(' + '),
    sensitive: refs.some((ref) => ref?.sensitive === true),
    measure(evidence) {
      let total = 0;
      for (const ref of refs) {
        const found = ref?.each(evidence);
        if (ref === undefined) continue;
        if (found === undefined) return { pointer: ref.pointer, causes: [missingFrom(ref, evidence)] };
        for (const { value, pointer } of found) {
          // One that is below zero would make room for another. A pointer into private content would tell its keys.
          if (!isCount(value)) return nothing(ref.text, ref.sensitive ? ref.missingAt(evidence) : pointer);
          total += value;
        }
      }
      return { value: total, pointer: refs[0]?.missingAt(evidence) ?? '', causes: [] };
    },
  };
}
