/** Examples of `equal`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = { left: { from: 'plan.intent_id' }, right: { from: 'intent.intent_id' } };
const fixed = { left: { from: 'approval.decision' }, right: 'eligible' };

export const examples: readonly Example[] = [
  {
    title: 'the same',
    gate,
    evidence: { plan: { intent_id: 'i-1' }, intent: { intent_id: 'i-1' } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'not the same',
    gate,
    evidence: { plan: { intent_id: 'i-2' }, intent: { intent_id: 'i-1' } },
    decision: 'hold',
    reasons: ['differs'],
  },
  {
    title: 'two blanks are not the same: they name nothing',
    gate,
    evidence: { plan: { intent_id: ' ' }, intent: { intent_id: ' ' } },
    decision: 'hold',
    reasons: ['missing-evidence:plan.intent_id', 'missing-evidence:intent.intent_id'],
  },
  {
    title: 'against a fixed text',
    gate: fixed,
    evidence: { approval: { decision: 'local_only' } },
    decision: 'hold',
    reasons: ['differs'],
  },
];
