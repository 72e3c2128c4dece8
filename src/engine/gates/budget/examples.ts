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
const capped = { limits: [{ measure: { value: 'prompt.token_estimate' }, max: { from: 'prompt.cap' } }] };
const sum = { limits: [{ measure: { sum: ['change.files.*.added'] }, max: 10 }] };
const bytes = { limits: [{ measure: 'bytes', max: 2000 }] };
const imports = { limits: [{ measure: 'imports', max: 0 }] };
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
    title: 'a submodule that was moved brings what nobody counted',
    gate,
    evidence: change({ path: 'lib', added: 1, removed: 1, kind: 'submodule', old_kind: 'submodule' }),
    decision: 'hold',
    reasons: ['uncounted:lib'],
  },
  {
    title: 'a submodule that the limit allows',
    gate: { limits: [{ measure: 'lines', max: 40, allow_submodules: true }] },
    evidence: change({ path: 'lib', added: 1, removed: 1, kind: 'submodule', old_kind: 'submodule' }),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'one very long line: few lines, many bytes',
    gate: bytes,
    evidence: change({ added: 1, removed: 1, bytes: 1_000_000, old_bytes: 20 }),
    decision: 'hold',
    reasons: ['over'],
  },
  {
    title: 'a file that grew, one that shrank, one that came and one that went',
    gate: bytes,
    evidence: change(
      { bytes: 1500, old_bytes: 1000 },
      { bytes: 1000, old_bytes: 1500 },
      { status: 'A', bytes: 500 },
      { status: 'D', old_bytes: 500 },
    ),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a size that nobody took',
    gate: bytes,
    evidence: change({}, { status: 'D' }),
    decision: 'hold',
    reasons: ['missing-evidence:change.files.0.bytes', 'missing-evidence:change.files.1.old_bytes'],
  },
  {
    title: 'a text file whose lines nobody counted',
    gate,
    evidence: { change: { files: [{ path: 'a.ts', status: 'M', removed: 0, binary: false }] } },
    decision: 'hold',
    reasons: ['missing-evidence:change.files.0.added', 'missing-evidence:change.files.0.added'],
  },
  {
    title: 'an import came in one file and one went in another, which makes no room',
    gate: imports,
    evidence: change({ imports: 1 }, { imports: 0 }),
    decision: 'hold',
    reasons: ['over'],
  },
  {
    title: 'imports that nobody counted',
    gate: imports,
    evidence: change({ imports: 0 }, {}),
    decision: 'hold',
    reasons: ['missing-evidence:change.files.1.imports'],
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
    title: 'a most that stands in evidence',
    gate: capped,
    evidence: { prompt: { token_estimate: 100, cap: 100 } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'over a most that stands in evidence',
    gate: capped,
    evidence: { prompt: { token_estimate: 101, cap: 100 } },
    decision: 'hold',
    reasons: ['over'],
  },
  {
    title: 'a most that nobody set',
    gate: capped,
    evidence: { prompt: { token_estimate: 1 } },
    decision: 'hold',
    reasons: ['missing-evidence:prompt.cap'],
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
