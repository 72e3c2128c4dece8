/** `failure-class`: one command, run several times from a clean state, must fail with one class of failure. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json } from '../../json.ts';
import type { Note } from '../../verdict.ts';
import { type Cause, defineGate, missingEvidence, type Outcome } from '../gate.ts';
import { examples } from './examples.ts';
import { classOfRun, compareRuns } from './runs.ts';
import {
  type Classes,
  classesSchema,
  compileVocabulary,
  PASSED,
  UNKNOWN,
  vocabulariesSchema,
} from './vocabulary.ts';

export const failureClass = defineGate({
  kind: 'failure-class',
  summary:
    'One command, run several times from a clean state, must fail with one known class of failure each time.',
  codes: {
    'too-few-runs': {
      says: 'The command ran fewer times than the rule asks for.',
      fix: 'Collect the runs again: --rerun N -- COMMAND',
    },
    'not-comparable': {
      says: 'The runs were not of one thing: another command, or other tests.',
      fix: 'Run one command again from a clean state, with the same tests each time',
    },
    'timed-out': {
      says: 'A run was cut off at its time limit, so how it would have ended is unknown.',
      fix: 'Give it more time, or find out why it hangs',
    },
    overflowed: {
      says: 'A run was cut off because it wrote more than it may, so how it would have ended is unknown.',
      fix: 'Make it say less, or let it write more: --rerun-max-bytes',
    },
    'not-a-failure': {
      says: 'A run passed, so there is no failure to class.',
      fix: 'Name a command that fails, or be glad',
    },
    'unknown-class': {
      says: 'A run failed with an error that the vocabulary has no word for.',
      fix: 'Say the cause in one sentence; then add its word to the vocabulary in the rule file and run it again',
    },
    'class-flip': {
      says: 'The runs failed with different classes, or only some failed.',
      fix: 'Find what is unstable before anything else; a retry somewhere else would only move it',
    },
    'class-holds': {
      says: 'The class is stable, and the rule holds what has it.',
      fix: 'Correct it here; another machine would fail the same way',
    },
  },
  details: `\`classes\` says what each class leads to, \`vocabularies\` which words (error types) belong to it, by language
for the reader's sake: all count together. Words are exact: no case is folded, nothing is trimmed. What no word names is
\`unknown\` and holds. Several words with commas (\`KeyError, TypeError\`: several tests failed) are of a class when each is of it. A run that exits with 0 is \`not-a-failure\`.

\`same\` names the fields that must be equal in every run; \`command\` unless given. \`tests_sha256\` may be added where
something counts the tests: a run of fewer or of other tests then is \`not-comparable\`.

The output is \`{ classes, stable }\`. The note \`stderr-drift\` says that the class is the same and the text on standard
error is not; numbers, addresses and temporary paths are masked first where \`stderr_shape_sha256\` was collected.`,
  entries: {
    runs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2, 'Expected two runs or more'))),
    same: v.optional(v.array(v.picklist(['command', 'tests_sha256']))),
    classes: classesSchema,
    vocabularies: vocabulariesSchema,
  },
  examples,
  compile(spec, context) {
    context.needs('runs');
    const classOf = compileVocabulary(spec.classes, spec.vocabularies, context);
    const least = spec.runs ?? 2;
    const same = [...new Set(['command', ...(spec.same ?? [])])];
    return (evidence): Outcome => {
      const runs = evidence['runs'];
      if (!Array.isArray(runs)) return missingEvidence('runs', pointerTo('runs'));
      return judge(runs as readonly Json[], { least, same, classes: spec.classes, classOf });
    };
  },
});

type Rule = {
  readonly least: number;
  readonly same: readonly string[];
  readonly classes: Classes;
  readonly classOf: ReadonlyMap<string, string>;
};

function judge(runs: readonly Json[], { least, same, classes, classOf }: Rule): Outcome {
  const judged = runs.map((run, index) => classOfRun(run, index, classOf));
  const names = judged.map(({ name }) => name);
  const causes = [
    ...(runs.length < least ? [tooFew(runs.length, least)] : []),
    ...compareRuns(runs, same),
    ...once(judged.flatMap((run) => run.causes)),
    ...passes(names),
    ...flips(names),
  ];
  const output = { classes: names, stable: causes.length === 0 };
  const notes = drift(runs, names);
  if (causes.length > 0) return { decision: 'hold', causes, output, notes };
  // Nothing is against it, so every run has the same class, and the rule declares it.
  const name = names[0] ?? UNKNOWN;
  const { then = 'hold', label } = classes[name] ?? {};
  return {
    decision: then,
    ...(label === undefined ? {} : { label }),
    causes: then === 'release' ? [] : [holds(name)],
    notes,
    output,
  };
}

function tooFew(count: number, least: number): Cause {
  const message = `The command ran ${count === 1 ? 'once' : `${count} times`}, and the rule asks for ${least} runs`;
  return { code: 'too-few-runs', message, evidence: pointerTo('runs') };
}

function passes(names: readonly string[]): Cause[] {
  const index = names.indexOf(PASSED);
  if (index < 0) return [];
  const message = names.every((name) => name === PASSED)
    ? 'The command did not fail'
    : `Run ${index + 1} did not fail`;
  return [{ code: 'not-a-failure', message, evidence: pointerTo('runs', index, 'exit_code') }];
}

function flips(names: readonly string[]): Cause[] {
  const index = names.findIndex((name) => name !== names[0]);
  if (index < 0) return [];
  const message = `The runs do not agree: ${names.join(', ')}`;
  return [{ code: 'class-flip', message, evidence: pointerTo('runs', index) }];
}

const holds = (name: string): Cause => ({
  code: 'class-holds',
  subject: name,
  message: `Every run failed with ${name}`,
  evidence: pointerTo('runs'),
});

function drift(runs: readonly Json[], names: readonly string[]): Note[] {
  if (names.length < 2 || names.some((name) => name !== names[0]) || names[0] === PASSED) return [];
  const [shapes, digests] = ['stderr_shape_sha256', 'stderr_sha256'].map((field) =>
    runs.map((run) => (isObject(run) ? run[field] : undefined)),
  );
  const seen = shapes!.every((shape) => typeof shape === 'string') ? shapes! : digests!;
  if (seen.some((digest) => typeof digest !== 'string') || new Set(seen).size === 1) return [];
  const message = 'The class is the same in every run, and the text on standard error is not';
  return [{ code: 'stderr-drift', message }];
}

/** Each code and subject once: two runs that fail with one unknown word have one reason. */
function once(causes: readonly Cause[]): readonly Cause[] {
  const seen = new Set<string>();
  return causes.filter(({ code, subject }) => {
    const key = `${code}\0${subject}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
