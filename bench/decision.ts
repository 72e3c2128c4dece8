/** One decision over a card: the engine beside other engines and a hand-written function, on the egress-leaf policy. */
import { readFileSync } from 'node:fs';
import type { Evidence } from '../src/engine/mod.ts';
import { type Card, cards } from './decision/cards.ts';
import { cedar } from './decision/cedar.ts';
import { cel } from './decision/cel.ts';
import { handWritten } from './decision/hand-written.ts';
import { jsonRulesEngine } from './decision/json-rules-engine.ts';
import { compileRules, holdpoint } from './harness/holdpoint.ts';
import { agree, type Report, time } from './harness/measure.ts';

export const name = 'Decision over a card (egress-leaf)';

export async function run(say: (line: string) => void): Promise<Report> {
  const text = readFileSync(new URL('../rules/egress-leaf.yaml', import.meta.url), 'utf8');
  const evidenceOf = (card: Card): Evidence => ({ card: card as Evidence });
  const ours = holdpoint<Card>(compileRules('rules/egress-leaf.yaml', text), 'send', evidenceOf);
  const contestants = [handWritten, ...ours, cel(), jsonRulesEngine(), await cedar()];
  const items = cards(10_000);
  say(`${items.length} cards, all agree: ${(await agree(items, contestants)).join(', ')}`);
  return {
    timings: await time(items, contestants),
    base: handWritten.name,
    goals: [
      { slower: 'json-rules-engine', faster: 'holdpoint decision', least: 100 },
      { slower: 'cedar-wasm', faster: 'holdpoint decision', least: 100 },
    ],
  };
}
