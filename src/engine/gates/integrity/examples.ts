/** Examples of `integrity`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const digest = 'a'.repeat(64);
const stamp = { sha256: digest };
const nothing = { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };

const folder = {
  record: { from: 'proof.files' },
  require: ['done.json', 'junit.xml'],
  empty: ['forbidden.txt'],
  closed: true,
};
const files = { 'done.json': stamp, 'junit.xml': stamp, 'forbidden.txt': nothing };
const hash = {
  same: [
    {
      now: { from: 'proof.computed_sha256' },
      recorded: { from: 'proof.recorded_sha256' },
      recorded_in: 'PROOF.sha256',
    },
  ],
};
const claim = {
  record: { from: 'done' },
  require: { job_id: 'text', must_pass: 'texts', max_failures: 'count', reviewed: 'flag' },
};
const tools = { record: { from: 'toolchain' }, filled: true, expect: { node: 'v20.20.2' } };
const receipt = {
  record: { from: 'proof.files' },
  expect: { from: 'receipt.files' },
  same: [{ name: 'head', now: { from: 'change.head' }, recorded: { from: 'receipt.head' } }],
};

export const examples: readonly Example[] = [
  {
    title: 'a folder that holds what it must, and nothing else',
    gate: folder,
    evidence: { proof: { files } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a file that is not there, one that nobody named, and a scan that found something',
    gate: folder,
    evidence: {
      proof: { files: { 'done.json': stamp, 'forbidden.txt': stamp, 'evidence/extra.json': stamp } },
    },
    decision: 'hold',
    reasons: ['missing:junit.xml', 'not-empty:forbidden.txt', 'unexpected:evidence/extra.json'],
  },
  {
    title: 'a link in the place of a file, and another beside the files',
    gate: folder,
    evidence: {
      proof: {
        files: { 'done.json': stamp, 'forbidden.txt': nothing },
        skipped: [
          { path: 'junit.xml', why: 'it is a symbolic link' },
          { path: 'more', why: 'it is a symbolic link' },
        ],
      },
    },
    decision: 'hold',
    reasons: ['missing:junit.xml', 'unread:more'],
  },
  {
    title: 'two digests that are equal',
    gate: hash,
    evidence: { proof: { files: {}, computed_sha256: digest, recorded_sha256: digest } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'something was edited after the digest was recorded',
    gate: hash,
    evidence: { proof: { files: {}, computed_sha256: digest, recorded_sha256: 'b'.repeat(64) } },
    decision: 'hold',
    reasons: ['differs'],
  },
  {
    title: 'nothing was recorded',
    gate: hash,
    evidence: { proof: { files: {}, computed_sha256: digest, recorded_sha256: null } },
    decision: 'hold',
    reasons: ['missing:PROOF.sha256'],
  },
  {
    title: 'a claim that says everything; zero is a word as well',
    gate: claim,
    evidence: { done: { job_id: 'fix-1', must_pass: ['adds'], max_failures: 0, reviewed: false } },
    decision: 'release',
    reasons: [],
  },
  {
    title:
      'a claim with holes: a blank text and an empty list say nothing, nor does a word where a number is asked',
    gate: claim,
    evidence: { done: { job_id: ' ', must_pass: [], max_failures: 'none' } },
    decision: 'hold',
    reasons: ['missing:job_id', 'missing:must_pass', 'missing:max_failures', 'missing:reviewed'],
  },
  {
    title: 'a tool of another version than was pinned, and one without a version',
    gate: tools,
    evidence: { toolchain: { node: 'v22.0.0', npm: '' } },
    decision: 'hold',
    reasons: ['differs:node', 'blank:npm'],
  },
  {
    title: 'an earlier receipt that matches',
    gate: receipt,
    evidence: {
      proof: { files },
      receipt: { files, head: 'c'.repeat(40) },
      change: { head: 'c'.repeat(40), files: [] },
    },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a receipt of another commit, in which another file was recorded: each link that broke is told',
    gate: receipt,
    evidence: {
      proof: { files: { ...files, 'junit.xml': { sha256: 'b'.repeat(64) } } },
      receipt: { files, head: 'c'.repeat(40) },
      change: { head: 'd'.repeat(40), files: [] },
    },
    decision: 'hold',
    reasons: ['differs:junit.xml', 'differs:head'],
  },
];
