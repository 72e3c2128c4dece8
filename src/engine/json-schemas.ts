/** JSON Schemas (draft 2020-12) of what people write by hand, from the very definitions that check it. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { SECTIONS } from './evidence/sections.ts';
import { GATE_KINDS } from './gates/kinds.gen.ts';
import type { Json, JsonObject } from './json.ts';
import { commonEntries, policySchema } from './ruleset/schema.ts';
import { ACTIONS } from './verdict.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of one valibot definition. What JSON Schema cannot say (messages, custom checks) is left out. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' }) as unknown as JsonObject;
  return rest;
}

/** For rule files: editors complete gate kinds and fields with it. */
export function ruleFileSchema(): JsonObject {
  const frame = jsonSchemaOf(policySchema);
  const gates = GATE_KINDS.map(({ kind, summary, entries }) => {
    const gate = jsonSchemaOf(v.strictObject({ ...commonEntries, ...entries, kind: v.literal(kind) }));
    return { title: kind, description: summary, ...gate };
  });
  const properties = {
    ...(frame['properties'] as JsonObject),
    gates: { type: 'array', minItems: 1, items: { oneOf: gates } },
  };
  return { $schema: DIALECT, title: 'Holdpoint rule file', ...frame, properties };
}

/** For snapshots. */
export function snapshotSchema(): JsonObject {
  const sections = Object.fromEntries(
    SECTIONS.map(({ name, summary, schema }): [string, Json] => [
      name,
      { description: summary, ...jsonSchemaOf(schema) },
    ]),
  );
  const texts = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const closed = (properties: JsonObject): JsonObject => ({
    type: 'object',
    properties,
    additionalProperties: false,
  });
  return {
    $schema: DIALECT,
    title: 'Holdpoint snapshot',
    ...closed({
      schema: { const: 'holdpoint/snapshot@1' },
      action: { enum: [...ACTIONS] },
      subject: closed(texts(['repo', 'commit', 'ref', 'job', 'actor'])),
      collected: closed(texts(['at', 'by'])),
      evidence: closed(sections),
    }),
    required: ['schema', 'evidence'],
  };
}
