/** The policy as rules of json-rules-engine: one for each way out that is not hold, which is the fewest it can have. */
import { Engine, type EngineResult } from 'json-rules-engine';
import type { Contestant } from '../harness/measure.ts';
import type { Card } from './cards.ts';

const CLEAN = [
  { fact: 'residue', operator: 'isEmpty', value: true },
  ...['host_pin', 'fixture_hash', 'replay_window', 'writable_surface'].map((fact) => {
    return { fact, operator: 'isBlank', value: false };
  }),
];

const rule = (egressClass: string, type: string) => ({
  conditions: { all: [{ fact: 'egress_class', operator: 'equal', value: egressClass }, ...CLEAN] },
  event: { type },
});

export function jsonRulesEngine(): Contestant<Card> {
  const rules = [rule('redacted-metadata', 'split'), rule('public-fixture', 'release')];
  const engine = new Engine(rules, { allowUndefinedFacts: true });
  engine.addOperator('isBlank', (text: unknown, wanted: boolean) => {
    return (typeof text !== 'string' || text.trim() === '') === wanted;
  });
  engine.addOperator('isEmpty', (list: unknown) => Array.isArray(list) && list.length === 0);
  return {
    name: 'json-rules-engine',
    isAsync: true,
    prepare: (card) => card,
    decide: (card: Card) => engine.run(card),
    decision: (result: EngineResult) => result.events[0]?.type ?? 'hold',
  };
}
