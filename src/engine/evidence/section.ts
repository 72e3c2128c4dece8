/** What a section of evidence is: a name, a schema, and who fills it. */
import * as v from 'valibot';

export type Section = {
  /** The key under `evidence`, the word in rule files and the heading in docs/evidence.md. */
  readonly name: string;
  readonly summary: string;
  readonly schema: v.GenericSchema;
  /** How `holdpoint collect` fills it, as its help says it. */
  readonly collectedBy: string;
  /** Top-level fields that may hold private content: kept out of the history unless asked for. */
  readonly sensitive?: readonly string[];
};

export function defineSection(section: Section): Section {
  return section;
}

// A claim is a record that a person or an agent wrote. Any of its fields may be absent or null: both mean
// unknown, and unknown holds, so an incomplete claim is judged instead of refused.
const open = <T extends v.GenericSchema>(schema: T) => v.optional(v.nullable(schema));

/** Field schemas by short names, so that a section reads as a table. */
export const field = {
  open,
  text: v.string(),
  texts: v.array(v.string()),
  whole: v.pipe(v.number(), v.integer(), v.minValue(0)),
  flag: v.boolean(),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected 64 lower-case hex digits')),
  json: v.any(),
} as const;
