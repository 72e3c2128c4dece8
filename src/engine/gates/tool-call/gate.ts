/** `tool-call`: a call that a model asks for, mapped onto one command of a frozen catalogue, or refused. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import type { RulePlace } from '../../verdict.ts';
import { type Cause, defineGate, missingCause, type Outcome } from '../gate.ts';
import { compileCatalogue, type Tool, toolsSchema } from './catalogue.ts';
import { examples } from './examples.ts';
import { fill, type Word } from './slots.ts';

export const toolCall = defineGate({
  kind: 'tool-call',
  summary: 'A call that a model asks for, mapped onto one command of a frozen catalogue; never onto a shell.',
  codes: {
    'call-shape': {
      says: 'The call is not an object of exactly `tool` (text) and `args` (object).',
      fix: 'Give the job up: a call in another shape is not asked for again',
    },
    'unknown-tool': {
      says: 'The catalogue has no tool of this name.',
      fix: 'Give the job up, or have its owner add a tool to the catalogue',
    },
    'args-invalid': {
      says: "The arguments do not fit the tool's schema.",
      fix: 'Give the job up: a corrected call is another call, and a person should see why it was wrong',
    },
    'missing-slot': {
      says: 'An argument that the command has a place for is null.',
      fix: 'Do not let the schema take null for it',
    },
    'slot-not-string': {
      says: 'An argument that the command has a place for is no text. Nothing is turned into text.',
      fix: 'Give the argument type: string in the schema',
    },
    'slot-metachar': {
      says: 'An argument has a character that some shell gives a meaning to, or begins like an option.',
      fix: 'Give the job up. Where the argument is prose, its owner may list it under free_text',
    },
    'max-steps': {
      says: 'The run has used all its steps.',
      fix: 'End the run; a new one is for a person to begin',
    },
  },
  details: `The call is looked at in this order, and what fails first is told: \`call-shape\`, \`unknown-tool\`,
\`args-invalid\`, then slot by slot \`missing-slot\`, \`slot-not-string\`, \`slot-metachar\`. The steps are looked at in any case.

- \`tools\` maps a name to its \`description\`, its \`schema\` (JSON Schema 2020-12 of the arguments) and its \`argv\`. A word
  \`{NAME}\` is a slot and is filled with the argument of that name; every other word is fixed. The output is \`{ argv }\`.
- No value of a slot may have white space, a control character or one of \`\` " ' \` $ | & ; < > ( ) { } ! * ? \\ \`\`, nor
  begin with \`~\`. None may begin with \`-\` unless the slot stands behind a fixed word \`--\`. Schema or not: patterns get loosened.
- \`free_text\` names slots that hold prose (a commit message). They may have any character but control characters other than
  line feed and tab; that a value may not begin with a dash goes for them as well.
- One line feed at the end of a slot's value is always told as \`slot-metachar\`: whether \`$\` lets it by is not the same in
  all dialects of patterns.
- A step is free while \`steps.used\` is below \`max_steps\`, and below \`steps.max\` when the evidence has it.

Told by \`holdpoint check\`, so that no call ever meets them: \`shell-refused\` (a shell, a program that starts another one, or
an interpreter that is given code), \`template-corrupt\` (a slot inside a word, or as the program), \`open-schema\`,
\`missing-slot\` (not under \`properties\` and \`required\`), \`slot-not-string\` (a type that is never text), \`free-slot\` (any
text of any length would do).`,
  entries: {
    max_steps: v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected at least one step')),
    tools: toolsSchema,
  },
  examples,
  compile(spec, context) {
    context.needs('tool_call');
    context.needs('steps');
    const tools = compileCatalogue(spec.tools, context);
    const places = new Map([...tools.keys()].map((name) => [name, context.place(['tools', name])]));
    const catalogue: Catalogue = { tools, places, all: context.place(['tools']) };
    const limit = { most: spec.max_steps, rule: context.place(['max_steps']) };
    return (evidence): Outcome => {
      const mapped = mapCall(evidence['tool_call'], catalogue);
      const causes = [...('cause' in mapped ? [mapped.cause] : []), ...stepCauses(evidence['steps'], limit)];
      if ('cause' in mapped || causes.length > 0) return { decision: 'hold', causes };
      return { decision: 'release', causes, output: { argv: mapped.argv } };
    };
  },
});

type Catalogue = {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly places: ReadonlyMap<string, RulePlace>;
  readonly all: RulePlace;
};
type Mapped = { readonly argv: readonly string[] } | { readonly cause: Cause };

const MAX_NAME = 100;

function mapCall(call: Json | undefined, { tools, places, all }: Catalogue): Mapped {
  if (!isObject(call)) return { cause: missingCause('tool_call', pointerTo('tool_call')) };
  const { tool: name, args } = call;
  if (Object.keys(call).sort().join() !== 'args,tool' || typeof name !== 'string' || !isObject(args))
    return { cause: { code: 'call-shape', message: whyShapeless(call), evidence: pointerTo('tool_call') } };
  const tool = tools.get(name);
  const rule = places.get(name) ?? all;
  if (tool === undefined) {
    const subject = printPath(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name);
    const message = `The catalogue has no tool ${JSON.stringify(subject)}`;
    return {
      cause: { code: 'unknown-tool', subject, message, evidence: pointerTo('tool_call', 'tool'), rule },
    };
  }
  const invalid = argsCause(tool, args);
  if (invalid !== undefined) return { cause: { ...invalid, rule } };
  const filled = fill(tool.words, args, (slot) => pointerTo('tool_call', 'args', slot));
  return 'cause' in filled ? { cause: { ...filled.cause, rule } } : filled;
}

function whyShapeless({ parse_error: fault }: JsonObject): string {
  return typeof fault === 'string'
    ? 'The call is not JSON that can be read exactly'
    : 'The call is not exactly a tool and its args';
}

function argsCause({ schema, words }: Tool, args: JsonObject): Cause | undefined {
  const [first, ...more] = schema.validate(withoutLastFeed(words, args));
  if (first === undefined) return undefined;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  const message = `The arguments do not fit the schema of the tool: ${first.message}${others}`;
  return { code: 'args-invalid', message, evidence: pointerTo('tool_call', 'args') };
}

/** A slot's last line feed is no matter of the schema: it is refused when the slot is filled, whatever the pattern says of it. */
function withoutLastFeed(words: readonly Word[], args: JsonObject): JsonObject {
  const cut = words.flatMap((word): [string, string][] => {
    if (!('slot' in word) || word.isFree) return [];
    const value = args[word.slot];
    return typeof value === 'string' && value.endsWith('\n') ? [[word.slot, value.slice(0, -1)]] : [];
  });
  return cut.length === 0 ? args : { ...args, ...Object.fromEntries(cut) };
}

function stepCauses(
  steps: Json | undefined,
  { most, rule }: { readonly most: number; readonly rule: RulePlace },
): readonly Cause[] {
  if (!isObject(steps)) return [missingCause('steps', pointerTo('steps'))];
  const { used, max = null } = steps;
  const evidence = pointerTo('steps', 'used');
  if (!isCount(used)) return [missingCause('steps.used', evidence)];
  if (max !== null && !isCount(max)) return [missingCause('steps.max', pointerTo('steps', 'max'))];
  const limit = max === null ? most : Math.min(most, max);
  if (used < limit) return [];
  const message = `The run has used ${used} ${used === 1 ? 'step' : 'steps'}, and its limit is ${limit}`;
  return [{ code: 'max-steps', message, evidence, rule }];
}

const isCount = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
