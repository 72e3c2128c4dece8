/** `contract`: what an endpoint or a tool answered, against what was agreed: status, size, type, shape, fields. */
import { pointerTo } from '../../evidence/reference.ts';
import { isObject } from '../../json.ts';
import { defineGate, missingEvidence, type Outcome, RELEASE } from '../gate.ts';
import { bodyStages } from './body.ts';
import { checkContract } from './check.ts';
import { examples } from './examples.ts';
import { outputsOf } from './output.ts';
import { entries } from './schema.ts';
import { envelopeStages } from './stages.ts';

export const contract = defineGate({
  kind: 'contract',
  summary:
    'What an endpoint or a tool answered, against what was agreed: status, size, type, shape, fields, or a JSON Schema.',
  codes: {
    'not-loopback': {
      says: 'The probe was to go to another machine, so it was not made.',
      fix: 'Probe the service where it runs, at the address that the contract names',
    },
    'probe-failed': {
      says: 'The endpoint gave no answer that could be read.',
      fix: 'Start the service, see that it answers by itself, then probe again',
    },
    'wrong-target': {
      says: 'Another place was asked than the contract names.',
      fix: 'Probe the host, port and path of the contract',
    },
    'bad-status': {
      says: 'The status is not the agreed one.',
      fix: 'Make the service answer with the agreed status',
    },
    'bad-content-type': {
      says: 'The content type is not an agreed one; parameters and case do not matter.',
      fix: 'Ask the tool for an agreed type; what it sent is not looked at',
    },
    oversize: {
      says: 'There are more bytes than allowed.',
      fix: 'Ask for less, or have the limit raised by its owner',
    },
    'not-json': {
      says: 'The body is not strict JSON in UTF-8: cut off, two keys of one name, or something else altogether.',
      fix: 'See what the endpoint really sends',
    },
    'too-deep': { says: 'The body is nested more deeply than allowed.', fix: 'Ask for a flatter answer' },
    'too-many-keys': { says: 'The body has more keys than allowed.', fix: 'Ask for less' },
    'too-many-items': {
      says: 'The lists in the body have more items than allowed.',
      fix: 'Ask for fewer items',
    },
    'text-too-long': { says: 'A text in the body is longer than allowed.', fix: 'Ask for less text' },
    'not-object': {
      says: 'The body is JSON, but not an object.',
      fix: 'Make the endpoint answer with an object',
    },
    forbidden: {
      says: 'A key that must not be there is there, however deep.',
      fix: 'Take the field out of the answer; if it held a secret, replace the secret',
    },
    mismatch: {
      says: 'A required field is absent or has another value.',
      fix: 'Make the service well before anything is published',
    },
    'unexpected-key': {
      says: 'A key that the contract does not name.',
      fix: 'Take the field out of the answer, or have the contract changed by its owner',
    },
    invalid: {
      says: 'The body, or what is left of it after projection, does not fit the schema.',
      fix: 'Do not use the answer; have the tool or the schema corrected',
    },
  },
  details: `Looked at in this order; what fails first decides:
\`not-loopback\`, \`probe-failed\`, \`wrong-target\`, \`bad-status\`, \`bad-content-type\`, \`oversize\`, \`not-json\`, \`too-deep\`,
\`too-many-keys\`, \`too-many-items\`, \`text-too-long\`, \`not-object\`, \`forbidden\` (the first of the list), \`mismatch\` (all),
\`unexpected-key\` (all), \`invalid\`.

- \`evidence\` is \`health\` or \`tool_response\`. \`target\`, \`status\` and \`ticket\` are for \`health\` only.
- When no evidence is given, \`eval\` and \`act\` probe the \`target\` themselves, for \`timeout_seconds\` (2) in all.
- \`required\` names fields of the body and their values; \`closed: true\` lets no other field stand beside them.
- \`forbidden\` keys are looked for at every depth, whatever their case.
- \`max_depth\` counts the containers around the innermost value: \`{}\` is 0, \`{"a": 1}\` is 1. \`max_keys\` and \`max_items\` count
  those of all objects and lists, \`max_text\` the characters of the longest text.
- \`schema\` is a JSON Schema (2020-12; references stay in the file, expressions are RE2). With \`project: true\` the body is first
  reduced to the fields that the schema names, at every depth; what is left is judged, and is the output \`card\`.
- \`ticket: WORD\` puts out \`ticket\`: the word, the address, and digest and size of the body that passed.`,
  entries,
  examples,
  compile(spec, context) {
    const section = spec.evidence;
    context.needs(section);
    checkContract(spec, context);
    const { stages, schema } = bodyStages(spec, context);
    const all = [...envelopeStages(spec, context), ...stages];
    const outputs = outputsOf(spec, schema);
    return (evidence): Outcome => {
      const answer = evidence[section];
      if (!isObject(answer)) return missingEvidence(section, pointerTo(section));
      for (const stage of all) {
        const causes = stage(answer);
        if (causes.length > 0) return { decision: 'hold', causes };
      }
      return outputs === undefined ? RELEASE : outputs(answer);
    };
  },
});
