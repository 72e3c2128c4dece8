/** The cards that are decided over: every branch of the policy is taken, about half the cards are clean. */
import { pick, seeded } from '../harness/random.ts';

export type Card = {
  fixture_id?: string;
  fixture_hash?: string;
  egress_class?: string;
  residue?: string[];
  host_pin?: string;
  replay_window?: string;
  writable_surface?: string;
};

const CLASSES = [
  'public-fixture',
  'public-fixture',
  'redacted-metadata',
  'redacted-metadata',
  'machine-local',
];
/** Kept few, because Cedar has no word for white space and must list them. */
export const BLANKS = ['', ' ', '   '];

/** `count` cards, the same ones for the same count. A tenth have the class misspelt or absent, a tenth residue. */
export function cards(count: number): Card[] {
  const random = seeded(20261013);
  const pin = (value: string): string | undefined => {
    const throwOf = random();
    if (throwOf < 0.03) return undefined;
    return throwOf < 0.06 ? pick(random, BLANKS) : value;
  };
  return Array.from({ length: count }, (_, k) => {
    const odd = random();
    const residueOdd = random();
    const card = {
      fixture_id: `fx-${k}`,
      fixture_hash: pin(`sha256:${(k * 2654435761).toString(16)}`),
      egress_class: odd < 0.05 ? 'public-fixtre' : odd < 0.1 ? undefined : pick(random, CLASSES),
      residue: residueOdd < 0.07 ? ['customer_email'] : residueOdd < 0.1 ? undefined : [],
      host_pin: pin(pick(random, ['free-server', 'local'])),
      replay_window: pin(pick(random, ['24h', '7d'])),
      writable_surface: pin('tmp/job'),
    };
    return Object.fromEntries(Object.entries(card).filter(([, value]) => value !== undefined));
  });
}
