/** `integrity`: what was recorded is what stands there now: entries of a record, digests, fields of an earlier receipt. */
import * as v from 'valibot';
import type { Json } from '../../json.ts';
import { type Cause, defineGate, holdFor } from '../gate.ts';
import { fromSchema } from '../spec.ts';
import { examples } from './examples.ts';
import { compilePair, pairSchema } from './pair.ts';
import { compileRecord } from './record.ts';
import { FORMS } from './says.ts';

const json = v.any() as v.GenericSchema<Json>;
const names = v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one name'));

export const integrity = defineGate({
  kind: 'integrity',
  summary:
    'What was recorded is what stands there now: the entries of a record, two digests, an earlier receipt.',
  codes: {
    missing: {
      says: 'An entry that must be there is not, or says nothing.',
      fix: 'Bring the entry, then collect again',
    },
    unexpected: {
      says: 'An entry stands there that nobody named.',
      fix: 'Take it away; if it belongs there, have the owner of the rule name it',
    },
    differs: {
      says: 'A value is not the one that was recorded.',
      fix: 'Find out what changed after it was recorded, and why',
    },
    blank: {
      says: 'An entry has no value, or the record has no entry.',
      fix: 'Fill in the value, or take the entry away',
    },
    'not-empty': {
      says: 'A file that must be empty holds something.',
      fix: 'Read the file: what it lists is in the way',
    },
    unread: {
      says: 'Something beside the record could not be read, so nobody knows what it is.',
      fix: 'Make it readable, or take it away, then collect again',
    },
  },
  details: `A gate has \`record\`, \`same\`, or both.

\`record\` is a record in the evidence, such as the files of a proof or a claim that a person wrote:

- \`require\` names entries that must be there and say something: null, blank text, and an empty list say nothing. With
  \`{ job_id: text, must_pass: texts, max_failures: count }\` each must be of that form too; \`flag\` is the fourth.
- \`expect\` gives entries and their values, in the rule or \`{ from: receipt.files }\`; each must be there and equal.
- \`closed: true\` lets no entry stand beside those two lists.
- \`filled: true\` wants a value in every entry, and at least one entry.
- \`empty\` names files that must have no byte; they are told by their digest.

What a collector lists as \`skipped\` beside the record holds as \`unread\`. \`same\` is a list of pairs: \`now\` and \`recorded\` must be
equal texts, numbers or flags. A pair may have a \`name\`, told as the subject; with \`recorded_in: FILE\` an absent record is
\`missing:FILE\`. Two single values that are no record of each other are a matter for \`equal\`.`,
  entries: {
    record: v.optional(fromSchema),
    require: v.optional(
      v.union(
        [
          names,
          v.pipe(v.record(v.string(), v.picklist(FORMS)), v.minEntries(1, 'Expected at least one name')),
        ],
        `Expected a list of names, or names with what they are: ${FORMS.join(', ')}`,
      ),
    ),
    expect: v.optional(
      v.union(
        [fromSchema, v.record(v.string(), json)],
        'Expected entries with their values, or { from: SECTION.FIELD }',
      ),
    ),
    closed: v.optional(v.boolean()),
    filled: v.optional(v.boolean()),
    empty: v.optional(names),
    same: v.optional(v.pipe(v.array(pairSchema), v.minLength(1, 'Expected at least one pair'))),
  },
  examples,
  compile(spec, context) {
    const { record, same = [], ...rules } = spec;
    if (record === undefined && spec.same === undefined)
      context.complain([], 'nothing-compared', 'Expected "record", "same" or both');
    for (const field of ['require', 'expect', 'closed', 'filled', 'empty'] as const)
      if (record === undefined && spec[field] !== undefined)
        context.complain([field], 'no-record', `"${field}" needs a "record"`, undefined, 'key');
    const judgeRecord = record === undefined ? undefined : compileRecord(record, rules, context);
    const pairs = same.map((pair, index) => compilePair(pair, ['same', index], context));
    return (evidence) => {
      const causes: Cause[] = [...(judgeRecord?.(evidence) ?? [])];
      for (const judge of pairs) causes.push(...judge(evidence));
      return holdFor(causes);
    };
  },
});
