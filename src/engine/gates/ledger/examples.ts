/** Examples of `ledger`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = { as: 'ledger', fields: { prompt_sha256: 'prompt.sha256', cap: 'prompt.cap' } };
const sha256 = 'a'.repeat(64);

export const examples: readonly Example[] = [
  {
    title: 'everything is there',
    gate,
    evidence: { prompt: { sha256, cap: 100 } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'one of two is not there',
    gate,
    evidence: { prompt: { sha256 } },
    decision: 'hold',
    reasons: ['missing-evidence:prompt.cap'],
  },
  {
    title: 'a section that nobody collected',
    gate,
    evidence: {},
    decision: 'hold',
    reasons: ['missing-evidence:prompt', 'missing-evidence:prompt'],
  },
];
