/** Measures: numbers that a budget takes from evidence. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, missingCause, missingFrom } from '../gate.ts';

const NAMED = ['lines', 'changes', 'files'] as const;

export const measureSchema = v.union(
  [
    v.picklist(NAMED),
    v.strictObject({ count: v.string() }),
    v.strictObject({ sum: v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one reference')) }),
    v.strictObject({ value: v.string() }),
  ],
  'Expected lines, changes, files, { count: LIST }, { sum: [REFERENCE, ...] } or { value: REFERENCE }',
);
export type MeasureSpec = v.InferOutput<typeof measureSchema>;

/** A number, what it leaves out (`causes`), or only why there is none. */
export type Measured = {
  readonly value?: number;
  readonly pointer: string;
  readonly causes: readonly Cause[];
};
export type Measure = {
  readonly name: string;
  /** The number comes from private content: it may be compared and not told. */
  readonly sensitive?: boolean;
  measure(evidence: Evidence): Measured;
};

const FILES = pointerTo('change', 'files');

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

const isNumber = (value: Json | undefined): value is number => Number.isFinite(value);
const isCount = (value: Json | undefined): value is number => isNumber(value) && value >= 0;

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

/** `lines`: added + removed. `files`: how many. `changes`: lines, and one for each file whose mode or kind changed. */
function measureChange(name: (typeof NAMED)[number], evidence: Evidence): Measured {
  const change = evidence['change'];
  const files = isObject(change) ? change['files'] : undefined;
  if (!Array.isArray(files)) {
    return isObject(change) ? nothing('change.files', FILES) : nothing('change', pointerTo('change'));
  }
  if (name === 'files') return { value: files.length, pointer: FILES, causes: [] };
  const causes: Cause[] = [];
  let total = 0;
  for (const [index, file] of (files as readonly Json[]).entries()) {
    const lines = isObject(file) ? linesOf(file) : undefined;
    if (lines !== undefined)
      total += lines + (name === 'changes' && isObject(file) && changedForm(file) ? 1 : 0);
    else if (!isObject(file) || file['binary'] !== true) causes.push(uncounted(file, index));
    else if (name === 'changes') total += 1;
    else causes.push(binaryFile(file, index));
  }
  // A part of the files says nothing of the whole; binaries are told apart, because a rule may let them be.
  const whole = causes.every((cause) => cause.code === 'binary-file');
  return { ...(whole ? { value: total } : {}), pointer: FILES, causes };
}

function linesOf(file: JsonObject): number | undefined {
  const { added, removed, binary } = file;
  return binary === false && isCount(added) && isCount(removed) ? added + removed : undefined;
}

function changedForm(file: JsonObject): boolean {
  const differs = (now: string, was: string) =>
    typeof file[now] === 'string' && typeof file[was] === 'string' && file[now] !== file[was];
  return differs('mode', 'old_mode') || differs('kind', 'old_kind') || file['kind'] === 'submodule';
}

// Only a file that is said to be binary may go uncounted; a text file without its lines is missing evidence.
function uncounted(file: Json, index: number): Cause {
  const at = isObject(file) ? (['binary', 'added', 'removed'].find((field) => odd(file, field)) ?? '') : '';
  const pointer = at === '' ? `${FILES}/${index}` : `${FILES}/${index}/${at}`;
  return missingCause(`change.files.${index}${at === '' ? '' : `.${at}`}`, pointer);
}

const odd = (file: JsonObject, field: string) =>
  field === 'binary' ? file[field] !== false : !isCount(file[field]);

function binaryFile(file: JsonObject, index: number): Cause {
  const path = typeof file['path'] === 'string' ? file['path'] : `file ${index}`;
  return {
    code: 'binary-file',
    subject: path,
    message: `${printPath(path)} has no lines that could be counted`,
    evidence: `${FILES}/${index}`,
  };
}
