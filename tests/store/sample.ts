/** Verdicts as the engine makes them, with receipts that fit, and folders to keep histories in. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type {
  Decision,
  GateVerdict,
  PolicyVerdict,
  Reason,
  Snapshot,
  Subject,
  Verdict,
} from '../../src/engine/mod.ts';
import { type Entry, type History, openHistory } from '../../src/store/mod.ts';

export const NOON = Date.UTC(2026, 9, 13, 12);
export const DAY = 86_400_000;

export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex');
}

export function gate(
  id: string,
  decision: Decision,
  codes: readonly string[] = [],
  changes: Partial<GateVerdict> = {},
): GateVerdict {
  const reasons = codes.map((code, i): Reason => {
    const [word, subject] = code.split(' ');
    const rule = { file: 'rules/x.yaml', line: 4 + i, column: 5 };
    return {
      code: word ?? '',
      ...(subject === undefined ? {} : { subject }),
      message: `It says ${code}`,
      rule,
    };
  });
  return { gate: id, kind: 'paths', enforce: 'block', decision, reasons, notes: [], ...changes };
}

/** The texts behind the digests that were given out. */
const TEXTS = new Map<string, string>();

export function policyOf(
  name: string,
  decision: Decision,
  gates: readonly GateVerdict[],
  version = '1',
): PolicyVerdict {
  const text = `version: 1\npolicy: ${name}\n# Version ${version}\n`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  TEXTS.set(digest, text);
  return { policy: name, digest, source: `rules/${name}.yaml`, decision, label: decision, gates };
}

export type Given = {
  readonly n: number;
  readonly decision?: Decision;
  readonly action?: string;
  readonly subject?: Subject;
  readonly policies?: readonly PolicyVerdict[];
  readonly reasons?: readonly Reason[];
  readonly at?: number;
  readonly evidence?: Snapshot['evidence'];
};

/** `n` makes the evidence, and so the receipt, its own. */
export function entryOf(given: Given): Entry & { readonly snapshot: Snapshot } {
  const { n, decision = 'hold', action = 'write', at = NOON + n * 1000 } = given;
  const subject = given.subject ?? {
    repo: 'acme/shop',
    commit: 'c0ffee',
    ref: 'main',
    job: `job-${n}`,
    actor: 'agent-1',
  };
  const policies = given.policies ?? [
    policyOf('write-fence', decision, [
      gate('fence', decision, decision === 'release' ? [] : [`outside-fence src/${n}.ts`]),
    ]),
  ];
  const evidence = given.evidence ?? { fence: { root: '/r', n } };
  const files = policies.map(({ policy, digest, source }) => ({
    policy,
    digest,
    source,
    text: TEXTS.get(digest) ?? '',
  }));
  const listed = policies
    .map(({ policy, source, digest }) => ({ policy, source, digest }))
    .sort((a, b) => (a.policy < b.policy ? -1 : 1));
  const ruleset = {
    digest: `sha256:${digestOf({ policies: listed })}`,
    files,
  };
  const rest = {
    schema: 'holdpoint/verdict@1' as const,
    decision,
    action,
    subject,
    ruleset_digest: ruleset.digest,
    evidence_digest: `sha256:${digestOf({ subject, evidence })}`,
    engine: 'holdpoint 0.1.0',
    policies,
    ...(given.reasons === undefined ? {} : { reasons: given.reasons }),
  };
  const verdict: Verdict = { ...rest, receipt_sha256: digestOf(rest) };
  const snapshot: Snapshot = { schema: 'holdpoint/snapshot@1', action, subject, evidence };
  return { verdict, snapshot, withheld: [], ruleset, recordedAt: at };
}

export function entries(count: number, from = 1): (Entry & { readonly snapshot: Snapshot })[] {
  return Array.from({ length: count }, (_, i) => entryOf({ n: from + i }));
}

/** A folder for one test, gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-store-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new history in a folder of its own. */
export function withHistory(work: (history: History, path: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    const history = await openHistory({ url: path });
    try {
      await work(history, path);
    } finally {
      await history.close();
    }
  });
}
