/** Compiles `when:` into a closure with three answers, so that absence can never pass for an answer. */
import type { PathSegment } from '../evidence/issues.ts';
import { reader } from '../evidence/reference.ts';
import type { Json, JsonObject } from '../json.ts';
import { isObject } from '../json.ts';
import { compileField } from './matcher.ts';
import type { FieldContext } from './matcher-place.ts';
import { FALSE, TRUE, type Tri, UNKNOWN } from './tri.ts';

/** A condition that only asks whether a field, right under its section, has one value. */
export type Equality = { readonly field: string; readonly wanted: string | number | boolean };

export type Condition = {
  test(section: JsonObject): Tri;
  /** The fields (dotted, under the section) on which the answer is unknown. */
  unknowns(section: JsonObject): readonly string[];
  /** The first field it reads, for pointing at evidence. */
  readonly field: string | undefined;
  /** May turn true when evidence is taken away (`blank: true`, `absent: true`, or the like under `not`). */
  readonly rises: boolean;
  /** May turn false when evidence is taken away (`blank: false`, `absent: false`). */
  readonly falls: boolean;
  /** In words, made of the rule's own text only. */
  readonly says: string;
  readonly equality?: Equality;
};

const not = (x: Tri): Tri => (2 - x) as Tri;

/** Compiles one `when`, complaining about every fault in it. The result of a faulty one never matches. */
export function compileCondition(
  value: Json,
  path: readonly PathSegment[],
  context: FieldContext,
): Condition {
  if (!isObject(value) || Object.keys(value).length === 0) {
    context.complain(path, 'bad-condition', 'Expected a condition: { FIELD: matcher }, or any, all, not');
    return NEVER;
  }
  return every(
    Object.entries(value).map(([key, inner]) => {
      const at = [...path, key];
      if (key === 'not') return negate(compileCondition(inner, at, context));
      if (key === 'any' || key === 'all') return compileList(key, inner, at, context);
      return compileLeaf(key, inner, at, context);
    }),
  );
}

function compileList(
  word: 'any' | 'all',
  value: Json,
  path: readonly PathSegment[],
  context: FieldContext,
): Condition {
  if (!Array.isArray(value) || value.length === 0) {
    context.complain(path, 'bad-condition', `Expected a list of conditions under "${word}"`);
    return NEVER;
  }
  const parts = value.map((item, index) => compileCondition(item, [...path, index], context));
  return word === 'all' ? every(parts) : some(parts);
}

function compileLeaf(
  field: string,
  value: Json,
  path: readonly PathSegment[],
  context: FieldContext,
): Condition {
  const matcher = compileField(field, value, path, context);
  const { test: matches, onField = (holder) => matches(holder[field]) } = matcher;
  const read = reader(field.split('.'));
  // Nearly every field stands right under its section. What every object inherits (`toString`) is no evidence, so such
  // a name takes the careful way, as a dotted one does.
  const careful = field.includes('.') || field in Object.prototype;
  const test = careful ? (section: JsonObject) => matches(read(section)) : onField;
  return {
    test,
    unknowns: (section) => (test(section) === UNKNOWN ? [field] : []),
    field,
    rises: matcher.rises,
    falls: matcher.falls,
    says: `${field} ${matcher.says}`,
    ...(careful || matcher.wanted === undefined ? {} : { equality: { field, wanted: matcher.wanted } }),
  };
}

function every(parts: readonly Condition[]): Condition {
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first;
  const tests = parts.map((part) => part.test);
  return combine(parts, ' and ', (section) => {
    let least: Tri = TRUE;
    for (let i = 0; i < tests.length; i++) {
      const answer = tests[i]!(section);
      if (answer === FALSE) return FALSE;
      if (answer < least) least = answer;
    }
    return least;
  });
}

function some(parts: readonly Condition[]): Condition {
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first;
  const tests = parts.map((part) => part.test);
  return combine(parts, ' or ', (section) => {
    let greatest: Tri = FALSE;
    for (let i = 0; i < tests.length; i++) {
      const answer = tests[i]!(section);
      if (answer === TRUE) return TRUE;
      if (answer > greatest) greatest = answer;
    }
    return greatest;
  });
}

function combine(parts: readonly Condition[], word: string, test: Condition['test']): Condition {
  return {
    test,
    unknowns: (section) => parts.flatMap((part) => part.unknowns(section)),
    field: parts.find((part) => part.field !== undefined)?.field,
    rises: parts.some((part) => part.rises),
    falls: parts.some((part) => part.falls),
    says: parts.map((part) => part.says).join(word),
  };
}

function negate(inner: Condition): Condition {
  const { unknowns, field, rises, falls, says } = inner;
  return {
    test: (section) => not(inner.test(section)),
    unknowns,
    field,
    rises: falls,
    falls: rises,
    says: `not (${says})`,
  };
}

const NEVER: Condition = {
  test: () => FALSE,
  unknowns: () => [],
  field: undefined,
  rises: false,
  falls: false,
  says: 'never',
};
