/** Verdicts in their real shape for the page tests: a month of agents' work, with a release, a split and holds of all kinds. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type {
  Decision,
  GateVerdict,
  PolicyVerdict,
  Snapshot,
  Subject,
  Verdict,
} from '../../src/engine/mod.ts';
import type { RuleSource } from '../../src/web/reader.ts';
import { SAMPLE_RULES } from './sample-rules.ts';

export type Sample = {
  readonly verdict: Verdict;
  readonly snapshot: Snapshot;
  readonly rules: readonly RuleSource[];
  /** Milliseconds since 1970. */
  readonly at: number;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const digestOf = (value: unknown): string => `sha256:${sha256(canonicalize(value) as string)}`;

const ruleOf = (policy: string): RuleSource =>
  SAMPLE_RULES.find((rule) => rule.policy === policy) as RuleSource;

function policyOf(
  policy: string,
  decision: Decision,
  label: string,
  gates: readonly GateVerdict[],
  output?: PolicyVerdict['output'],
): PolicyVerdict {
  const { digest, source } = ruleOf(policy);
  return { policy, digest, source, decision, label, ...(output ? { output } : {}), gates };
}

/** A whole verdict with a true receipt. */
export function sampleVerdict(
  action: string,
  subject: Subject,
  decision: Decision,
  policies: readonly PolicyVerdict[],
  snapshot: Snapshot,
): Verdict {
  const open: Omit<Verdict, 'receipt_sha256'> = {
    schema: 'holdpoint/verdict@1',
    decision,
    action,
    subject,
    ruleset_digest: digestOf(policies.map((p) => p.digest)),
    evidence_digest: digestOf({ subject, evidence: snapshot.evidence }),
    engine: 'holdpoint 0.1.0',
    policies,
  };
  return { ...open, receipt_sha256: sha256(canonicalize(open) as string) };
}

function gate(
  id: string,
  kind: string,
  decision: Decision,
  reasons: GateVerdict['reasons'] = [],
): GateVerdict {
  return { gate: id, kind, enforce: 'block', decision, reasons, notes: [] };
}

function snapshotOf(action: string, subject: Subject, evidence: Snapshot['evidence'], at: number): Snapshot {
  const collected = { at: new Date(at).toISOString(), by: 'holdpoint 0.1.0' };
  return { schema: 'holdpoint/snapshot@1', action, subject, collected, evidence };
}

const digestAt = (index: number): string => sha256(`content ${index}`);

function subjectOf(index: number): Subject {
  const repos = ['acme/storefront', 'acme/ledger', 'acme/agent-sandbox'];
  return {
    repo: repos[index % 3] as string,
    commit: sha256(`commit ${index}`).slice(0, 40),
    ref: index % 4 === 0 ? 'refs/heads/main' : `refs/heads/agent/task-${index}`,
    job: `job-${1000 + index}`,
    actor: index % 2 === 0 ? 'agent-7' : 'agent-12',
  };
}

type Draw = (index: number, at: number) => Sample;

const sendSplit: Draw = (index, at) => {
  const subject = subjectOf(index);
  const card = {
    fixture_id: `fx-${index}`,
    fixture_hash: digestAt(index),
    egress_class: 'redacted-metadata',
    residue: [],
    host_pin: 'runner-3',
    replay_window: 'PT1H',
    writable_surface: 'none',
  };
  const snapshot = snapshotOf('send', subject, { card }, at);
  const split: GateVerdict = {
    ...gate('leaf', 'decision', 'split', [
      {
        code: 'metadata-only',
        message: 'The card is metadata only, so just its names and digests move',
        evidence: '/evidence/card/egress_class',
        rule: { file: 'rules/egress-leaf.yaml', line: 7, column: 5 },
      },
    ]),
    label: 'split',
    notes: [{ code: 'moves', message: '3 fields move, 4 stay' }],
  };
  const output = {
    moves: { fixture_id: card.fixture_id, fixture_hash: card.fixture_hash, egress_class: card.egress_class },
  };
  const policies = [policyOf('egress-leaf', 'split', 'split', [split], output)];
  return {
    verdict: sampleVerdict('send', subject, 'split', policies, snapshot),
    snapshot,
    rules: [ruleOf('egress-leaf')],
    at,
  };
};

const sendHold: Draw = (index, at) => {
  const subject = subjectOf(index);
  const card = {
    fixture_id: `fx-${index}`,
    egress_class: 'public-fixture',
    residue: ['/home/agent/.cache/token'],
    host_pin: ' ',
  };
  const snapshot = snapshotOf('send', subject, { card }, at);
  const rule = { file: 'rules/egress-leaf.yaml', line: 7, column: 5 };
  const fix = 'Build the card from the public fixture, or keep the job on this machine';
  const reasons = [
    {
      code: 'residue-present',
      subject: '/home/agent/.cache/token',
      message: 'The card still carries something of the machine that built it',
      fix,
      evidence: '/evidence/card/residue/0',
      rule,
    },
    {
      code: 'missing-evidence',
      subject: 'card.replay_window',
      message: 'The evidence has no "card.replay_window", so the gate cannot release',
      fix,
      evidence: '/evidence/card/replay_window',
      rule,
    },
  ];
  const policies = [policyOf('egress-leaf', 'hold', 'hold', [gate('leaf', 'decision', 'hold', reasons)])];
  return {
    verdict: sampleVerdict('send', subject, 'hold', policies, snapshot),
    snapshot,
    rules: [ruleOf('egress-leaf')],
    at,
  };
};

