/** `budget`: numbers taken from evidence, against least and most. */
import * as v from 'valibot';
import type { Evidence } from '../../verdict.ts';
import { type Cause, defineGate, holdFor } from '../gate.ts';
import { type Bound, boundSchema, compileBound } from './bound.ts';
import { examples } from './examples.ts';
import { compileMeasure, type Measure, measureSchema } from './measure.ts';

const limitSchema = v.strictObject({
  measure: measureSchema,
  min: v.optional(boundSchema),
  max: v.optional(boundSchema),
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
\`{ sum: [change.files.*.added] }\`. \`min\` and \`max\` are numbers, or taken from evidence as well: \`max: { from: prompt.cap }\`.

| Measure | Counts |
| --- | --- |
| \`lines\` | lines added and removed, as git tells them: a file without line feeds is one line, however long |
| \`changes\` | the same, and one for each file that is binary or whose mode or kind changed |
| \`files\` | the files that changed |
| \`bytes\` | by how many bytes each file grew or shrank, added up; a file whose old size is not known counts whole |
| \`imports\` | added lines that look like an import, by their words (\`import\`, \`require\`, \`#include\`, \`use\`, \`using\`, \`source\`), in comments too; a change collected without \`--imports\` holds |

A submodule is content of another repository, so its \`lines\` and \`bytes\` are \`uncounted\`, unless the limit says
\`allow_submodules: true\`.`,
  entries: { limits: v.pipe(v.array(limitSchema), v.minLength(1, 'Expected at least one limit')) },
  examples,
  compile(spec, context) {
    const limits = spec.limits.map((limit, index) => {
      const path = ['limits', index];
      if (limit.min === undefined && limit.max === undefined) {
        context.complain(path, 'no-bound', 'A limit needs min, max or both');
      } else if (typeof limit.min === 'number' && typeof limit.max === 'number' && limit.min > limit.max) {
        context.complain(
          [...path, 'min'],
          'empty-range',
          `min ${limit.min} is over max ${limit.max}, so nothing can be released`,
        );
      }
      return {
        ...limit,
        measure: compileMeasure(limit.measure, [...path, 'measure'], context),
        min: compileBound(limit.min, Number.NEGATIVE_INFINITY, [...path, 'min'], context),
        max: compileBound(limit.max, Number.POSITIVE_INFINITY, [...path, 'max'], context),
      };
    });
    return (evidence) => holdFor(limits.flatMap((limit) => judge(limit, evidence)));
  },
});

type Limit = {
  readonly measure: Measure | undefined;
  readonly min: Bound;
  readonly max: Bound;
  readonly allow_binary?: boolean | undefined;
  readonly allow_submodules?: boolean | undefined;
};

function judge({ measure, min, max, allow_binary, allow_submodules }: Limit, evidence: Evidence): Cause[] {
  if (measure === undefined) return [];
  const { value, pointer, causes: uncounted } = measure.measure(evidence);
  const allowed = (code: string) =>
    (code === 'binary-file' && allow_binary) || (code === 'uncounted' && allow_submodules);
  const causes = uncounted.filter(({ code }) => allowed(code) !== true);
  if (value === undefined) return causes;
  const is = (side: string) => (measure.sensitive === true ? `too ${side}` : value);
  const most = max(evidence);
  if (typeof most !== 'number') causes.push(most);
  else if (value > most)
    causes.push({
      code: 'over',
      message: `${measure.name} is ${is('large')}, at most ${most} is allowed`,
      evidence: pointer,
    });
  const least = min(evidence);
  if (typeof least !== 'number') causes.push(least);
  else if (value < least)
    causes.push({
      code: 'under',
      message: `${measure.name} is ${is('small')}, at least ${least} is needed`,
      evidence: pointer,
    });
  return causes;
}
