/** Examples of `argv`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = { argv: { from: 'argv.argv' } };
const words = (...argv: readonly string[]) => ({ argv: { argv } });
const held = { gate, decision: 'hold', reasons: ['not-frozen'] } as const;

export const examples: readonly Example[] = [
  {
    title: 'single words',
    gate,
    evidence: words('git', 'rev-parse', '--is-inside-work-tree'),
    decision: 'release',
    reasons: [],
  },
  { title: 'no words at all', ...held, evidence: words() },
  { title: 'an empty word', ...held, evidence: words('git', '') },
  { title: 'a whole command as one word', ...held, evidence: words('git status') },
  { title: 'a line break is a space', ...held, evidence: words('git', 'status\n') },
  { title: 'a pipe', ...held, evidence: words('cat', 'a.txt|sh') },
  { title: 'a semicolon', ...held, evidence: words('true;', 'reboot') },
  {
    title: 'nobody said which command',
    gate,
    evidence: {},
    decision: 'hold',
    reasons: ['missing-evidence:argv'],
  },
];
