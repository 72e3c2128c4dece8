/** Examples of `within`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = {
  sets: [
    {
      name: 'hosts',
      items: { from: 'plan.hosts' },
      allowed: { from: 'intent.allowed_hosts' },
      compare: 'host',
    },
    {
      name: 'paths',
      items: { from: 'plan.paths' },
      allowed: { from: 'intent.allowed_paths' },
      compare: 'path',
    },
    { name: 'commands', items: { from: 'plan.commands' }, allowed: ['npm test'] },
  ],
};
const intent = { allowed_hosts: ['*.example.org'], allowed_paths: ['pkg/names.py'] };
const plan = { hosts: ['api.example.org'], paths: ['./pkg/names.py'], commands: ['npm test'] };

export const examples: readonly Example[] = [
  {
    title: 'hosts and paths are normalised before comparing',
    gate,
    evidence: { intent, plan },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'each set is told apart',
    gate,
    evidence: { intent, plan: { hosts: ['example.com'], paths: ['pkg/net.py'], commands: ['npm  test'] } },
    decision: 'hold',
    reasons: ['beyond:hosts:example.com', 'beyond:paths:pkg/net.py', 'beyond:commands:npm  test'],
  },
  {
    title: 'a set that allows everything',
    gate,
    evidence: { intent: { ...intent, allowed_hosts: ['*'] }, plan },
    decision: 'hold',
    reasons: ['unbounded:hosts'],
  },
  {
    title: 'a plan that does not say',
    gate,
    evidence: { intent, plan: { hosts: [], paths: [] } },
    decision: 'hold',
    reasons: ['missing-evidence:plan.commands'],
  },
];
