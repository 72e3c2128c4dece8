/** Examples of `residency`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = {
  remote_seat: 'free-server',
  local_seat: 'local',
  secret_names: ['id_rsa'],
  secret_prefixes: ['.env'],
  secret_suffixes: ['.pem'],
};
const job = {
  job_id: 'job-1',
  latency_class: 'batch',
  requires_offline: false,
  needs_uncommitted_context: false,
};
const stamp = { sha256: 'a'.repeat(64), size: 1 };
const tree = { files: { 'README.md': stamp } };
const output = {
  job_id: 'job-1',
  public_files: ['README.md'],
  reasons: [],
  seat: 'free-server',
  secret_count: 0,
  receipt_sha256: 'RECEIPT',
};

export const examples: readonly Example[] = [
  { title: 'a batch job with public files', gate, evidence: { job, tree }, decision: 'release', reasons: [] },
  {
    title: 'a secret by name',
    gate,
    evidence: { job, tree: { files: { 'keys/x.pem': stamp } } },
    decision: 'hold',
    reasons: ['secret-material-present'],
  },
  {
    title: 'flags that nobody set do not pass',
    gate,
    evidence: { job: { job_id: 'job-1' }, tree },
    decision: 'hold',
    reasons: ['local-dependency', 'not-batch'],
  },
  {
    title: 'a folder that could not be read',
    gate,
    evidence: { job, tree: { ...tree, skipped: [{ path: 'lib', why: 'permission denied' }] } },
    decision: 'hold',
    reasons: ['unread-path'],
  },
  {
    title: 'what the caller left out may travel all the same',
    gate,
    evidence: { job, tree: { ...tree, skipped: [{ path: 'vendor', why: 'excluded by the caller' }] } },
    decision: 'hold',
    reasons: ['unread-path'],
  },
  {
    title: "Holdpoint's own files do not travel",
    gate,
    evidence: {
      job,
      tree: { ...tree, skipped: [{ path: '.holdpoint', why: "excluded: Holdpoint's own file" }] },
    },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a receipt of another tree',
    gate: { ...gate, match_receipt: true },
    evidence: { job, tree, receipt: output },
    decision: 'hold',
    reasons: ['stale-receipt'],
  },
  {
    title: 'no receipt to match',
    gate: { ...gate, match_receipt: true },
    evidence: { job, tree },
    decision: 'hold',
    reasons: ['missing-evidence:receipt'],
  },
];
