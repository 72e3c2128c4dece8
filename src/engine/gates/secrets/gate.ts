/** `secrets`: the detectors ran and were proven, everything was scanned, and nothing was found. */
import * as v from 'valibot';
import { pointerTo, reader } from '../../evidence/reference.ts';
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
      says: 'No canary was planted, or a detector did not see what was planted for it: a silent scanner could be a broken one.',
      fix: 'Scan again with --canary, which plants a fresh one, looks for it and takes it away',
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
  details: `\`of\` is \`secrets\` (a folder or a file; the default) or \`prompt\`, whose scan stands in \`prompt.secrets\`. A prompt is one
text, so all that is found in it is one reason; its message names the lines.

\`require\` names detectors that must have run. \`accept\` takes fingerprints of findings that are known to be harmless,
\`accept_skipped\` the beginnings of reasons why a file may go unscanned, such as \`binary\`. \`canary: off\` does without the proof
that the detectors see.`,
  entries: {
    of: v.optional(v.picklist(['secrets', 'prompt'])),
    require: v.optional(v.array(v.string())),
    canary: v.optional(v.picklist(['required', 'off'])),
    accept: v.optional(v.array(v.string())),
    accept_skipped: v.optional(v.array(v.string())),
  },
  examples,
  compile(spec, context) {
    const of = OF[spec.of ?? 'secrets'];
    context.needs(of.section);
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
      if (!isObject(evidence[of.section])) return missingEvidence(of.section, pointerTo(of.section));
      const scan = reader(of.fields)(evidence[of.section]);
      if (!isObject(scan)) return missingEvidence(of.name, of.pointer);
      return holdFor([
        ...findings(scan, accepted, of),
        ...detectors(scan, required, of),
        ...(spec.canary === 'off' ? [] : canary(scan, of)),
        ...coverage(scan, skippable, of),
      ]);
    };
  },
});

/** Where a scan stands, and whether it is of one text alone. */
type Of = {
  readonly section: string;
  readonly fields: readonly string[];
  readonly name: string;
  readonly pointer: string;
  readonly isText: boolean;
};
const OF: Readonly<Record<'secrets' | 'prompt', Of>> = {
  secrets: { section: 'secrets', fields: [], name: 'secrets', pointer: pointerTo('secrets'), isText: false },
  prompt: {
    section: 'prompt',
    fields: ['secrets'],
    name: 'prompt.secrets',
    pointer: pointerTo('prompt', 'secrets'),
    isText: true,
  },
};

type Finding = {
  readonly index: number;
  readonly path: string;
  readonly line: string;
  readonly detector: string;
};

function findings(scan: JsonObject, accepted: ReadonlySet<string>, of: Of): Cause[] {
  const found = scan['findings'];
  if (!Array.isArray(found)) return [absent('findings', of)];
  const left = (found as readonly Json[]).flatMap((finding, index): Finding[] => {
    const record = isObject(finding) ? finding : {};
    // Where a scanner lists the canary it is the proof that detectors see, not a secret.
    if (record['detector'] === 'canary') return [];
    if (typeof record['fingerprint'] === 'string' && accepted.has(record['fingerprint'])) return [];
    const path = typeof record['path'] === 'string' ? record['path'] : 'unknown';
    const line = typeof record['line'] === 'number' ? `:${record['line']}` : '';
    return [{ index, path, line, detector: String(record['detector']) }];
  });
  if (of.isText) return left.length === 0 ? [] : [inText(left, of)];
  return left.map(({ index, path, line, detector }) => ({
    code: 'found',
    subject: `${path}${line}`,
    message: `${detector} found something in ${printPath(path)}${line}`,
    evidence: `${of.pointer}/findings/${index}`,
  }));
}

const TOLD = 5;

function inText(found: readonly Finding[], of: Of): Cause {
  const places = [
    ...new Set(
      found.map(({ line, detector }) => `${detector}${line === '' ? '' : ` on line ${line.slice(1)}`}`),
    ),
  ];
  const more = places.length > TOLD ? `, and ${places.length - TOLD} more` : '';
  return {
    code: 'found',
    message: `Something in the text looks like a secret: ${places.slice(0, TOLD).join(', ')}${more}`,
    evidence: `${of.pointer}/findings/${found[0]!.index}`,
  };
}

function detectors(scan: JsonObject, required: readonly string[], of: Of): Cause[] {
  const ran = scan['detectors'];
  if (!Array.isArray(ran)) return [absent('detectors', of)];
  if (ran.length === 0 && required.length === 0)
    return [
      {
        code: 'detector-missing',
        message: 'No detector ran at all',
        evidence: `${of.pointer}/detectors`,
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
      evidence: `${of.pointer}/detectors`,
    }));
}

function canary(scan: JsonObject, of: Of): Cause[] {
  const { planted, detected, missed_by: missed } = isObject(scan['canary']) ? scan['canary'] : {};
  if (planted === true && detected === true) return [];
  const by = Array.isArray(missed) && missed.length > 0 ? missed.join(', ') : 'a detector';
  const message =
    planted === true
      ? `A canary was planted, and ${by} did not see it`
      : 'No canary was planted, so the scan proves nothing';
  return [{ code: 'canary-unproven', message, evidence: `${of.pointer}/canary` }];
}

function coverage(scan: JsonObject, skippable: readonly string[], of: Of): Cause[] {
  const count = scan['scanned_files'];
  if (typeof count !== 'number') return [absent('scanned_files', of)];
  if (count === 0)
    return [
      {
        code: 'nothing-scanned',
        message: 'No file was scanned',
        evidence: `${of.pointer}/scanned_files`,
      },
    ];
  const skipped = scan['skipped'] ?? [];
  if (!Array.isArray(skipped)) return [absent('skipped', of)];
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
        evidence: `${of.pointer}/skipped/${index}`,
      },
    ];
  });
}

const absent = (field: string, of: Of) => missingCause(`${of.name}.${field}`, `${of.pointer}/${field}`);
