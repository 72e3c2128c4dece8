/** Examples of `budget`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = {
  limits: [
    { measure: 'lines', max: 40 },
    { measure: 'changes', min: 1 },
  ],
};
const tokens = {
  limits: [
    { measure: { value: 'prompt.token_estimate' }, max: 100 },
    { measure: { count: 'argv.argv' }, max: 2 },
  ],
};
const sum = { limits: [{ measure: { sum: ['change.files.*.added'] }, max: 10 }] };
const file = { path: 'a.ts', status: 'M', added: 40, removed: 0, binary: false };
const change = (...files: readonly object[]) => ({
  change: { files: files.map((one) => ({ ...file, ...one })) },
});

export const examples: readonly Example[] = [
  { title: 'exactly at the most', gate, evidence: change({}), decision: 'release', reasons: [] },
  { title: 'one line over', gate, evidence: change({ removed: 1 }), decision: 'hold', reasons: ['over'] },
  { title: 'nothing changed', gate, evidence: change(), decision: 'hold', reasons: ['under'] },
  {
    title: 'only the mode changed, which is a change without lines',
    gate,
    evidence: change({ added: 0, mode: '100755', old_mode: '100644' }),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a binary file has no lines to count',
    gate,
    evidence: change({ path: 'img.png', added: 0, binary: true }),
    decision: 'hold',
    reasons: ['binary-file:img.png'],
  },
  {
    title: 'a text file whose lines nobody counted',
    gate,
    evidence: { change: { files: [{ path: 'a.ts', status: 'M', removed: 0, binary: false }] } },
    decision: 'hold',
    reasons: ['missing-evidence:change.files.0.added', 'missing-evidence:change.files.0.added'],
  },
  {
    title: 'single numbers and counts',
    gate: tokens,
    evidence: { prompt: { token_estimate: 101 }, argv: { argv: ['npm', 'test'] } },
    decision: 'hold',
    reasons: ['over'],
  },
  {
    title: 'a number that is not there',
    gate: tokens,
    evidence: { prompt: {}, argv: { argv: [] } },
    decision: 'hold',
    reasons: ['missing-evidence:prompt.token_estimate'],
  },
  {
    title: 'a sum over every file',
    gate: sum,
    evidence: change({ added: 6 }, { added: 5 }),
    decision: 'hold',
    reasons: ['over'],
  },
  {
    title: 'a number below zero makes no room for another',
    gate: sum,
    evidence: change({ added: 1000 }, { added: -1000 }),
    decision: 'hold',
    reasons: ['missing-evidence:change.files.*.added'],
  },
];
