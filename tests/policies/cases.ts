/** Reads `*.cases.yaml`: a policy's own cases, laid over the evidence that the file begins with. */
import * as v from 'valibot';
import { checkYaml, isObject, type Json, type JsonObject } from '../../src/engine/mod.ts';

const evidence = v.record(v.string(), v.any());
const caseSchema = v.strictObject({
  name: v.string(),
  action: v.optional(v.string()),
  evidence: v.optional(evidence),
  expect: v.strictObject({
    decision: v.picklist(['release', 'split', 'hold']),
    label: v.optional(v.string()),
    reasons: v.array(v.string()),
    output: v.optional(evidence),
  }),
});
const fileSchema = v.strictObject({
  version: v.literal(1),
  policy: v.string(),
  action: v.string(),
  evidence,
  cases: v.pipe(v.array(caseSchema), v.minLength(1)),
});

export type PolicyCase = {
  readonly name: string;
  readonly action: string;
  readonly evidence: JsonObject;
  readonly expect: {
    readonly decision: string;
    readonly label?: string | undefined;
    readonly reasons: readonly string[];
    readonly output?: JsonObject | undefined;
  };
};

/** The cases with their whole evidence. Throws an Error that lists every fault of the file. */
export function readCases(text: string, file: string): { policy: string; cases: readonly PolicyCase[] } {
  const read = checkYaml(fileSchema, text, file);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics, null, 2));
  const { policy, action, evidence: base, cases } = read.value;
  return {
    policy,
    cases: cases.map((one) => ({
      name: one.name,
      action: one.action ?? action,
      evidence: overlay(base as JsonObject, (one.evidence ?? {}) as JsonObject),
      expect: one.expect,
    })),
  };
}

/** Section by section, then field by field; null takes a section or a field away. */
function overlay(base: JsonObject, own: JsonObject): JsonObject {
  const merged = Object.entries({ ...base, ...own }).map(([name, value]): [string, Json] => {
    const under = base[name];
    return [name, isObject(under) && isObject(value) ? withoutNulls({ ...under, ...value }) : value];
  });
  return withoutNulls(Object.fromEntries(merged));
}

function withoutNulls(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
