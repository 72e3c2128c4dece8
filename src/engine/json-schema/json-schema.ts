/**
 * JSON Schema 2020-12 for rule files, over json-schema-library: interpreted, never turned into code; no reference leaves the
 * rule file; expressions are linear; the work for one value is bounded; and what it says never shows the value.
 */
import { compileSchema, type Draft, draft2020, extendDraft, type Keyword } from 'json-schema-library';
import type { PathSegment } from '../evidence/issues.ts';
import type { Json, JsonObject } from '../json.ts';
import { showKey } from '../unsafe-keys.ts';
import { type Complain, checkSchema } from './check-schema.ts';
import { sayFault } from './faults.ts';
import { ownKeywords } from './keywords.ts';

/** One thing that is wrong: a JSON pointer (RFC 6901) into the value, and words that do not show the value. */
export type SchemaFault = { readonly pointer: string; readonly message: string };

export type CompiledSchema = {
  readonly schema: Json;
  /** Everything wrong with a value, most important first; empty when the value is valid. At most 20. */
  validate(value: Json): readonly SchemaFault[];
};

const MAX_FAULTS = 20;
/** Keywords looked at, with long texts counting more. A schema that needs more for one value holds. */
const MAX_WORK = 200_000;
const CHARACTERS_A_STEP = 64;

/**
 * Compiles a schema once. Complains of everything that is wrong with it at its place (`path` counts from the gate), and
 * gives undefined then. Never throws for a bad schema.
 */
export function compileJsonSchema(
  schema: Json,
  path: readonly PathSegment[],
  complain: Complain,
): CompiledSchema | undefined {
  let sound = true;
  checkSchema(schema, path, (...complaint) => {
    sound = false;
    complain(...complaint);
  });
  return sound
    ? compileSound(schema, () => complain(path, 'bad-schema', 'The schema cannot be used'))
    : undefined;
}

class OutOfWork extends Error {}

function compileSound(schema: Json, refuse: () => void): CompiledSchema | undefined {
  const purse = { left: MAX_WORK };
  const node = compileSchema(schema as JsonObject, { drafts: [draftFor(schema, purse)] });
  // The library may know better than our table, but it must not stay silent about it.
  if ((node.schemaErrors ?? []).length > 0) {
    refuse();
    return undefined;
  }
  return {
    schema,
    validate(value) {
      purse.left = MAX_WORK;
      try {
        const { errors } = node.validate(value, '');
        return errors.slice(0, MAX_FAULTS).map(({ code, data }) => ({
          pointer: data.pointer,
          message: `${placeName(data.pointer)} ${sayFault(String(code), data)}`,
        }));
      } catch (error) {
        if (!(error instanceof OutOfWork)) throw error;
        return [{ pointer: '', message: 'Checking the value against the schema takes too much work' }];
      }
    },
  };
}

function placeName(pointer: string): string {
  return pointer === '' ? 'The value' : showKey(pointer);
}

/** The dialect with our keywords, each of which pays for its work; errors are built without the value. */
function draftFor(schema: Json, purse: { left: number }): Draft {
  const bare = (code: string) => (data: JsonObject) => ({
    type: code.endsWith('-warning') ? 'annotation' : 'error',
    code,
    message: '',
    data,
  });
  const codes = [...Object.keys(draft2020.errors), 'format-error'];
  const errors = Object.fromEntries(codes.map((code) => [code, bare(code)])) as unknown as Draft['errors'];
  const { keywords } = extendDraft(draft2020, { keywords: ownKeywords(schema) });
  return extendDraft(
    { ...draft2020, keywords: [], formats: {}, errors },
    { keywords: keywords.map((one) => paying(one, purse)), errors },
  );
}

function paying(keyword: Keyword, purse: { left: number }): Keyword {
  // Reducing and resolving are for forms and editors.
  const { validate, reduce: _, addReduce: __, resolve: ___, addResolve: ____, ...rest } = keyword;
  if (validate === undefined) return rest;
  return {
    ...rest,
    validate(at) {
      const length = typeof at.data === 'string' ? at.data.length : 0;
      purse.left -= 1 + Math.floor(length / CHARACTERS_A_STEP);
      if (purse.left < 0) throw new OutOfWork('The schema asks for too much work');
      // What the library remembers of its way is only read by keywords that are not taken, and would grow without end.
      at.path.length = 0;
      return validate(at);
    },
  };
}
