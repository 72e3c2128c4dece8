/** `secrets`: the detectors ran and were proven, everything was scanned, and nothing was found. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import { type Cause, defineGate, holdFor, missingCause, missingEvidence } from '../gate.ts';
import { examples } from './examples.ts';

export const secrets = defineGate({
  kind: 'secrets',
  summary:
    'The required detectors ran, a planted canary was seen, everything was scanned, and nothing was found.',
  codes: {
    found: {
      says: 'A detector found something that looks like a secret.',
      fix: 'Remove the secret and rotate it, or let the rule accept its fingerprint',
    },
    'canary-unproven': {
      says: 'No planted canary was seen, so a silent scanner could be a broken one.',
      fix: 'Plant a canary, scan again, and remove it',
    },
    'detector-missing': {
      says: 'A required detector did not run.',
      fix: 'Scan again with the detector switched on',
    },
    'not-scanned': {
      says: 'A file was not scanned.',
      fix: 'Clear what kept the file from being scanned and scan again, or let the rule accept that with accept_skipped',
    },
    'nothing-scanned': {
      says: 'No file was scanned at all.',
      fix: 'Point the scan at the files that are to be judged',
    },
  },
  entries: {
    require: v.optional(v.array(v.string())),
    canary: v.optional(v.picklist(['required', 'off'])),
    accept: v.optional(v.array(v.string())),
    accept_skipped: v.optional(v.array(v.string())),
  },
  examples,
  compile(spec, context) {
    context.needs('secrets');
    const required = spec.require ?? [];
    const accepted = new Set(spec.accept ?? []);
    const skippable = spec.accept_skipped ?? [];
    const blank = skippable.findIndex((why) => why.trim() === '');
    if (blank >= 0)
      context.complain(
        ['accept_skipped', blank],
        'blank-text',
        'A blank text would accept every reason to skip',
      );
    return (evidence) => {
      const scan = evidence['secrets'];
      if (!isObject(scan)) return missingEvidence('secrets', pointerTo('secrets'));
      return holdFor([
        ...findings(scan, accepted),
        ...detectors(scan, required),
        ...(spec.canary === 'off' ? [] : canary(scan)),
        ...coverage(scan, skippable),
      ]);
    };
  },
});

function findings(scan: JsonObject, accepted: ReadonlySet<string>): Cause[] {
  const found = scan['findings'];
  if (!Array.isArray(found)) return [absent('findings')];
  return (found as readonly Json[]).flatMap((finding, index) => {
    const record = isObject(finding) ? finding : {};
    // A canary that was found is the proof that detectors see, not a secret.
    if (record['detector'] === 'canary') return [];
    if (typeof record['fingerprint'] === 'string' && accepted.has(record['fingerprint'])) return [];
    const path = typeof record['path'] === 'string' ? record['path'] : 'unknown';
    const line = typeof record['line'] === 'number' ? `:${record['line']}` : '';
    const message = `${String(record['detector'])} found something in ${printPath(path)}${line}`;
    return [
      {
        code: 'found',
        subject: `${path}${line}`,
        message,
        evidence: pointerTo('secrets', 'findings', index),
      },
    ];
  });
}

function detectors(scan: JsonObject, required: readonly string[]): Cause[] {
  const ran = scan['detectors'];
  if (!Array.isArray(ran)) return [absent('detectors')];
  if (ran.length === 0 && required.length === 0)
    return [
      {
        code: 'detector-missing',
        message: 'No detector ran at all',
        evidence: pointerTo('secrets', 'detectors'),
      },
    ];
  const ids = new Set(
    (ran as readonly Json[]).map((detector) => (isObject(detector) ? detector['id'] : undefined)),
  );
  return required
    .filter((id) => !ids.has(id))
    .map((id) => ({
      code: 'detector-missing',
      subject: id,
      message: `The detector "${id}" did not run`,
      evidence: pointerTo('secrets', 'detectors'),
    }));
}

function canary(scan: JsonObject): Cause[] {
  const { planted, detected } = isObject(scan['canary']) ? scan['canary'] : {};
  if (planted === true && detected === true) return [];
  const message =
    planted === true
      ? 'A canary was planted and no detector saw it'
      : 'No canary was planted, so the scan proves nothing';
  return [{ code: 'canary-unproven', message, evidence: pointerTo('secrets', 'canary') }];
}

function coverage(scan: JsonObject, skippable: readonly string[]): Cause[] {
  const count = scan['scanned_files'];
  if (typeof count !== 'number') return [absent('scanned_files')];
  if (count === 0)
    return [
      {
        code: 'nothing-scanned',
        message: 'No file was scanned',
        evidence: pointerTo('secrets', 'scanned_files'),
      },
    ];
  const skipped = scan['skipped'] ?? [];
  if (!Array.isArray(skipped)) return [absent('skipped')];
  return (skipped as readonly Json[]).flatMap((entry, index) => {
    const { path, why } = isObject(entry) ? entry : {};
    const because = typeof why === 'string' ? why : 'unknown';
    if (skippable.some((accepted) => because.startsWith(accepted))) return [];
    const subject = typeof path === 'string' ? path : 'unknown';
    return [
      {
        code: 'not-scanned',
        subject,
        message: `${printPath(subject)} was not scanned: ${because}`,
        evidence: pointerTo('secrets', 'skipped', index),
      },
    ];
  });
}

const absent = (field: string) => missingCause(`secrets.${field}`, pointerTo('secrets', field));
