/** What a rule file may say, beside the fields that each gate kind adds. */
import * as v from 'valibot';
import { ACTIONS, ENFORCEMENTS } from '../verdict.ts';

const word = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'Expected a kebab-case word such as "my-policy"'),
);
const oneOrMore = v.union(
  [v.picklist(ACTIONS), v.pipe(v.array(v.picklist(ACTIONS)), v.minLength(1, 'Expected at least one action'))],
  `Expected an action or a list of actions: ${ACTIONS.join(', ')}`,
);
const labels = v.strictObject({
  release: v.optional(v.string()),
  split: v.optional(v.string()),
  hold: v.optional(v.string()),
});
const perCode = v.union(
  [v.string(), v.record(v.string(), v.string())],
  'Expected a text, or a text for each reason code',
);

/** Fields that every gate has, whatever its kind. */
export const commonEntries = {
  id: word,
  kind: v.string(),
  action: v.optional(oneOrMore),
  enforce: v.optional(v.picklist(ENFORCEMENTS)),
  label: v.optional(labels),
  reasons: v.optional(v.record(v.string(), word)),
  message: v.optional(perCode),
  fix: v.optional(perCode),
  docs: v.optional(v.string()),
  waivable: v.optional(v.boolean()),
  final: v.optional(v.boolean()),
};

export const policySchema = v.strictObject({
  version: v.literal(1, 'Expected version: 1'),
  policy: word,
  title: v.optional(v.string()),
  owner: v.optional(v.string()),
  docs: v.optional(v.string()),
  action: v.optional(oneOrMore),
  label: v.optional(labels),
  vocabulary: v.optional(
    v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one word'))),
  ),
  gates: v.pipe(
    v.array(v.looseObject({ id: v.string(), kind: v.string() })),
    v.minLength(1, 'Expected at least one gate'),
  ),
});

const gateSchema = v.strictObject(commonEntries);
export type CommonSpec = v.InferOutput<typeof gateSchema>;
export type PolicySpec = v.InferOutput<typeof policySchema>;
export type Labels = v.InferOutput<typeof labels>;
