/** Examples of `decision`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const gate: JsonObject = {
  evidence: 'card',
  branches: [
    { when: { residue: { empty: false } }, then: 'hold', reason: 'residue-present' },
    {
      when: { egress_class: 'redacted-metadata' },
      then: 'split',
      reason: 'metadata-only',
      moves: ['fixture_id'],
    },
    { when: { egress_class: 'public-fixture' }, then: 'release' },
  ],
  otherwise: { then: 'hold', reason: 'unknown-class' },
};

const collect: JsonObject = {
  evidence: 'tests',
  mode: 'collect',
  branches: [
    { when: { failures: { gt: 0 } }, then: 'hold', reason: 'red' },
    { when: { skipped: { gt: 2 } }, then: 'split', reason: 'many-skipped' },
  ],
  otherwise: { then: 'release' },
};

export const examples: readonly Example[] = [
  {
    title: 'the third branch matches',
    gate,
    evidence: { card: { residue: [], egress_class: 'public-fixture' } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'the first match wins',
    gate,
    evidence: { card: { residue: ['email'], egress_class: 'public-fixture' } },
    decision: 'hold',
    reasons: ['residue-present'],
  },
  {
    title: 'a split names what may move',
    gate,
    evidence: { card: { residue: [], egress_class: 'redacted-metadata', fixture_id: 'fx-1' } },
    decision: 'split',
    reasons: ['metadata-only'],
  },
  {
    title: 'nothing matches',
    gate,
    evidence: { card: { residue: [], egress_class: 'publik' } },
    decision: 'hold',
    reasons: ['unknown-class'],
  },
  {
    title: 'an absent field holds, although a later branch would release',
    gate,
    evidence: { card: { egress_class: 'public-fixture' } },
    decision: 'hold',
    reasons: ['missing-evidence:card.residue'],
  },
  {
    title: 'an absent section holds',
    gate,
    evidence: {},
    decision: 'hold',
    reasons: ['missing-evidence:card'],
  },
  {
    title: 'collect gives every reason, and the strictest decision',
    gate: collect,
    evidence: { tests: { failures: 1, skipped: 3 } },
    decision: 'hold',
    reasons: ['red', 'many-skipped'],
  },
];
