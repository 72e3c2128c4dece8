/** The matchers of a text's form: `matches` and `glob`. */
import { RE2JS } from 're2js';
import type { Json } from '../json.ts';
import { checkPath } from '../paths/path.ts';
import { compilePatterns } from '../paths/patterns.ts';
import { fault, type Matcher, type Place, plain, show, wrongType } from './matcher-place.ts';
import { type Tri, tri, UNKNOWN } from './tri.ts';

const MAX_EXPRESSION = 1000;

/** A linear-time expression (RE2 syntax), found anywhere in the text; anchor it with ^ and $. */
export function matches(source: string, place: Place): Matcher {
  if (wrongType(place, 'text')) return fault(place, `"${place.field}" is a ${place.type}, not a text`);
  if (source.length > MAX_EXPRESSION)
    return fault(place, `The expression is longer than ${MAX_EXPRESSION} characters`);
  try {
    const expression = RE2JS.compile(source);
    const test = (value: Json | undefined) =>
      typeof value === 'string' ? tri(expression.matcher(value).find()) : UNKNOWN;
    return { test, ...plain, says: `matches ${show(source)}` };
  } catch {
    return fault(
      place,
      'The expression cannot run in linear time or is not valid',
      'Use RE2 syntax: no look-ahead, no back-reference',
    );
  }
}

/** A path pattern, read as an allow entry. What is no safe path is unknown. */
export function glob(pattern: string, place: Place): Matcher {
  if (wrongType(place, 'text')) return fault(place, `"${place.field}" is a ${place.type}, not a text`);
  const compiled = compilePatterns([pattern], 'allow');
  if (!compiled.ok)
    return fault(place, `The pattern is not usable: ${compiled.faults[0]?.why ?? 'unknown fault'}`);
  const test = (value: Json | undefined): Tri => {
    const checked = typeof value === 'string' ? checkPath(value) : undefined;
    return checked?.ok === true ? tri(compiled.set.matches(checked.path)) : UNKNOWN;
  };
  return { test, ...plain, says: `matches ${show(pattern)}` };
}
