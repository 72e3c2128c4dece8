/** What a `contract` gate says in a rule file. */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const texts = v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one of them'));

export const entries = {
  evidence: v.picklist(['health', 'tool_response']),
  target: v.optional(
    v.strictObject({
      bind_host: v.string(),
      port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535, 'Expected a port up to 65535')),
      path: v.string(),
      timeout_seconds: v.optional(
        v.pipe(v.number(), v.minValue(0.1), v.maxValue(60, 'Expected at most 60 seconds')),
      ),
    }),
  ),
  status: v.optional(v.pipe(v.number(), v.integer())),
  content_types: v.optional(texts),
  max_bytes: v.optional(count),
  max_depth: v.optional(count),
  max_keys: v.optional(count),
  max_items: v.optional(count),
  max_text: v.optional(count),
  required: v.optional(v.record(v.string(), v.any())),
  forbidden: v.optional(texts),
  closed: v.optional(v.boolean()),
  schema: v.optional(v.any()),
  project: v.optional(v.boolean()),
  ticket: v.optional(v.string()),
};

const specSchema = v.strictObject(entries);
export type ContractSpec = v.InferOutput<typeof specSchema>;
