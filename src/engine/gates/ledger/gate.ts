/** `ledger`: what is to be put on record must be there, and is put out under one name. */
import * as v from 'valibot';
import type { Reference } from '../../evidence/reference.ts';
import type { Json } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { defineGate, holdFor, missingFrom, type Outcome } from '../gate.ts';
import { shownReferenceTo } from '../spec.ts';
import { examples } from './examples.ts';

const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/, 'Expected a word such as "prompt_sha256"'));

export const ledger = defineGate({
  kind: 'ledger',
  summary: 'Fields of the evidence are put on record under one name; one that is not there holds.',
  codes: {},
  details: `\`as\` names the output, \`fields\` its fields and where in the evidence each is taken from: single values, and none that may hold
private content. The output stands in the verdict of a hold as well, when another gate holds: what was refused is on record too.`,
  entries: {
    as: word,
    fields: v.pipe(v.record(word, v.string()), v.minEntries(1, 'Expected at least one field')),
  },
  examples,
  compile(spec, context) {
    const fields = Object.entries(spec.fields).flatMap(([name, from]): [string, Reference][] => {
      const ref = shownReferenceTo('a single value', isSingle, { from }, ['fields', name], context);
      return ref === undefined ? [] : [[name, ref]];
    });
    return (evidence): Outcome => {
      const values = fields.map(([name, ref]): [string, Json | undefined] => [name, fitting(ref, evidence)]);
      const missing = fields.filter((_, index) => values[index]![1] === undefined);
      if (missing.length > 0) return holdFor(missing.map(([, ref]) => missingFrom(ref, evidence)));
      return {
        decision: 'release',
        causes: [],
        output: { [spec.as]: Object.fromEntries(values as [string, Json][]) },
      };
    };
  },
});

const isSingle = ({ type }: Reference) => type === 'any' || Object.hasOwn(TYPES, type);

const TYPES: Readonly<Record<string, string>> = { text: 'string', number: 'number', flag: 'boolean' };

/** A value of another type than the section has there is on nobody's record. */
function fitting(ref: Reference, evidence: Evidence): Json | undefined {
  const value = ref.get(evidence);
  const fits = ref.type === 'any' ? typeof value !== 'object' : typeof value === TYPES[ref.type];
  return fits ? value : undefined;
}
