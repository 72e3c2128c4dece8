/** Examples of `manifest`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const gate = { only: ['add.py', 'test_add.py'] };
const file = (sha256: string) => ({ sha256, size: 1 });
const files = { 'add.py': file(A), 'test_add.py': file(B) };
const manifest = [
  { path: 'add.py', sha256: A },
  { path: './test_add.py', sha256: B },
];
const bundle = (changes: JsonObject): JsonObject => ({ bundle: { files, manifest, ...changes } });

export const examples: readonly Example[] = [
  { title: 'exactly what is listed', gate, evidence: bundle({}), decision: 'release', reasons: [] },
  {
    title: 'a manifest that lies about one file, and lists another that is not there',
    gate: {},
    evidence: bundle({
      manifest: [...manifest, { path: 'README', sha256: A }],
      files: { ...files, 'add.py': file(B) },
    }),
    decision: 'hold',
    reasons: ['mismatch:README', 'mismatch:add.py'],
  },
  {
    title: 'a file that nobody listed',
    gate: {},
    evidence: bundle({ files: { ...files, '.env': file(A) } }),
    decision: 'hold',
    reasons: ['unexpected:.env'],
  },
  {
    title: 'a file that the manifest lists and the rule does not',
    gate,
    evidence: bundle({
      files: { ...files, 'notes.md': file(A) },
      manifest: [...manifest, { path: 'notes.md', sha256: A }],
    }),
    decision: 'hold',
    reasons: ['unexpected:notes.md'],
  },
  {
    title: 'a manifest that leaves out what is to be sent',
    gate,
    evidence: bundle({ files: { 'add.py': file(A) }, manifest: [{ path: 'add.py', sha256: A }] }),
    decision: 'hold',
    reasons: ['mismatch:test_add.py'],
  },
  {
    title: 'one file listed twice',
    gate: {},
    evidence: bundle({ manifest: [...manifest, { path: 'add.py', sha256: A }] }),
    decision: 'hold',
    reasons: ['mismatch:add.py'],
  },
  {
    title: 'a repository and a link that would be sent along',
    gate,
    evidence: bundle({
      skipped: [
        { path: '.git', why: 'it is a git repository' },
        { path: 'data', why: 'it is a symbolic link' },
      ],
    }),
    decision: 'hold',
    reasons: ['unexpected:.git', 'unexpected:data'],
  },
  {
    title: 'a listed file that could not be read',
    gate,
    evidence: bundle({
      files: { 'test_add.py': file(B) },
      skipped: [{ path: 'add.py', why: 'permission denied' }],
    }),
    decision: 'hold',
    reasons: ['not-stamped:add.py'],
  },
  {
    title: 'paths that could name another place',
    gate: {},
    evidence: bundle({
      files: { ...files, 'a\\b': file(A) },
      manifest: [...manifest, { path: '../.env', sha256: A }],
    }),
    decision: 'hold',
    reasons: ['unsafe-path:a\\b', 'unsafe-path:../.env'],
  },
  {
    title: 'two names that become one file elsewhere',
    gate: {},
    evidence: bundle({
      files: { ...files, 'Add.py': file(A) },
      manifest: [...manifest, { path: 'Add.py', sha256: A }],
    }),
    decision: 'hold',
    reasons: ['collision:add.py'],
  },
  {
    title: 'nothing at all',
    gate: {},
    evidence: bundle({ files: {}, manifest: [] }),
    decision: 'hold',
    reasons: ['empty'],
  },
  {
    title: 'no manifest',
    gate,
    evidence: { bundle: { files } },
    decision: 'hold',
    reasons: ['missing-evidence:bundle.manifest'],
  },
  {
    title: 'no manifest is wanted: the rule lists what is sent',
    gate: { ...gate, manifest: 'off' },
    evidence: { bundle: { files } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'no manifest is wanted, and the bundle holds something else instead',
    gate: { ...gate, manifest: 'off' },
    evidence: {
      bundle: {
        files: { 'add.py': file(A), '.env': file(A) },
        skipped: [{ path: 'data', why: 'it is a symbolic link' }],
      },
    },
    decision: 'hold',
    reasons: ['unexpected:.env', 'unexpected:data', 'mismatch:test_add.py'],
  },
];
