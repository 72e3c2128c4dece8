/** Tests that a rule names: which cases of the evidence they are, and how those ended. */
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import { type Cause, missingCause } from '../gate.ts';

/** Error types that say: the test ran, and what it looked at was not as it should be. */
export const ASSERTIONS: readonly string[] = [
  'AssertionError',
  'AssertionFailedError',
  'AssertionFailedException',
  'ComparisonFailure',
  'ExpectationFailedException',
];

export type Case = { readonly index: number; readonly record: JsonObject };

/**
 * The cases, when all that were counted are listed; else the cause why no name can be looked up. What is not listed may
 * have any name and may have ended in any way.
 */
export function listedCases(report: JsonObject): { cases: readonly Case[] } | { cause: Cause } {
  const { cases, tests } = report;
  if (!Array.isArray(cases)) return { cause: missingCause('tests.cases', pointerTo('tests', 'cases')) };
  if (cases.length !== tests) {
    const message = `The evidence lists ${cases.length} of ${String(tests)} tests by name`;
    return { cause: { code: 'names-left-out', message, evidence: pointerTo('tests', 'cases') } };
  }
  const records = (cases as readonly Json[]).map((one, index) => ({
    index,
    record: isObject(one) ? one : {},
  }));
  const hole = records.find(
    ({ record }) => typeof record['name'] !== 'string' || typeof record['status'] !== 'string',
  );
  if (hole === undefined) return { cases: records };
  const field = typeof hole.record['name'] === 'string' ? 'status' : 'name';
  return {
    cause: missingCause(`tests.cases.${hole.index}.${field}`, pointerTo('tests', 'cases', hole.index, field)),
  };
}

/** The cases that a rule's name stands for: a test, or all of a class, a suite or a file. */
export function casesNamed(wanted: string, cases: readonly Case[]): readonly Case[] {
  const python = /^(.+)\.py(?:::(.+))?$/.exec(wanted);
  const module = python?.[1]?.replaceAll('/', '.');
  const inModule = python?.[2] === undefined ? undefined : `${module}.${python[2].replaceAll('::', '.')}`;
  return cases.filter(({ record }) => {
    const name = String(record['name']);
    const { classname, suite, file } = record;
    if (wanted === name || wanted === classname || wanted === suite || wanted === file) return true;
    if (typeof suite === 'string' && wanted === `${suite} > ${name}`) return true;
    if (typeof classname !== 'string') return false;
    if (wanted === `${classname}::${name}`) return true;
    // Pytest names a file by its module: tests/test_total.py is tests.test_total.
    if (module === undefined) return false;
    return inModule === undefined
      ? classname === module || classname.startsWith(`${module}.`)
      : `${classname}.${name}`.replaceAll('::', '.') === inModule;
  });
}

const PASSED: ReadonlySet<Json | undefined> = new Set<Json>(['passed', 'flaky']);
const FAILED: ReadonlySet<Json | undefined> = new Set<Json>(['failed', 'error']);

/** Each of these must be there, and all that it stands for must have passed. */
export function mustPass(wanted: readonly string[], cases: readonly Case[]): Cause[] {
  return wanted.flatMap((name) => {
    const found = casesNamed(name, cases);
    const other = found.find(({ record }) => !PASSED.has(record['status']));
    if (found.length > 0 && other === undefined) return [];
    const message =
      other === undefined ? `No test is called ${quoted(name)}` : `${quoted(name)} ${endOf(other)}`;
    return [told('must-pass-absent', name, message, other)];
  });
}

/** Each of these must be there, and all that it stands for must have failed in one of these ways. */
export function mustFail(
  wanted: readonly string[],
  types: ReadonlySet<string>,
  cases: readonly Case[],
): Cause[] {
  return wanted.flatMap((name): Cause[] => {
    const found = casesNamed(name, cases);
    const passed = found.find(({ record }) => PASSED.has(record['status']));
    if (passed !== undefined) return [told('already-green', name, `${quoted(name)} passed already`, passed)];
    const [skipped] = found.filter(({ record }) => !FAILED.has(record['status']));
    if (skipped !== undefined)
      return [told('must-fail-absent', name, `${quoted(name)} ${endOf(skipped)}`, skipped)];
    // Where a file could not be loaded, what broke has the name of the file, and the tests in it are not there.
    const wrong = (found.length > 0 ? found : cases).find(
      ({ record }) => FAILED.has(record['status']) && !isOfType(record, types),
    );
    if (wrong !== undefined) {
      const broken = quoted(String(wrong.record['name']));
      const what = found.length > 0 ? broken : `${quoted(name)} did not run: ${broken}`;
      return [told('wrong-failure', name, `${what} ${endOf(wrong)}`, wrong)];
    }
    if (found.length > 0) return [];
    return [told('must-fail-absent', name, `No test is called ${quoted(name)}`, undefined)];
  });
}

/** How many of the cases that failed are among those that were to fail. */
export function failedOnPurpose(wanted: readonly string[], cases: readonly Case[]): number {
  const meant = new Set(wanted.flatMap((name) => casesNamed(name, cases)));
  return [...meant].filter(({ record }) => FAILED.has(record['status'])).length;
}

/** A test that broke before it could look at anything (a fixture, an import) has status `error`. */
function isOfType(record: JsonObject, types: ReadonlySet<string>): boolean {
  const type = record['error_type'];
  if (record['status'] !== 'failed' || typeof type !== 'string') return false;
  return types.has(type) || types.has(type.slice(type.search(/[^.\\]*$/)));
}

function endOf({ record }: Case): string {
  const { status, error_type: type } = record;
  const how = typeof type === 'string' ? ` with ${quoted(type)}` : ' and does not say with what';
  if (status === 'failed') return `failed${how}`;
  if (status === 'error') return `broke${how}`;
  return `is ${quoted(String(status))}`;
}

/** Names come from whoever wrote the test: shown with escapes, and short. */
const quoted = (text: string) =>
  JSON.stringify(printPath(text.length > 100 ? `${text.slice(0, 100)}...` : text));

function told(code: string, subject: string, message: string, at: Case | undefined): Cause {
  const evidence =
    at === undefined ? pointerTo('tests', 'cases') : pointerTo('tests', 'cases', at.index, 'status');
  return { code, subject, message, evidence };
}
