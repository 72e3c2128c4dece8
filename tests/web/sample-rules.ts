/** The rule files of the sample verdicts. */
import { createHash } from 'node:crypto';
import type { RuleSource } from '../../src/web/reader.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const LEAF = `version: 1
policy: egress-leaf
title: May a host that did not build this card accept it?
owner: platform-security
action: send
gates:
  - id: leaf
    kind: decision
    evidence: card
    fix: Build the card from the public fixture, or keep the job on this machine
    branches:                    # first match wins
      - when: { egress_class: machine-local }
        then: hold
        reason: machine-local
      - when: { residue: { empty: false } }
        then: hold
        reason: residue-present
      - when: { egress_class: redacted-metadata }
        then: split
        moves: [fixture_id, fixture_hash, egress_class]
        reason: metadata-only
      - when: { egress_class: public-fixture }
        then: release
    otherwise: { then: hold, reason: unknown-class }
`;

const FENCE = `version: 1
policy: write-fence
title: Did the job write only where a person said it may?
owner: platform-security
action: [write, merge]
gates:
  - id: inside-fence
    kind: paths
    paths: { from: change.files }
    allow: { from: fence.allow }
    deny: { from: fence.deny_globs }
    fix: Move the change inside the fence, or ask the owner of the fence to widen it
  - id: denied-untouched
    kind: frozen
    before: tree_before
    after: tree
    deny: { from: fence.deny_globs }
    fix: Restore the file from the base commit
`;

const BUDGET = `version: 1
policy: patch-budget
title: Is the patch small enough to be read by a person?
action: merge
gates:
  - id: lines
    kind: budget
    limits:
      added_plus_removed: { max: 400 }
      files: { max: 20 }
  - id: binary-files
    kind: budget
    enforce: warn
    limits: { binary: { max: 0 } }
`;

export const SAMPLE_RULES: readonly RuleSource[] = [
  { policy: 'egress-leaf', source: 'rules/egress-leaf.yaml', digest: `sha256:${sha256(LEAF)}`, text: LEAF },
  { policy: 'write-fence', source: 'rules/write-fence.yaml', digest: `sha256:${sha256(FENCE)}`, text: FENCE },
  {
    policy: 'patch-budget',
    source: 'rules/patch-budget.yaml',
    digest: `sha256:${sha256(BUDGET)}`,
    text: BUDGET,
  },
];
