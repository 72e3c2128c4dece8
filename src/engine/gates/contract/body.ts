/** What is looked at in the body: that it is JSON of a bearable size, and the fields that were agreed. */
import { canonicalJson } from '../../evidence/canonical.ts';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { findKey, type JsonMeasure, measureJson } from '../../json-measure.ts';
import { type CompiledSchema, compileJsonSchema } from '../../json-schema/json-schema.ts';
import { projector } from '../../json-schema/project.ts';
import { showKey } from '../../unsafe-keys.ts';
import { type Cause, type CompileContext, missingCause } from '../gate.ts';
import type { ContractSpec } from './schema.ts';
import { FINE, numberIn, type Stage } from './stages.ts';

/** Judges a body by a schema; gives the card that is left, when the contract projects. */
export type SchemaJudge = {
  readonly compiled: CompiledSchema;
  reduce(body: Json): { value: Json; dropped: number };
};

/** True when the contract says anything about the body. */
export function looksAtBody(spec: ContractSpec): boolean {
  const { required, forbidden, schema, max_depth, max_keys, max_items, max_text } = spec;
  return [required, forbidden, schema, max_depth, max_keys, max_items, max_text].some(
    (part) => part !== undefined,
  );
}

/** The stages for the body, in their fixed order. Complains of a bad schema. */
export function bodyStages(
  spec: ContractSpec,
  context: CompileContext,
): { readonly stages: readonly Stage[]; readonly schema: SchemaJudge | undefined } {
  const schema = schemaJudge(spec, context);
  if (!looksAtBody(spec)) return { stages: [], schema };
  const { evidence: section } = spec;
  const stages: Stage[] = [notJson(section), ...measured(spec, context), isAnObject(section)];
  if (spec.forbidden !== undefined) stages.push(forbidden(section, spec.forbidden, context));
  if (spec.required !== undefined) {
    stages.push(required(section, spec.required as JsonObject, context));
    if (spec.closed === true) stages.push(closed(section, spec.required as JsonObject, context));
  }
  if (schema !== undefined) stages.push(valid(section, schema, context));
  return { stages, schema };
}

function schemaJudge(spec: ContractSpec, context: CompileContext): SchemaJudge | undefined {
  if (spec.schema === undefined) return undefined;
  const compiled = compileJsonSchema(spec.schema as Json, ['schema'], context.complain);
  if (compiled === undefined) return undefined;
  const project = spec.project === true ? projector(compiled.schema) : undefined;
  return { compiled, reduce: project ?? ((value) => ({ value, dropped: 0 })) };
}

// A null body is JSON that was sent, not a body that is absent: the field itself tells.
const hasBody = (answer: JsonObject) => Object.hasOwn(answer, 'body') && answer['body'] !== undefined;

function notJson(section: string): Stage {
  const evidence = pointerTo(section, 'parse_error');
  return (answer) =>
    answer['parse_error'] === undefined || answer['parse_error'] === null
      ? FINE
      : [{ code: 'not-json', message: 'The body is not JSON that can be read exactly', evidence }];
}

type Limit = {
  readonly field: 'max_depth' | 'max_keys' | 'max_items' | 'max_text';
  readonly code: string;
  readonly of: keyof JsonMeasure;
  readonly says: (measured: number, most: number) => string;
  /** What the collector measured, for a body that is too big to be kept. */
  readonly told?: string;
};
const LIMITS: readonly Limit[] = [
  {
    field: 'max_depth',
    code: 'too-deep',
    of: 'depth',
    told: 'depth',
    says: (n, most) => `The body is nested ${n} deep, over the limit of ${most}`,
  },
  {
    field: 'max_keys',
    code: 'too-many-keys',
    of: 'keys',
    told: 'keys',
    says: (n, most) => `The body has ${n} keys, over the limit of ${most}`,
  },
  {
    field: 'max_items',
    code: 'too-many-items',
    of: 'items',
    says: (n, most) => `The lists of the body have ${n} items, over the limit of ${most}`,
  },
  {
    field: 'max_text',
    code: 'text-too-long',
    of: 'longest',
    says: (n, most) => `A text of the body has ${n} characters, over the limit of ${most}`,
  },
];

