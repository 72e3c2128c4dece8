/** `decision`: ordered branches over the fields of one section of evidence. */
import * as v from 'valibot';
import { type Branch, collectAll, firstDecider, firstMatch, lawBreakers } from '../../decide/branches.ts';
import { compileCondition } from '../../decide/condition.ts';
import { unknownField } from '../../evidence/issues.ts';
import { pointerTo, reach, reader } from '../../evidence/reference.ts';
import type { Section } from '../../evidence/section.ts';
import { shapeAt } from '../../evidence/shape.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import { DECISIONS, type Evidence } from '../../verdict.ts';
import {
  type Cause,
  type CompileContext,
  defineGate,
  missingCause,
  missingEvidence,
  type Outcome,
  RELEASE,
} from '../gate.ts';
import { complainOfSensitive, sectionOf } from '../spec.ts';
import { details } from './details.ts';
import { examples } from './examples.ts';
import { absenceNote, noteMaker } from './notes.ts';

const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'Expected a kebab-case word'));
const answer = {
  then: v.picklist(DECISIONS),
  reason: v.optional(word),
  label: v.optional(v.string()),
  message: v.optional(v.string()),
  fix: v.optional(v.string()),
  moves: v.optional(v.array(v.string())),
  note: v.optional(word),
};
const branchSchema = v.strictObject({ when: v.record(v.string(), v.any()), ...answer });
const otherwiseSchema = v.strictObject(answer);
type Answer = v.InferOutput<typeof otherwiseSchema>;

export const decision = defineGate({
  kind: 'decision',
  summary:
    'Ordered branches over the fields of one section: the first match wins, or all that match are collected.',
  details,
  // The codes are the rule's own: every branch that does not release must name one.
  codes: {},
  entries: {
    evidence: v.string(),
    mode: v.optional(v.picklist(['first', 'collect'])),
    branches: v.pipe(v.array(branchSchema), v.minLength(1, 'Expected at least one branch')),
    otherwise: otherwiseSchema,
    accepts_absence: v.optional(v.boolean()),
  },
  examples,
  compile(spec, context) {
    const section = sectionOf(spec.evidence, ['evidence'], context);
    const mode = spec.mode ?? 'first';
    const branches = spec.branches.map((branch, index): Branch => {
      const path = ['branches', index, 'when'];
      const field = { section, vocabulary: context.vocabulary, complain: context.complain };
      return { condition: compileCondition(branch.when as Json, path, field), decision: branch.then };
    });
    const answers: readonly Answer[] = [...spec.branches, spec.otherwise];
    checkAnswers(answers, section, context);
    const breakers = lawBreakers(branches, spec.otherwise.then, mode);
    const accepts = spec.accepts_absence === true;
    if (!accepts) complainOfBreakers(breakers, context);
    const notesFor = noteMaker(answers, accepts && breakers.length > 0 ? [absenceNote(section.name)] : []);

    const choose = mode === 'first' ? firstMatch : collectAll;
    const otherwise = spec.otherwise.then;
    const explain = explainer(answers, branches, section.name, context);
    const absent = missingEvidence(section.name, pointerTo(section.name));
    const { name } = section;
    const outcome = (evidence: Evidence): Outcome => {
      const card = evidence[name];
      if (!isObject(card)) return absent;
      const choice = choose(branches, otherwise, card);
      const notes = notesFor(choice.chosen);
      const noted = notes.length === 0 ? {} : { notes };
      if (choice.decision !== 'release')
        return { ...explain(choice.decision, choice.chosen, choice.missing, card), ...noted };
      const chosen = answers.at(choice.chosen[0] ?? -1)!;
      return notes.length === 0 && chosen.label === undefined && chosen.moves === undefined
        ? RELEASE
        : { ...RELEASE, ...noted, ...labelOf(chosen), ...movesOf(chosen, card) };
    };
    if (mode === 'collect') return outcome;
    const decide = firstDecider(branches, otherwise);
    const decision = (evidence: Evidence) => {
      const card = evidence[name];
      return isObject(card) ? decide(card) : 'hold';
    };
    return { outcome, decision };
  },
});

type Explain = (
  decision: Outcome['decision'],
  chosen: readonly number[],
  missing: readonly string[],
  card: JsonObject,
) => Outcome;

