/** Measures of a whole change: `lines`, `changes`, `files`, `bytes` and `imports`. */
import { becomes } from '../../evidence/changed-file.ts';
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, missingCause } from '../gate.ts';
import { isCount, type Measured } from './number.ts';

export const NAMED = ['lines', 'changes', 'files', 'bytes', 'imports'] as const;
export type Named = (typeof NAMED)[number];

const FILES = pointerTo('change', 'files');

/**
 * `lines`: added + removed. `files`: how many. `changes`: lines, and one for each file whose mode or kind changed.
 * `bytes`: by how many bytes each file grew or shrank. `imports`: added lines that look like one.
 */
export function measureChange(name: Named, evidence: Evidence): Measured {
  const change = evidence['change'];
  const files = isObject(change) ? change['files'] : undefined;
  if (!Array.isArray(files)) {
    return isObject(change) ? nothing('change.files', FILES) : nothing('change', pointerTo('change'));
  }
  if (name === 'files') return { value: files.length, pointer: FILES, causes: [] };
  const causes: Cause[] = [];
  let total = 0;
  for (const [index, file] of (files as readonly Json[]).entries()) {
    const one = MEASURES[name](file, index);
    if (typeof one === 'number') total += one;
    else causes.push(one);
  }
  // A part of the files says nothing of the whole; what a rule may let be is told apart.
  const whole = causes.every((cause) => ALLOWABLE.has(cause.code));
  return { ...(whole ? { value: total } : {}), pointer: FILES, causes };
}

const ALLOWABLE: ReadonlySet<string> = new Set(['binary-file', 'uncounted']);

const nothing = (subject: string, pointer: string): Measured => ({
  pointer,
  causes: [missingCause(subject, pointer)],
});

/** A number of one file, or why there is none. */
type MeasureFile = (file: Json, index: number) => number | Cause;

const MEASURES: Readonly<Record<Exclude<Named, 'files'>, MeasureFile>> = {
  lines(file, index) {
    if (!isObject(file)) return missing(index);
    if (becomes(file, 'submodule')) return untold('uncounted', file, index);
    return (
      linesOf(file) ?? (file['binary'] === true ? untold('binary-file', file, index) : missingIn(file, index))
    );
  },
  changes(file, index) {
    if (!isObject(file)) return missing(index);
    const lines = linesOf(file);
    if (lines !== undefined) return lines + (changedForm(file) ? 1 : 0);
    return file['binary'] === true ? 1 : missingIn(file, index);
  },
  bytes(file, index) {
    if (!isObject(file)) return missing(index);
    if (becomes(file, 'submodule')) return untold('uncounted', file, index);
    const { status, bytes, old_bytes: before } = file;
    const gone = status === 'D';
    if (!gone && !isCount(bytes)) return missing(index, 'bytes');
    if (!(before === undefined && !gone) && !isCount(before)) return missing(index, 'old_bytes');
    return Math.abs((gone ? 0 : Number(bytes)) - Number(before ?? 0));
  },
  imports(file, index) {
    if (!isObject(file)) return missing(index);
    return isCount(file['imports']) ? file['imports'] : missing(index, 'imports');
  },
};

function linesOf(file: JsonObject): number | undefined {
  const { added, removed, lines, binary } = file;
  if (binary !== false) return undefined;
  if (isCount(added) && isCount(removed)) return added + removed;
  return isCount(lines) ? lines : undefined;
}

function changedForm(file: JsonObject): boolean {
  const differs = (now: string, was: string) =>
    typeof file[now] === 'string' && typeof file[was] === 'string' && file[now] !== file[was];
  return differs('mode', 'old_mode') || differs('kind', 'old_kind') || file['kind'] === 'submodule';
}

// Only a file that is said to be binary may go uncounted; a text file without its lines is missing evidence.
function missingIn(file: JsonObject, index: number): Cause {
  const odd = (field: string) => (field === 'binary' ? file[field] !== false : !isCount(file[field]));
  return missing(index, ['binary', 'added', 'removed'].find(odd));
}

function missing(index: number, field?: string): Cause {
  return field === undefined
    ? missingCause(`change.files.${index}`, `${FILES}/${index}`)
    : missingCause(`change.files.${index}.${field}`, `${FILES}/${index}/${field}`);
}

const WORDS = {
  'binary-file': 'has no lines that could be counted',
  uncounted: 'is a submodule: what it brings lies in another repository, where nobody counted',
} as const;

function untold(code: keyof typeof WORDS, file: JsonObject, index: number): Cause {
  const path = typeof file['path'] === 'string' ? file['path'] : `file ${index}`;
  return {
    code,
    subject: path,
    message: `${printPath(path)} ${WORDS[code]}`,
    evidence: `${FILES}/${index}`,
  };
}
