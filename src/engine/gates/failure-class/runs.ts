/** Reads one run after the other: what each failed with, and what keeps it from being counted. */
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import { type Cause, missingCause } from '../gate.ts';
import { PASSED, UNKNOWN } from './vocabulary.ts';

export type ClassedRun = { readonly name: string; readonly causes: readonly Cause[] };

/** The class of the run at `index`; with causes when it is unknown, or when the evidence of it has a hole. */
export function classOfRun(run: Json, index: number, classOf: ReadonlyMap<string, string>): ClassedRun {
  if (!isObject(run)) return unknown([missing(index)]);
  const holes = ['command', 'stderr_sha256'].filter((field) => !isTold(run[field]));
  const causes = holes.map((field) => missing(index, field));
  const { timed_out: timedOut, exit_code: exit } = run;
  if (timedOut !== false && timedOut !== true) return unknown([...causes, missing(index, 'timed_out')]);
  if (timedOut)
    return unknown([
      ...causes,
      told('timed-out', index, `Run ${index + 1} was cut off at its time limit`, 'timed_out'),
    ]);
  if ((run['overflowed'] ?? false) !== false) {
    const message = `Run ${index + 1} was cut off because it wrote too much`;
    return unknown([...causes, told('overflowed', index, message, 'overflowed')]);
  }
  if (!Number.isSafeInteger(exit)) return unknown([...causes, missing(index, 'exit_code')]);
  if (exit === 0) return { name: PASSED, causes };
  const found = typeWord(run, index, classOf);
  return { name: found.name, causes: [...causes, ...found.causes] };
}

function typeWord(run: JsonObject, index: number, classOf: ReadonlyMap<string, string>): ClassedRun {
  const { error_type: type } = run;
  if (type === null) {
    const message = `Run ${index + 1} failed, and nothing it said names the error`;
    return unknown([told('unknown-class', index, message, 'error_type')]);
  }
  if (typeof type !== 'string') return unknown([missing(index, 'error_type')]);
  const name = classOfWord(type, classOf);
  if (name !== undefined) return { name, causes: [] };
  // Whatever a program printed may stand here: it is shown with escapes, and short.
  const shown = printPath(type.length > 100 ? `${type.slice(0, 100)}...` : type);
  const message = `The vocabulary has no word ${JSON.stringify(shown)}`;
  return unknown([{ ...told('unknown-class', index, message, 'error_type'), subject: shown }]);
}

/** A run in which several things failed gives their words with commas: it has a class when all of them have that one. */
function classOfWord(type: string, classOf: ReadonlyMap<string, string>): string | undefined {
  const own = classOf.get(type);
  if (own !== undefined || !type.includes(', ')) return own;
  const [first, ...others] = type.split(', ').map((word) => classOf.get(word));
  return others.every((name) => name === first) ? first : undefined;
}

/** The fields that must be the same in every run, or the runs were not of one thing. A hole in them is told as such. */
export function compareRuns(runs: readonly Json[], fields: readonly string[]): Cause[] {
  return fields.flatMap((field) => {
    const values = runs.map((run) => (isObject(run) ? run[field] : undefined));
    const hole = field === 'command' ? -1 : values.findIndex((value) => !isTold(value));
    if (hole >= 0) return [missing(hole, field)];
    const first = JSON.stringify(values[0]);
    const other = values.findIndex((value) => JSON.stringify(value) !== first);
    if (other < 0) return [];
    const message = `Runs 1 and ${other + 1} are not comparable: they have another ${field}`;
    return [{ ...told('not-comparable', other, message, field), subject: field }];
  });
}

function told(code: string, index: number, message: string, field: string): Cause {
  return { code, message, evidence: pointerTo('runs', index, field) };
}

function missing(index: number, field?: string): Cause {
  return field === undefined
    ? missingCause(`runs.${index}`, pointerTo('runs', index))
    : missingCause(`runs.${index}.${field}`, pointerTo('runs', index, field));
}

const unknown = (causes: readonly Cause[]): ClassedRun => ({ name: UNKNOWN, causes });

const isTold = (value: Json | undefined) =>
  typeof value === 'string'
    ? value !== ''
    : Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
