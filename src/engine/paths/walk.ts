/** Patterns that no table holds, matched segment by segment; `**` by keeping every place the pattern may be at. */
import { DEEP, type Reach, type Step } from './entry.ts';

export type Leftover = {
  /** The steps after the literal ones that the look-up already matched. */
  readonly steps: readonly Step[];
  readonly reach: Reach;
  readonly index: number;
  /** Text that a matching path must contain; empty when there is none. */
  readonly needs: string;
};

/** Marks a place, and the place after it when the step there may stand for nothing. */
function reachPlace(places: Uint8Array, steps: readonly Step[], at: number): void {
  places[at] = 1;
  if (steps[at] === DEEP) places[at + 1] = 1; // two DEEP steps never meet, so one hop is enough
}

function advance(places: Uint8Array, steps: readonly Step[], name: string): Uint8Array {
  const next = new Uint8Array(steps.length + 1);
  for (let at = 0; at < steps.length; at++) {
    if (places[at] === 0) continue;
    const step = steps[at] as Step;
    if (step === DEEP) reachPlace(next, steps, at);
    else if (step.matches(name)) reachPlace(next, steps, at + 1);
  }
  return next;
}

/** True when the steps cover `names` from `from` on, as far as the reach asks. Each name meets each step at most once. */
export function walks(leftover: Leftover, names: readonly string[], from: number): boolean {
  const { steps, reach } = leftover;
  let places: Uint8Array = new Uint8Array(steps.length + 1);
  reachPlace(places, steps, 0);
  for (let i = from; i < names.length; i++) {
    places = advance(places, steps, names[i] as string);
    if (places[steps.length] === 0) continue;
    const last = i === names.length - 1;
    if (reach === 'either' || last === (reach === 'self')) return true;
  }
  return false;
}
