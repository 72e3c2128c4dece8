/** The policy as one CEL expression, parsed and checked once. */
import { Environment } from '@marcbachmann/cel-js';
import type { Contestant } from '../harness/measure.ts';
import type { Card } from './cards.ts';

const filled = (field: string) => `has(card.${field}) && card.${field}.trim() != ""`;
const POLICY = `
  !has(card.egress_class) || card.egress_class == "machine-local" ? "hold"
  : !has(card.residue) || size(card.residue) > 0 ? "hold"
  : !(${['host_pin', 'fixture_hash', 'replay_window', 'writable_surface'].map(filled).join(' && ')}) ? "hold"
  : card.egress_class == "redacted-metadata" ? "split"
  : card.egress_class == "public-fixture" ? "release" : "hold"`;

export function cel(): Contestant<Card> {
  const evaluate = new Environment().registerVariable('card', 'map').parse(POLICY);
  return {
    name: 'cel-js',
    prepare: (card) => ({ card }),
    decide: (context) => evaluate(context),
    decision: (answer: string) => answer,
  };
}
