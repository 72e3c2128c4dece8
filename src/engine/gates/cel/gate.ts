/** `cel`: one expression of the Common Expression Language over the evidence must be true. */
import { Environment } from '@marcbachmann/cel-js';
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { SECTIONS, sectionNamed } from '../../evidence/sections.ts';
import type { Json } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, type CompileContext, defineGate, holdFor, missingCause, RELEASE } from '../gate.ts';
import { checkExpression } from './check.ts';
import { examples } from './examples.ts';
import { type Bounds, EvidenceObject, toCel } from './value.ts';

const MAX_LENGTH = 4096;
const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 32,
  maxListElements: 100,
  maxMapEntries: 10,
  maxCallArguments: 4,
};
/** By how deep passes stand in one another: two deep, a thousand items already make a million steps. */
const BOUNDS: readonly Bounds[] = [
  { items: 10_000, text: 65_536 },
  { items: 10_000, text: 4096 },
  { items: 1000, text: 1024 },
];

export const cel = defineGate({
  kind: 'cel',
  summary: 'One expression of the Common Expression Language (CEL) over the evidence must be true.',
  codes: {
    'not-true': {
      says: 'The expression is false.',
      fix: 'See what the expression asks for, and change what it judges',
    },
    'cel-error': {
      says: 'The expression has no answer: a field is absent, types do not fit, or there is more evidence than it may go through.',
      fix: 'Collect what the expression reads, or ask for less in the rule',
    },
  },
  details: `Each section of evidence is a variable. Only \`true\` releases. A section that the expression names and that is absent holds as
\`missing-evidence\`, even where the rest would decide; a field that is absent is an error, and \`||\` and \`&&\` go on without it
only where no value of it could change the answer. An empty list satisfies \`all\`: ask for \`size(...) > 0\` as well.

There are \`== != < <= > >= in && || ! ?:\`, arithmetic on numbers, lists, \`size\`, \`int\`, \`double\`, \`startsWith\`, \`endsWith\`,
\`contains\`, and over lists \`all\`, \`exists\`, \`exists_one\`, \`filter\`. There is no \`has\` (absence must not decide), no \`matches\` (a
pattern may take for ever), no \`map\`, no time. Objects cannot be listed, counted or compared as a whole.

Whole numbers in evidence are ints, others doubles. They compare with each other (\`tests.failures == 0\`), and
arithmetic takes two of one type: \`double(tests.failures) * 0.5\`.

An expression is at most ${MAX_LENGTH} characters, with passes over lists two deep at most. A list that it reads may have
10000 items and a text 65536 characters; beside a pass over a list 10000 and 4096, where one pass stands in another 1000
and 1024. More of either is \`cel-error\`.`,
  entries: {
    expression: v.pipe(
      v.string(),
      v.minLength(1, 'Expected an expression'),
      v.maxLength(MAX_LENGTH, `Expected at most ${MAX_LENGTH} characters`),
    ),
  },
  examples,
  compile(spec, context) {
    const compiled = compileExpression(spec.expression, context);
    if (compiled === undefined) return () => RELEASE;
    const { run, sections, bounds } = compiled;
    return (evidence) => {
      const absent = sections.filter((name) => (evidence[name] ?? null) === null);
      if (absent.length > 0) return holdFor(absent.map((name) => missingCause(name, pointerTo(name))));
      const cause = answer(run, sections, bounds, evidence);
      return cause === undefined ? RELEASE : holdFor([{ ...cause, rule: context.place(['expression']) }]);
    };
  },
});

type Run = (variables: Readonly<Record<string, unknown>>) => unknown;

function answer(
  run: Run,
  sections: readonly string[],
  bounds: Bounds,
  evidence: Evidence,
): Cause | undefined {
  const evidenceAt = pointerTo(sections[0]!);
  try {
    const given = sections.map(
      (name) => [name, toCel(evidence[name] as Json, bounds, sectionNamed(name)?.schema)] as const,
    );
    const value = run(Object.fromEntries(given));
    if (value === true) return undefined;
    if (value === false)
      return { code: 'not-true', message: 'The expression is false', evidence: evidenceAt };
    return { code: 'cel-error', message: 'The expression is neither true nor false', evidence: evidenceAt };
  } catch (error) {
    return {
      code: 'cel-error',
      message: `The expression has no answer: ${why(error)}`,
      evidence: evidenceAt,
    };
  }
}

// What the library says may quote evidence, so its code and its place in the rule's text are all that is told.
function why(error: unknown): string {
  if (error instanceof RangeError) return 'a list or a text that it reads is too long';
  const { code, range } = error as { code?: unknown; range?: { start: number } };
  const what = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? ERRORS[code] : 'types do not fit';
  return range === undefined ? `${what}` : `${what} at character ${range.start + 1}`;
}

const ERRORS: Readonly<Record<string, string>> = {
  no_such_key: 'a field is absent',
  index_out_of_bounds: 'a list has no such item',
  division_by_zero: 'a division by zero',
  modulo_by_zero: 'a division by zero',
  numeric_overflow: 'a number is too large',
};

function compileExpression(text: string, context: CompileContext) {
  const path = ['expression'];
  const complain = (code: string, message: string, help: string | undefined, start: number | undefined) =>
    context.complain(
      path,
      code,
      start === undefined ? message : `${message}, at character ${start + 1} of the expression`,
      help,
    );
  const env = new Environment({ limits: LIMITS }).registerType('EvidenceObject', EvidenceObject);
  for (const { name } of SECTIONS) env.registerVariable(name, 'dyn');
  // Two objects are never compared by whether they are one and the same.
  env.registerOperator('EvidenceObject == EvidenceObject: bool', () => {
    throw new TypeError('Objects are not compared');
  });
  const parsed = parse(env, text);
  if (!parsed.ok) {
    complain('cel-syntax', parsed.summary, 'Write one expression of CEL', parsed.start);
    return undefined;
  }
  const { faults, sections, depth } = checkExpression(parsed.run.ast);
  for (const { code, message, help, start } of faults) complain(code, message, help, start);
  for (const name of sections) context.needs(name);
  if (faults.length > 0) return undefined;
  const { error } = parsed.run.check();
  if (error !== undefined) {
    complain('cel-type', error.summary, 'See that both sides fit each other', error.range?.start);
    return undefined;
  }
  const run: Run = parsed.run;
  return { run, sections: [...sections].sort(), bounds: BOUNDS[depth]! };
}

function parse(env: Environment, text: string) {
  try {
    return { ok: true, run: env.parse(text) } as const;
  } catch (error) {
    const { summary, range } = error as { summary?: string; range?: { start: number } };
    return { ok: false, summary: summary ?? 'Not an expression', start: range?.start } as const;
  }
}