function measured(spec: ContractSpec, context: CompileContext): Stage[] {
  const { evidence: section } = spec;
  return LIMITS.flatMap(({ field, code, of, says, told }) => {
    const most = spec[field];
    if (most === undefined) return [];
    const rule = context.place([field]);
    const evidence = pointerTo(section, told !== undefined && section === 'tool_response' ? told : 'body');
    return [
      (answer: JsonObject) => {
        const own = hasBody(answer) ? measureJson(answer['body']!)[of] : undefined;
        const said = told === undefined || section !== 'tool_response' ? own : numberIn(answer, told);
        if (said === undefined)
          return [
            missingCause(
              `${section}.${told === undefined || section !== 'tool_response' ? 'body' : told}`,
              evidence,
            ),
          ];
        // Whatever a snapshot says of its body, the body itself counts as well.
        const size = Math.max(said, own ?? 0);
        return size <= most ? FINE : [{ code, message: says(size, most), evidence, rule }];
      },
    ];
  });
}

function isAnObject(section: string): Stage {
  const evidence = pointerTo(section, 'body');
  return (answer) => {
    if (!hasBody(answer)) return [missingCause(`${section}.body`, evidence)];
    return isObject(answer['body'])
      ? FINE
      : [{ code: 'not-object', message: 'The body is not a JSON object', evidence }];
  };
}

function forbidden(section: string, keys: readonly string[], context: CompileContext): Stage {
  return (answer) => {
    for (const [index, key] of keys.entries()) {
      const path = findKey(answer['body']!, key);
      if (path === undefined) continue;
      const message = `The body has the key ${showKey(key)}${path.length === 1 ? '' : `, ${path.length} levels down`}`;
      const rule = context.place(['forbidden', index]);
      return [
        { code: 'forbidden', subject: key, message, evidence: pointerTo(section, 'body', ...path), rule },
      ];
    }
    return FINE;
  };
}

function required(section: string, fields: JsonObject, context: CompileContext): Stage {
  const wanted = Object.entries(fields).map(([key, value]) => ({
    key,
    form: canonicalJson(value),
    rule: context.place(['required', key]),
  }));
  return (answer) => {
    const body = answer['body'] as JsonObject;
    return wanted.flatMap(({ key, form, rule }): Cause[] => {
      const isThere = Object.hasOwn(body, key);
      if (isThere && canonicalJson(body[key]!) === form) return [];
      const message = isThere
        ? `The field ${showKey(key)} has another value than was agreed`
        : `The field ${showKey(key)} is not there`;
      const evidence = pointerTo(section, 'body', ...(isThere ? [key] : []));
      return [{ code: 'mismatch', subject: key, message, evidence, rule }];
    });
  };
}

function closed(section: string, fields: JsonObject, context: CompileContext): Stage {
  const rule = context.place(['closed']);
  return (answer) =>
    Object.keys(answer['body'] as JsonObject)
      .filter((key) => !Object.hasOwn(fields, key))
      .sort()
      .map((key) => ({
        code: 'unexpected-key',
        subject: key,
        message: `The contract does not name the key ${showKey(key)}`,
        evidence: pointerTo(section, 'body', key),
        rule,
      }));
}

function valid(section: string, { compiled, reduce }: SchemaJudge, context: CompileContext): Stage {
  const rule = context.place(['schema']);
  return (answer) => {
    const [first, ...more] = compiled.validate(reduce(answer['body']!).value);
    if (first === undefined) return FINE;
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    const message = `The body does not fit the schema: ${first.message}${others}`;
    return [{ code: 'invalid', message, evidence: pointerTo(section, 'body'), rule }];
  };
}
