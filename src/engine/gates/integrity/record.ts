/** The `record` of `integrity`: which entries must be there, what they must say, and that there is nothing else. */
import { canonicalJson } from '../../evidence/canonical.ts';
import { pointerSegment, pointerTo, type Reference } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import { showKey } from '../../unsafe-keys.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, missingCause, missingFrom } from '../gate.ts';
import { shownReferenceTo } from '../spec.ts';
import { type Form, saysIn, saysSomething } from './says.ts';

export type RecordRules = {
  readonly require?: readonly string[] | Readonly<Record<string, Form>> | undefined;
  readonly expect?: JsonObject | undefined;
  readonly closed?: boolean | undefined;
  readonly filled?: boolean | undefined;
  readonly empty?: readonly string[] | undefined;
};
type Judge = (evidence: Evidence) => readonly Cause[];

/** Compiles the rules over a record; complains of a record or a list of expectations that names no evidence. */
export function compileRecord(
  spec: { readonly from: string },
  rules: RecordRules,
  context: CompileContext,
): Judge | undefined {
  const ref = shownReferenceTo('a record', isRecord, spec, ['record'], context);
  const expected = compileExpected(rules.expect, context);
  if (rules.closed === true && rules.require === undefined && rules.expect === undefined)
    context.complain(['closed'], 'nothing-named', '"closed" needs "require" or "expect": what may be there?');
  if (ref === undefined || expected === undefined) return undefined;
  const none = context.sha256('');
  return (evidence) => {
    const record = ref.get(evidence);
    const wanted = expected(evidence);
    if (!isObject(record)) return [missingFrom(ref, evidence), ...(isObject(wanted) ? [] : wanted)];
    if (!isObject(wanted)) return wanted;
    return judge({ record, wanted, rules, at: ref.pointer, none, skipped: skippedBeside(ref, evidence) });
  };
}

type Judged = {
  readonly record: JsonObject;
  readonly wanted: JsonObject;
  readonly rules: RecordRules;
  readonly at: string;
  /** The digest of no bytes. */
  readonly none: string;
  readonly skipped: readonly Skipped[];
};

function judge({ record, wanted, rules, at, none, skipped }: Judged): readonly Cause[] {
  const { empty = [] } = rules;
  const forms = formsOf(rules.require);
  const pointer = (name: string) => `${at}/${pointerSegment(name)}`;
  const has = (name: string) => Object.hasOwn(record, name) && saysIn(forms.get(name), record[name]);
  const named = new Set([...forms.keys(), ...Object.keys(wanted), ...empty]);
  const missing = [...named].filter((name) => !has(name));
  const causes: Cause[] = missing.map((name) => {
    const form = forms.get(name);
    const isOdd = form !== undefined && Object.hasOwn(record, name) && saysSomething(record[name]);
    const why = skipped.find(({ subject }) => subject === name)?.why ?? (isOdd ? NOT[form] : undefined);
    const message = `${printPath(name)} is not there${why === undefined ? '' : ` as it must be: ${why}`}`;
    return { code: 'missing', subject: name, message, evidence: pointer(name) };
  });
  for (const name of Object.keys(wanted).filter(has))
    if (canonicalJson(record[name]!) !== canonicalJson(wanted[name]!))
      causes.push({
        code: 'differs',
        subject: name,
        message: `${printPath(name)} is not what was recorded`,
        evidence: pointer(name),
      });
  for (const name of empty.filter(has)) {
    const entry = record[name];
    if (isObject(entry) && entry['sha256'] === none) continue;
    const message = `${printPath(name)} must be empty, and holds something`;
    causes.push({ code: 'not-empty', subject: name, message, evidence: pointer(name) });
  }
  if (rules.filled === true) causes.push(...blanks(record, at));
  if (rules.closed === true)
    for (const name of Object.keys(record).sort())
      if (!named.has(name))
        causes.push({
          code: 'unexpected',
          subject: name,
          message: `Nobody named ${printPath(name)}, and it stands there`,
          evidence: pointer(name),
        });
  const told = new Set(missing);
  return [...causes, ...skipped.filter(({ subject }) => !told.has(subject ?? '')).map(withoutWhy)];
}

const NOT: Readonly<Record<Form, string>> = {
  text: 'it is no text',
  texts: 'it is no list of texts',
  count: 'it is no whole number from 0 on',
  flag: 'it is neither true nor false',
};

const formsOf = (require: RecordRules['require'] = []): ReadonlyMap<string, Form | undefined> =>
  new Map(isNames(require) ? require.map((name) => [name, undefined]) : Object.entries(require));
const isNames = (require: object): require is readonly string[] => Array.isArray(require);

function blanks(record: JsonObject, at: string): readonly Cause[] {
  const names = Object.keys(record).sort();
  if (names.length === 0) return [{ code: 'blank', message: 'Nothing was recorded at all', evidence: at }];
  return names
    .filter((name) => !saysSomething(record[name]))
    .map((name) => {
      const evidence = `${at}/${pointerSegment(name)}`;
      return { code: 'blank', subject: name, message: `${showKey(name)} has no value`, evidence };
    });
}

type Skipped = Cause & { readonly why?: string };

const withoutWhy = ({ why: _, ...cause }: Skipped): Cause => cause;

/** What a collector could not read stands as `skipped` beside the record; it is absent when all was read. */
function skippedBeside(ref: Reference, evidence: Evidence): readonly Skipped[] {
  const { section, text } = ref;
  const around = evidence[section];
  if (text.split('.').length !== 2 || !isObject(around)) return [];
  const list = around['skipped'] ?? [];
  const at = pointerTo(section, 'skipped');
  if (!Array.isArray(list)) return [missingCause(`${section}.skipped`, at)];
  return (list as readonly Json[]).map((entry, index): Skipped => {
    const { path, why: told } = isObject(entry) ? entry : {};
    const subject = typeof path === 'string' ? path : `entry ${index}`;
    const why = typeof told === 'string' ? told : 'nobody said why';
    const message = `${printPath(subject)} was not read: ${why}`;
    return { code: 'unread', subject, message, evidence: `${at}/${index}`, why };
  });
}

/** What must be equal: from the rule, from evidence, or nothing; a cause when the evidence is not there. */
function compileExpected(
  spec: JsonObject | undefined,
  context: CompileContext,
): ((evidence: Evidence) => JsonObject | readonly Cause[]) | undefined {
  if (!isFrom(spec)) return () => spec ?? {};
  const ref = shownReferenceTo('a record', isRecord, spec, ['expect'], context);
  if (ref === undefined) return undefined;
  return (evidence) => {
    const value = ref.get(evidence);
    return isObject(value) ? value : [missingFrom(ref, evidence)];
  };
}

const isFrom = (spec: JsonObject | undefined): spec is { readonly from: string } =>
  typeof spec?.['from'] === 'string' && Object.keys(spec).length === 1;
const isRecord = ({ type }: Reference) => ['record', 'object', 'any'].includes(type);