function changeOf(index: number, extra: readonly string[]) {
  const paths = ['src/cart/total.ts', 'src/cart/total.test.ts', 'docs/cart.md', ...extra];
  return paths.map((path, place) => ({
    path,
    status: 'M',
    added: 3 + ((index + place) % 40),
    removed: place,
    binary: false,
  }));
}

const FENCE_EVIDENCE = {
  root: '.',
  allow: ['src/**', 'docs/**'],
  deny_globs: ['.env*', '*.lock', 'infra/**'],
};

/** `extra` paths are outside of the fence. */
export function mergeHold(index: number, at: number, extra: readonly string[]): Sample {
  const subject = subjectOf(index);
  const files = changeOf(index, extra);
  const change = {
    base: digestAt(1).slice(0, 40),
    head: subject.commit as string,
    files,
    patch_sha256: digestAt(index),
  };
  const snapshot = snapshotOf('merge', subject, { fence: FENCE_EVIDENCE, change }, at);
  const reasons = extra.map((path, place) => ({
    code: 'outside-fence',
    subject: path,
    message: `"${path}" is not inside the fence`,
    fix: 'Move the change inside the fence, or ask the owner of the fence to widen it',
    evidence: `/evidence/change/files/${3 + place}/path`,
    rule: { file: 'rules/write-fence.yaml', line: 7, column: 5 },
  }));
  const warn: GateVerdict = {
    ...gate('binary-files', 'budget', 'release'),
    enforce: 'warn',
    notes: [{ code: 'not-counted', subject: 'binary', message: 'No binary file is in the change' }],
  };
  const policies = [
    policyOf('write-fence', 'hold', 'reject', [
      gate('inside-fence', 'paths', 'hold', reasons),
      gate('denied-untouched', 'frozen', 'release'),
    ]),
    policyOf('patch-budget', 'release', 'job-ok', [gate('lines', 'budget', 'release'), warn]),
  ];
  const rules = [ruleOf('write-fence'), ruleOf('patch-budget')];
  return { verdict: sampleVerdict('merge', subject, 'hold', policies, snapshot), snapshot, rules, at };
}

const mergeRelease: Draw = (index, at) => {
  const subject = subjectOf(index);
  const change = {
    base: digestAt(1).slice(0, 40),
    head: subject.commit as string,
    files: changeOf(index, []),
    patch_sha256: digestAt(index),
  };
  const snapshot = snapshotOf('merge', subject, { fence: FENCE_EVIDENCE, change }, at);
  const policies = [
    policyOf('write-fence', 'release', 'accept', [
      gate('inside-fence', 'paths', 'release'),
      gate('denied-untouched', 'frozen', 'release'),
    ]),
    policyOf('patch-budget', 'release', 'job-ok', [
      gate('lines', 'budget', 'release'),
      gate('binary-files', 'budget', 'release'),
    ]),
  ];
  const rules = [ruleOf('write-fence'), ruleOf('patch-budget')];
  return { verdict: sampleVerdict('merge', subject, 'release', policies, snapshot), snapshot, rules, at };
};

const OUTSIDE = [['.env'], ['package.lock', 'infra/prod/main.tf'], ['.github/workflows/deploy.yml']];

const DRAWS: readonly Draw[] = [
  mergeRelease,
  (index, at) => mergeHold(index, at, OUTSIDE[index % 3] as string[]),
  sendSplit,
  mergeRelease,
  sendHold,
  mergeRelease,
  (index, at) => mergeHold(index, at, OUTSIDE[(index + 1) % 3] as string[]),
];

/** `count` different verdicts over the last 28 days before `now`, oldest first; always the same for the same arguments. */
export function samples(count: number, now: number): Sample[] {
  const span = 28 * 86_400_000;
  return Array.from({ length: count }, (_, index) => {
    // Busier towards the end, so that the trend has a shape.
    const share = Math.sqrt((index + 1) / count);
    const at = Math.floor((now - span + share * span) / 1000) * 1000 - 60_000;
    return (DRAWS[index % DRAWS.length] as Draw)(index, at);
  });
}

/** Text that must never be taken for markup, and characters that must not act. */
export const HOSTILE = {
  markup: '<img src=x onerror=alert(1)>',
  script: '</script><script>alert(2)</script>',
  attribute: 'a"onmouseover="alert(3)',
  template: "{{constructor.constructor('alert(4)')()}}",
  link: 'javascript:alert(5)',
  ansi: 'src/\u001b[2K\u001b[1Arelease.txt',
  bidi: 'src/\u202egpj.exe',
} as const;

/** A held merge whose paths are all of HOSTILE. */
export function hostileSample(at: number): Sample {
  return mergeHold(9001, at, Object.values(HOSTILE));
}
