/** The frozen catalogue of tools: how it stands in a rule file, and everything that is refused in it before any call is seen. */
import * as v from 'valibot';
import type { PathSegment } from '../../evidence/issues.ts';
import { pointerSegment } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { type CompiledSchema, compileJsonSchema } from '../../json-schema/json-schema.ts';
import { resolvePointer } from '../../json-schema/pointer.ts';
import type { CompileContext } from '../gate.ts';
import { whyRefused } from './programs.ts';
import type { Word } from './slots.ts';

const toolName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'Expected a name such as "git_status"'),
);
const tool = v.strictObject({
  description: v.string(),
  schema: v.any(),
  argv: v.pipe(v.array(v.string()), v.minLength(1, 'Expected the program and its words')),
  free_text: v.optional(v.array(v.string())),
});
export const toolsSchema = v.pipe(
  v.record(toolName, tool),
  v.check((tools) => Object.keys(tools).length > 0, 'Expected at least one tool'),
);
type ToolSpec = v.InferOutput<typeof tool>;

export type Tool = { readonly schema: CompiledSchema; readonly words: readonly Word[] };

/** Tools by name. Complains of every tool that could run more than it says; such a catalogue is never used. */
export function compileCatalogue(
  tools: Readonly<Record<string, ToolSpec>>,
  { complain }: CompileContext,
): ReadonlyMap<string, Tool> {
  const compiled = new Map<string, Tool>();
  for (const [name, spec] of Object.entries(tools)) {
    const path = ['tools', name];
    const words = wordsOf(spec, path, complain);
    const schema = compileJsonSchema(spec.schema as Json, [...path, 'schema'], complain);
    if (schema === undefined) continue;
    checkClosed(schema.schema, [...path, 'schema'], complain);
    for (const [index, word] of words.entries())
      if ('slot' in word) checkSlot(word.slot, schema, [...path, 'argv', index], complain);
    compiled.set(name, { schema, words });
  }
  return compiled;
}

type Complain = CompileContext['complain'];
type Path = readonly PathSegment[];

const SLOT = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const slotIn = (word: string) => SLOT.exec(word)?.[1];

function wordsOf({ argv, free_text: free = [] }: ToolSpec, path: Path, complain: Complain): readonly Word[] {
  const slots = argv.flatMap((word) => slotIn(word) ?? []);
  for (const [index, slot] of free.entries())
    if (!slots.includes(slot))
      complain([...path, 'free_text', index], 'unknown-slot', `The command has no slot "{${slot}}"`);
  for (const [index, word] of argv.entries()) {
    const fault = faultIn(word, index);
    if (fault !== undefined) complain([...path, 'argv', index], 'template-corrupt', ...fault);
  }
  const refused = whyRefused(argv, (word) => slotIn(word) !== undefined);
  if (refused !== undefined)
    complain(
      [...path, 'argv'],
      'shell-refused',
      refused,
      'Name the program that does the work, with fixed words',
    );
  const dashes = argv.indexOf('--');
  return argv.map((word, index): Word => {
    const slot = slotIn(word);
    if (slot === undefined) return { text: word };
    return { slot, isFree: free.includes(slot), isBehindDashes: dashes >= 0 && index > dashes };
  });
}

function faultIn(word: string, index: number): [message: string, help: string] | undefined {
  if (word === '') return ['A word of the command is empty', 'Leave it out'];
  if (/\p{Cc}/u.test(word))
    return ['A word of the command has a control character', 'Write words of one line'];
  if (slotIn(word) !== undefined)
    return index === 0
      ? [
          'The program is a slot, so the call would choose what runs',
          'Name the program; make one tool for each',
        ]
      : undefined;
  return /[{}]/.test(word)
    ? ['A slot must be a whole word, such as "{path}"', 'Give the option and its value a word each']
    : undefined;
}

function checkClosed(schema: Json, path: Path, complain: Complain): void {
  const help = 'Write type: object and additionalProperties: false, and name every argument under properties';
  const open = (why: string) => complain(path, 'open-schema', why, help);
  if (!isObject(schema) || schema['type'] !== 'object') open('The arguments of a tool must be an object');
  else if (schema['additionalProperties'] !== false)
    open('The schema lets in arguments that it does not name');
  else if (schema['patternProperties'] !== undefined)
    open('The schema lets in arguments by a pattern of their names');
}

/** A slot is filled by an argument that is always there, can be text, and is not just any text. */
function checkSlot(slot: string, compiled: CompiledSchema, path: Path, complain: Complain): void {
  const { schema } = compiled;
  const { properties, required } = isObject(schema) ? schema : ({} as JsonObject);
  const named = isObject(properties) && Object.hasOwn(properties, slot) ? properties[slot] : undefined;
  if (named === undefined) {
    complain(path, 'missing-slot', `The schema has no argument "${slot}"`, 'Name it under properties');
    return;
  }
  if (!Array.isArray(required) || !required.includes(slot))
    complain(
      path,
      'missing-slot',
      `The schema does not require the argument "${slot}"`,
      'List it under required',
    );
  const argument = referred(schema, named);
  const types = [isObject(argument) ? (argument['type'] ?? []) : []].flat();
  if (types.length > 0 && !types.includes('string'))
    complain(path, 'slot-not-string', `The argument "${slot}" can never be text`, 'Give it type: string');
  else if (takesAnyText(slot, compiled))
    complain(
      path,
      'free-slot',
      `The argument "${slot}" may be any text of any length`,
      'Give it a pattern, a maxLength, an enum, a const or a format',
    );
}

/** Every printable character of ASCII, over and over, 95,000 in all. */
const ANY_TEXT = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
  .join('')
  .repeat(1000);

/** Found out by trying: a pattern such as `.*` bounds nothing, and neither does a maxLength of a million. */
function takesAnyText(slot: string, { validate }: CompiledSchema): boolean {
  const at = `/${pointerSegment(slot)}`;
  return !validate({ [slot]: ANY_TEXT }).some(({ pointer }) => pointer === at);
}

/** The schema itself, or the one that it refers to; a checked schema never refers in a circle. */
function referred(root: Json, schema: Json): Json {
  const ref = isObject(schema) ? schema['$ref'] : undefined;
  const target = typeof ref === 'string' ? resolvePointer(root, ref) : undefined;
  return target === undefined ? schema : referred(root, target);
}
