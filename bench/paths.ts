/** A whole plan against a whole fence: 10 allowed files, 2 allowed folders, 20 deny patterns, 20 planned writes. */
import type { Evidence } from '../src/engine/mod.ts';
import { compileRules, holdpoint } from './harness/holdpoint.ts';
import { agree, type Report, time } from './harness/measure.ts';
import { ALLOW, DENY, type Plan, plans } from './paths/fence.ts';
import { fixedFence, readFence } from './paths/hand-written.ts';

export const name = 'A plan of 20 writes against a fence of 32 patterns (write-fence)';

/** The shipped policy's gate, with the fence in the rule file or taken from the evidence. */
const policy = (allow: string, deny: string) => `
version: 1
policy: bench-fence
title: May the plan be carried out?
action: write
gates:
  - id: plan
    kind: paths
    paths: { from: plan.writes }
    allow: ${allow}
    deny: ${deny}
`;

export async function run(say: (line: string) => void): Promise<Report> {
  const fixed = policy(JSON.stringify(ALLOW), JSON.stringify(DENY));
  const given = policy('{ from: fence.allow }', '{ from: fence.deny_globs }');
  const evidenceOf = ({ writes, fence }: Plan): Evidence => ({ plan: { writes }, fence });
  const ours = holdpoint(compileRules('fixed.yaml', fixed), 'write', evidenceOf);
  const oursGiven = holdpoint(compileRules('given.yaml', given), 'write', evidenceOf).map((one) => {
    return { ...one, name: `${one.name}, fence from evidence` };
  });
  const contestants = [fixedFence, readFence, ...ours, ...oursGiven];
  const items = plans(1_000);
  say(`${items.length} plans, all agree: ${(await agree(items, contestants)).join(', ')}`);
  return {
    timings: await time(items, contestants),
    base: fixedFence.name,
    goals: [{ slower: 'holdpoint decision', faster: fixedFence.name, most: 10 }],
  };
}
