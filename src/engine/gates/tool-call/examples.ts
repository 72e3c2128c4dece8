/** Examples of `tool-call`: shown in the docs and run as tests. */
import type { Json, JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const argument = { type: 'string', pattern: '^[a-z0-9/._-]+$', maxLength: 100 };
const gate: JsonObject = {
  max_steps: 8,
  tools: {
    git_status: {
      description: 'What has changed in the working tree',
      schema: { type: 'object', additionalProperties: false },
      argv: ['git', 'status', '--porcelain=v1'],
    },
    git_show: {
      description: 'One file as it was committed',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['path'],
        properties: { path: argument },
      },
      argv: ['git', 'show', '{path}'],
    },
  },
};
/** The same with a loose schema, for what is refused whatever a schema lets through. */
const loose = (
  own: JsonObject,
  words: readonly string[] = ['{path}'],
  more: JsonObject = {},
): JsonObject => ({
  max_steps: 8,
  tools: {
    git_log: {
      description: 'The commits of one path',
      schema: { type: 'object', additionalProperties: false, required: ['path'], properties: { path: own } },
      argv: ['git', 'log', ...words],
      ...more,
    },
  },
});
const text = { type: 'string', maxLength: 100 };

const call = (title: string, of: JsonObject, tool: string, args: Json, ...reasons: string[]): Example => ({
  title,
  gate: of,
  evidence: { tool_call: { tool, args }, steps: { used: 0 } },
  decision: reasons.length === 0 ? 'release' : 'hold',
  reasons,
});

export const examples: readonly Example[] = [
  call('a call without arguments', gate, 'git_status', {}),
  call('an argument that fills a slot', gate, 'git_show', { path: 'src/a.ts' }),
  {
    title: 'a call with one key too many',
    gate,
    evidence: { tool_call: { tool: 'git_status', args: {}, why: 'because' }, steps: { used: 0 } },
    decision: 'hold',
    reasons: ['call-shape'],
  },
  call('a tool that nobody put into the catalogue', gate, 'bash', {}, 'unknown-tool:bash'),
  call('an argument that nobody asked for', gate, 'git_show', { path: 'a', cmd: 'id' }, 'args-invalid'),
  call('a command in an argument', gate, 'git_show', { path: 'a; id' }, 'args-invalid'),
  call(
    'the same, where the schema has been loosened',
    loose(text),
    'git_log',
    { path: 'a; id' },
    'slot-metachar:path',
  ),
  call(
    'an argument that is read as an option',
    loose(text),
    'git_log',
    { path: '--output=x' },
    'slot-metachar:path',
  ),
  call('the same behind dashes', loose(text, ['--', '{path}']), 'git_log', { path: '--output=x' }),
  call(
    'prose that speaks of commands',
    loose(text, ['--grep', '{path}'], { free_text: ['path'] }),
    'git_log',
    { path: 'when not to use `rm -rf` && why (note)' },
  ),
  call(
    'a number where the schema takes it',
    loose({ ...text, type: ['string', 'integer'] }),
    'git_log',
    { path: 5 },
    'slot-not-string:path',
  ),
  call(
    'nothing where the schema takes it',
    loose({ ...text, type: ['string', 'null'] }),
    'git_log',
    { path: null },
    'missing-slot:path',
  ),
  {
    title: 'the last step is gone',
    gate,
    evidence: { tool_call: { tool: 'git_status', args: {} }, steps: { used: 8 } },
    decision: 'hold',
    reasons: ['max-steps'],
  },
  {
    title: 'a run with a tighter limit than the rule has',
    gate,
    evidence: { tool_call: { tool: 'git_status', args: {} }, steps: { used: 3, max: 3 } },
    decision: 'hold',
    reasons: ['max-steps'],
  },
];
