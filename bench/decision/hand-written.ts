/** The policy as a person would write it in the program itself: the floor that everything is compared with. */
import type { Contestant } from '../harness/measure.ts';
import type { Card } from './cards.ts';

const isBlank = (text: string | undefined) => text === undefined || text.trim() === '';

function decide(card: Card): string {
  if (card.egress_class === 'machine-local') return 'hold';
  if (card.residue === undefined || card.residue.length > 0) return 'hold';
  if (isBlank(card.host_pin) || isBlank(card.fixture_hash)) return 'hold';
  if (isBlank(card.replay_window) || isBlank(card.writable_surface)) return 'hold';
  if (card.egress_class === 'redacted-metadata') return 'split';
  return card.egress_class === 'public-fixture' ? 'release' : 'hold';
}

export const handWritten: Contestant<Card> = {
  name: 'hand-written',
  prepare: (card) => card,
  decide,
  decision: (answer: string) => answer,
};
