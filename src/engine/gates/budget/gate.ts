/** `budget`: numbers taken from evidence, against least and most. */
import * as v from 'valibot';
import { type Cause, defineGate, holdFor } from '../gate.ts';
import { examples } from './examples.ts';
import { compileMeasure, measureSchema } from './measure.ts';

const limitSchema = v.strictObject({
  measure: measureSchema,
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  allow_binary: v.optional(v.boolean()),
  allow_submodules: v.optional(v.boolean()),
});

export const budget = defineGate({
  kind: 'budget',
  summary:
    'Numbers taken from evidence (lines, files, tokens, bytes, steps) must lie between a least and a most.',
  codes: {
    over: {
      says: 'The number is over its most.',
      fix: 'Make it smaller, or have the budget raised by its owner',
    },
    under: {
      says: 'The number is under its least.',
      fix: 'There is too little to judge: see what the evidence should hold',
    },
    'binary-file': {
      says: 'A file has no lines that could be counted.',
      fix: 'Take the binary file out, or let the rule allow binaries',
    },
    uncounted: {
      says: 'A submodule came or was moved, and what it brings cannot be counted.',
      fix: 'Leave the submodule where it was, or say allow_submodules: true in the limit',
    },
  },
  details: `\`measure\` is one of these, or a number taken from evidence: \`{ value: prompt.bytes }\`, \`{ count: argv.argv }\`,
\`{ sum: [change.files.*.added] }\`.

| Measure | Counts |
| --- | --- |
| \`lines\` | lines added and removed, as git tells them: a file without line feeds is one line, however long |
| \`changes\` | the same, and one for each file that is binary or whose mode or kind changed |
| \`files\` | the files that changed |
| \`bytes\` | by how many bytes each file grew or shrank, added up; a file whose old size is not known counts whole |

A submodule is content of another repository, so its \`lines\` and \`bytes\` are \`uncounted\`, unless the limit says
\`allow_submodules: true\`.`,
  entries: { limits: v.pipe(v.array(limitSchema), v.minLength(1, 'Expected at least one limit')) },
  examples,
  compile(spec, context) {
    const limits = spec.limits.map((limit, index) => {
      const path = ['limits', index];
      if (limit.min === undefined && limit.max === undefined) {
        context.complain(path, 'no-bound', 'A limit needs min, max or both');
      } else if (limit.min !== undefined && limit.max !== undefined && limit.min > limit.max) {
        context.complain(
          [...path, 'min'],
          'empty-range',
          `min ${limit.min} is over max ${limit.max}, so nothing can be released`,
        );
      }
      return { ...limit, measure: compileMeasure(limit.measure, [...path, 'measure'], context) };
    });
    return (evidence) => {
      const causes: Cause[] = [];
      for (const {
        measure,
        min = Number.NEGATIVE_INFINITY,
        max = Number.POSITIVE_INFINITY,
        allow_binary,
        allow_submodules,
      } of limits) {
        if (measure === undefined) continue;
        const { value, pointer, causes: uncounted } = measure.measure(evidence);
        const allowed = (code: string) =>
          (code === 'binary-file' && allow_binary) || (code === 'uncounted' && allow_submodules);
        causes.push(...uncounted.filter(({ code }) => allowed(code) !== true));
        if (value === undefined) continue;
        const is = (side: string) => (measure.sensitive === true ? `too ${side}` : value);
        if (value > max)
          causes.push({
            code: 'over',
            message: `${measure.name} is ${is('large')}, at most ${max} is allowed`,
            evidence: pointer,
          });
        if (value < min)
          causes.push({
            code: 'under',
            message: `${measure.name} is ${is('small')}, at least ${min} is needed`,
            evidence: pointer,
          });
      }
      return holdFor(causes);
    };
  },
});
