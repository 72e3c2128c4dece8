/** A small policy with all three answers, and snapshots that get each of them. */
import { join } from 'node:path';
import { holdpoint, type Result } from './holdpoint.ts';

export const RULES = `version: 1
policy: egress
action: send
gates:
  - id: leaf
    kind: decision
    evidence: card
    branches:
      - when: { egress_class: machine-local }
        then: hold
        reason: local
        fix: Keep it here
      - when: { egress_class: redacted-metadata }
        then: split
        reason: metadata-only
        moves: [fixture_id]
      - when: { egress_class: public-fixture }
        then: release
    otherwise: { then: hold, reason: unknown-class }
`;

/** A snapshot that asks to send a card of this class, as one line of JSON. */
export function card(egress_class: string): string {
  return JSON.stringify({
    schema: 'holdpoint/snapshot@1',
    action: 'send',
    subject: { job: `job-${egress_class}` },
    evidence: { card: { fixture_id: 'f-1', egress_class } },
  });
}

export const RELEASED = card('public-fixture');
export const SPLIT = card('redacted-metadata');
export const HELD = card('machine-local');

/** Judges `snapshot` by `egress.yaml` in the folder; the snapshot goes through standard input. */
export function judge(folder: string, snapshot: string | Uint8Array, ...more: string[]): Promise<Result> {
  const args = ['eval', '--rules', 'egress.yaml', '--snapshot', '-', ...more];
  return holdpoint(args, { cwd: folder, input: snapshot });
}

/** The history that a folder gets when something is stored in it. */
export const historyOf = (folder: string): string => join(folder, '.holdpoint', 'history.db');
