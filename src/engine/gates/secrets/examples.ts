/** Examples of `secrets`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const fingerprint = 'f'.repeat(64);
const gate = { require: ['aws-access-key'], accept: [fingerprint], accept_skipped: ['binary'] };
const scan = {
  detectors: [{ id: 'aws-access-key' }, { id: 'canary' }],
  canary: { planted: true, detected: true },
  scanned_files: 3,
  skipped: [{ path: 'logo.png', why: 'binary' }],
  findings: [],
};
const prompt = { of: 'prompt' };
const text = (findings: readonly JsonObject[]) => ({
  prompt: { secrets: { ...scan, scanned_files: 1, skipped: [], findings } },
});
const finding = { detector: 'aws-access-key', path: 'a.txt', line: 2, column: 1 };

export const examples: readonly Example[] = [
  { title: 'proven and clean', gate, evidence: { secrets: scan }, decision: 'release', reasons: [] },
  {
    title: 'a finding',
    gate,
    evidence: { secrets: { ...scan, findings: [finding] } },
    decision: 'hold',
    reasons: ['found:a.txt:2'],
  },
  {
    title: 'a finding whose fingerprint is accepted',
    gate,
    evidence: { secrets: { ...scan, findings: [{ ...finding, fingerprint }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'the canary itself is no finding',
    gate,
    evidence: { secrets: { ...scan, findings: [{ ...finding, detector: 'canary' }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'clean, but the canary was not planted',
    gate,
    evidence: { secrets: { ...scan, canary: { planted: false, detected: false } } },
    decision: 'hold',
    reasons: ['canary-unproven'],
  },
  {
    title: 'a canary was planted, and a detector did not see it',
    gate,
    evidence: {
      secrets: { ...scan, canary: { planted: true, detected: false, missed_by: ['private-key'] } },
    },
    decision: 'hold',
    reasons: ['canary-unproven'],
  },
  {
    title: 'a required detector did not run',
    gate,
    evidence: { secrets: { ...scan, detectors: [{ id: 'canary' }] } },
    decision: 'hold',
    reasons: ['detector-missing:aws-access-key'],
  },
  {
    title: 'a file was left out',
    gate,
    evidence: { secrets: { ...scan, skipped: [{ path: 'big.log', why: 'larger than the limit' }] } },
    decision: 'hold',
    reasons: ['not-scanned:big.log'],
  },
  {
    title: 'an empty scan is no good news',
    gate,
    evidence: { secrets: { ...scan, scanned_files: 0 } },
    decision: 'hold',
    reasons: ['nothing-scanned'],
  },
  {
    title: 'a scan without a list of findings',
    gate: {},
    evidence: {
      secrets: { canary: { planted: true, detected: true }, detectors: [{ id: 'canary' }], scanned_files: 1 },
    },
    decision: 'hold',
    reasons: ['missing-evidence:secrets.findings'],
  },
  { title: 'a clean prompt', gate: prompt, evidence: text([]), decision: 'release', reasons: [] },
  {
    title: 'a prompt in which two things were found: one reason, with their lines',
    gate: prompt,
    evidence: text([
      { detector: 'assignment', path: 'prompt', line: 2 },
      { detector: 'private-key', path: 'prompt', line: 7 },
    ]),
    decision: 'hold',
    reasons: ['found'],
  },
  {
    title: 'a prompt that nobody scanned; a scan of a folder does not count',
    gate: prompt,
    evidence: { secrets: scan, prompt: { chars: 12 } },
    decision: 'hold',
    reasons: ['missing-evidence:prompt.secrets'],
  },
  {
    title: 'a prompt too large for a detector',
    gate: prompt,
    evidence: {
      prompt: { secrets: { ...scan, skipped: [{ path: 'prompt', why: 'larger than the limit' }] } },
    },
    decision: 'hold',
    reasons: ['not-scanned:prompt'],
  },
];
