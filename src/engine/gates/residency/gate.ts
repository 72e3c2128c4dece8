/** `residency`: a job card and the names of the files say which seat the job may take, with a receipt of its own. */
import * as v from 'valibot';
import { canonicalJson } from '../../evidence/canonical.ts';
import { OWN_FILE } from '../../evidence/left-out.ts';
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import type { Evidence } from '../../verdict.ts';
import { type Cause, defineGate, missingCause, missingEvidence, type Outcome } from '../gate.ts';
import { examples } from './examples.ts';
import { secretNames } from './secret-names.ts';

export const residency = defineGate({
  kind: 'residency',
  summary:
    'Whether a job and the files beside it may go to a remote seat, judged by flags and file names alone.',
  codes: {
    'secret-material-present': {
      says: 'A file has the name of secret material.',
      fix: 'Move the secret file out of the tree, or keep the job local',
    },
    'local-dependency': {
      says: 'The job needs this machine, or does not say that it does not.',
      fix: 'Say requires_offline: false and needs_uncommitted_context: false, if that is so',
    },
    'not-batch': {
      says: 'The job is not a batch job, or does not say so.',
      fix: 'Say latency_class: batch, if the job can wait',
    },
    'unread-path': {
      says: 'A path was left out or could not be read, so what is in it is unknown.',
      fix: 'Make the path readable and leave nothing out, then stamp the tree again',
    },
    'stale-receipt': {
      says: 'The receipt does not match the tree that stands here now.',
      fix: 'Ask for a new receipt and run the job again',
    },
  },
  entries: {
    remote_seat: v.string(),
    local_seat: v.string(),
    secret_names: v.optional(v.array(v.string())),
    secret_prefixes: v.optional(v.array(v.string())),
    secret_suffixes: v.optional(v.array(v.string())),
    match_receipt: v.optional(v.boolean()),
  },
  examples,
  compile(spec, { sha256, needs }) {
    for (const section of ['job', 'tree', ...(spec.match_receipt === true ? ['receipt'] : [])])
      needs(section);
    const isSecret = secretNames(
      spec.secret_names ?? [],
      spec.secret_prefixes ?? [],
      spec.secret_suffixes ?? [],
    );
    return (evidence): Outcome => {
      const { job, tree } = evidence;
      if (!isObject(job)) return missingEvidence('job', pointerTo('job'));
      const files = isObject(tree) ? tree['files'] : undefined;
      if (!isObject(files)) return missingEvidence(isObject(tree) ? 'tree.files' : 'tree', pointerTo('tree'));

      const names = Object.keys(files).sort(byCodePoint);
      const secret = names.filter(isSecret);
      const causes = [...judge(job, secret), ...unread(tree as JsonObject)];
      const seat = causes.length === 0 ? spec.remote_seat : spec.local_seat;
      const receipt = {
        job_id: job['job_id'] ?? null,
        seat,
        reasons: causes.map((cause) => cause.code),
        public_files: names.filter((name) => !isSecret(name)),
        secret_count: secret.length,
      };
      const output: JsonObject = { ...receipt, receipt_sha256: sha256(canonicalJson(receipt)) };
      if (spec.match_receipt === true) causes.push(...matching(evidence, output));
      return {
        decision: causes.length === 0 ? 'release' : 'hold',
        label: causes.length === 0 ? spec.remote_seat : spec.local_seat,
        causes,
        output,
      };
    };
  },
});

function judge(job: JsonObject, secret: readonly string[]): Cause[] {
  const causes: Cause[] = [];
  if (secret.length > 0) {
    const message = `${secret.length} ${secret.length === 1 ? 'file has the name' : 'files have names'} of secret material`;
    causes.push({
      code: 'secret-material-present',
      message,
      evidence: pointerTo('tree', 'files', secret[0]!),
    });
  }
  const local = ['requires_offline', 'needs_uncommitted_context'].find((flag) => job[flag] !== false);
  if (local !== undefined) {
    const message = job[local] === true ? `The job says ${local}` : `The job does not say ${local}: false`;
    causes.push({ code: 'local-dependency', message, evidence: pointerTo('job', local) });
  }
  if (job['latency_class'] !== 'batch') {
    causes.push({
      code: 'not-batch',
      message: 'The job is not marked as a batch job',
      evidence: pointerTo('job', 'latency_class'),
    });
  }
  return causes;
}

// Holdpoint's own files do not travel with the job; what a caller left out of the list may.
function unread(tree: JsonObject): Cause[] {
  const list = tree['skipped'] ?? [];
  // What is no list says that something was left out, and not what.
  const skipped = Array.isArray(list) ? (list as readonly Json[]) : [null];
  const index = skipped.findIndex((entry) => !isObject(entry) || entry['why'] !== OWN_FILE);
  if (index < 0) return [];
  return [
    {
      code: 'unread-path',
      message: 'Part of the tree was not read',
      evidence: pointerTo('tree', 'skipped', index),
    },
  ];
}

function matching(evidence: Evidence, output: JsonObject): Cause[] {
  const earlier = evidence['receipt'];
  if (!isObject(earlier)) return [missingCause('receipt', pointerTo('receipt'))];
  const same = canonicalJson(earlier) === canonicalJson(output);
  return same
    ? []
    : [
        {
          code: 'stale-receipt',
          message: 'The receipt is not the one that this tree gives now',
          evidence: pointerTo('receipt'),
        },
      ];
}

// UTF-16 puts the pairs that stand for code points past U+FFFF before U+E000 to U+FFFF; everything else agrees.
function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right)
      return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