function explainer(
  answers: readonly Answer[],
  branches: readonly Branch[],
  section: string,
  context: CompileContext,
): Explain {
  const causes = answers.map((_, index) => causeOf(answers, branches, index, section, context));
  return (decided, chosen, missing, card) => {
    const indexes = chosen
      .map((index) => (index < 0 ? answers.length - 1 : index))
      .filter((index) => answers[index]!.then !== 'release');
    const unknown = missing.map((field) => unusable(field, section, card));
    const first = answers[indexes[0] ?? -1];
    const decider =
      indexes.map((index) => answers[index]!).find((candidate) => candidate.then === decided) ?? first;
    return {
      decision: decided,
      causes: [
        ...indexes.map((index) => pointAt(causes[index]!, branches[index]?.condition.field, section, card)),
        ...unknown,
      ],
      ...(decider !== undefined && decider.then === decided
        ? { ...labelOf(decider), ...movesOf(decider, card) }
        : {}),
    };
  };
}

function causeOf(
  answers: readonly Answer[],
  branches: readonly Branch[],
  index: number,
  section: string,
  context: CompileContext,
): Cause {
  const given = answers[index]!;
  const branch = branches[index];
  const path = branch === undefined ? ['otherwise'] : ['branches', index];
  const says =
    branch === undefined ? `No branch matched this ${section}` : `${section}: ${branch.condition.says}`;
  return {
    code: given.reason ?? 'unnamed',
    message: given.message ?? says,
    ...(given.fix === undefined ? {} : { fix: given.fix }),
    rule: context.place(path),
  };
}

// A value of the wrong type, or a word outside the vocabulary, is there and still tells nothing.
function unusable(field: string, section: string, card: JsonObject): Cause {
  const fields = field.split('.');
  const cause = missingCause(`${section}.${field}`, reach(card, fields, pointerTo(section)));
  if (reader(fields)(card) === undefined) return cause;
  return {
    ...cause,
    message: `${section}.${field} has a value that this rule does not understand`,
    fix: `Correct ${section}.${field}, then ask again`,
  };
}

// Points at the first item of a list: that is what the reader has to clear.
function pointAt(cause: Cause, field: string | undefined, section: string, card: JsonObject): Cause {
  if (field === undefined) return { ...cause, evidence: pointerTo(section) };
  const fields = field.split('.');
  const value = reader(fields)(card);
  const item = Array.isArray(value) && value.length > 0 ? '/0' : '';
  return { ...cause, evidence: `${reach(card, fields, pointerTo(section))}${item}` };
}

const labelOf = (given: Answer) => (given.label === undefined ? {} : { label: given.label });

function movesOf(given: Answer, card: JsonObject): { output?: JsonObject } {
  if (given.moves === undefined) return {};
  const present = given.moves.filter((field) => Object.hasOwn(card, field) && card[field] !== null);
  return { output: { moves: Object.fromEntries(present.map((field) => [field, card[field] as Json])) } };
}

function checkAnswers(
  answers: readonly Answer[],
  { schema, sensitive = [] }: Section,
  context: CompileContext,
): void {
  for (const [index, given] of answers.entries()) {
    const path = index === answers.length - 1 ? ['otherwise'] : ['branches', index];
    if (given.then !== 'release' && given.reason === undefined) {
      context.complain(
        path,
        'no-reason',
        `A branch that gives ${given.then} needs a reason`,
        'Add reason: a-kebab-case-word',
      );
    }
    if (given.then !== 'release' && given.note !== undefined)
      context.complain(
        [...path, 'note'],
        'note-on-hold',
        'Only a branch that releases has a note; others have a reason',
      );
    for (const [at, field] of (given.moves ?? []).entries()) {
      if (sensitive.includes(field))
        complainOfSensitive(JSON.stringify(field), [...path, 'moves', at], context);
      const shape = shapeAt(schema, [field]);
      if (shape.ok) continue;
      const { code, message, help } = unknownField(field, [], shape.known);
      context.complain([...path, 'moves', at], code, message, help);
    }
  }
}

function complainOfBreakers(
  breakers: readonly { index: number; why: string }[],
  context: CompileContext,
): void {
  for (const { index, why } of breakers) {
    const help = 'Reorder the branches, or say accepts_absence: true if that is meant';
    context.complain(
      ['branches', index],
      'releases-on-absence',
      `This branch could release on absence: ${why}`,
      help,
    );
  }
}
