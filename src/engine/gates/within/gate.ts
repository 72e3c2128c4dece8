/** `within`: what is asked for must stay inside what was allowed (hosts, dependencies, commands, paths). */
import * as v from 'valibot';
import type { Json } from '../../json.ts';
import { compileHosts } from '../../paths/hosts.ts';
import { checkPath, printPath } from '../../paths/path.ts';
import { compilePatterns, isUnbounded } from '../../paths/patterns.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, defineGate, missingFrom, type Outcome, RELEASE } from '../gate.ts';
import { fromSchema, isTextList, shownReferenceTo, textsOrFrom, textsSource } from '../spec.ts';
import { examples } from './examples.ts';

const COMPARE = ['text', 'path', 'host'] as const;
const setSchema = v.strictObject({
  name: v.string(),
  items: fromSchema,
  allowed: textsOrFrom,
  compare: v.optional(v.picklist(COMPARE)),
});
type SetSpec = v.InferOutput<typeof setSchema>;

export const within = defineGate({
  kind: 'within',
  summary: 'What is asked for must stay inside what was allowed: hosts, dependencies, commands, paths.',
  codes: {
    beyond: {
      says: 'An item goes beyond the allowed set.',
      fix: 'Drop the item, or have the allowed set widened by its owner',
    },
    unbounded: {
      says: 'The allowed set allows everything, or cannot be used.',
      fix: 'Name what is allowed, item by item',
    },
  },
  entries: { sets: v.pipe(v.array(setSchema), v.minLength(1, 'Expected at least one set')) },
  examples,
  compile(spec, context) {
    const sets = spec.sets.map((set, index) => compileSet(set, index, context));
    return (evidence) => {
      let causes: Cause[] | undefined;
      for (const set of sets) {
        const found = set(evidence);
        if (found.length > 0) causes = causes === undefined ? [...found] : [...causes, ...found];
      }
      return causes === undefined ? RELEASE : ({ decision: 'hold', causes } satisfies Outcome);
    };
  },
});

const NONE: readonly Cause[] = [];

function compileSet(
  set: SetSpec,
  index: number,
  context: CompileContext,
): (evidence: Evidence) => readonly Cause[] {
  const path = ['sets', index];
  const items = shownReferenceTo('a list of texts', isTextList, set.items, [...path, 'items'], context);
  const allowed = textsSource(set.allowed, [...path, 'allowed'], context);
  if (items === undefined || allowed === undefined) return () => NONE;
  const matcherOf = MATCHERS[set.compare ?? 'text'];
  const fixed = allowed.fixed === undefined ? undefined : matcherOf(allowed.fixed);
  for (const [at, entry] of (allowed.fixed ?? []).entries()) {
    const fault = matcherOf([entry]);
    if (typeof fault === 'string') context.complain([...path, 'allowed', at], 'unbounded', fault);
  }
  return (evidence) => {
    const wanted = items.get(evidence);
    if (!Array.isArray(wanted)) return [missingFrom(items, evidence)];
    const list = allowed.read(evidence);
    if (list === undefined) return [missingFrom(allowed, evidence)];
    const matches = fixed ?? matcherOf(list);
    if (typeof matches === 'string')
      return [{ code: 'unbounded', subject: set.name, message: matches, evidence: allowed.pointer }];
    return beyond(wanted as readonly Json[], matches, set.name, items.pointer);
  };
}

function beyond(
  wanted: readonly Json[],
  matches: (item: string) => boolean,
  name: string,
  pointer: string,
): readonly Cause[] {
  let causes: Cause[] | undefined;
  for (const [at, item] of wanted.entries()) {
    if (typeof item === 'string' && matches(item)) continue;
    causes ??= [];
    const shown = typeof item === 'string' ? item : 'something that is no text';
    causes.push({
      code: 'beyond',
      subject: `${name}:${shown}`,
      message: `${printPath(shown)} is not among the allowed ${name}`,
      evidence: `${pointer}/${at}`,
    });
  }
  return causes ?? NONE;
}

/** For a list of allowed items: whether an item is among them, or why the list cannot be used. */
const MATCHERS: Readonly<
  Record<(typeof COMPARE)[number], (allowed: readonly string[]) => ((item: string) => boolean) | string>
> = {
  text(allowed) {
    const set = new Set(allowed);
    return (item) => set.has(item);
  },
  path(allowed) {
    const odd = allowed.find(isUnbounded);
    if (odd !== undefined) return `The allowed entry ${JSON.stringify(odd)} allows everything`;
    const compiled = compilePatterns(allowed, 'allow');
    if (!compiled.ok)
      return `The allowed entry ${JSON.stringify(compiled.faults[0]?.pattern)} cannot be used: ${compiled.faults[0]?.why}`;
    return (item) => {
      const checked = checkPath(item);
      return checked.ok && compiled.set.matches(checked.path);
    };
  },
  host(allowed) {
    const compiled = compileHosts(allowed);
    if (!compiled.ok)
      return `The allowed host ${JSON.stringify(compiled.faults[0]?.pattern)} cannot be used: ${compiled.faults[0]?.why}`;
    return compiled.matches;
  },
};
