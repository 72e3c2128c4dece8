/** `canary`: a made-up value that was planted on purpose, to prove that this scan sees what it is shown. */
import { CollectError } from '../collector.ts';
import { type Detector, LOOK_AHEAD } from './detector.ts';

export const CANARY = { id: 'canary', summary: 'The planted value of this session.', version: 1 } as const;

const SHORTEST = 8;

/** A detector for one planted value. Throws CollectError (input) when it is too short or too long to prove anything. */
export function canaryDetector(value: string): Detector {
  if (value.length < SHORTEST || value.length > LOOK_AHEAD / 2 || /^\s|\s$/.test(value)) {
    throw new CollectError(
      'input',
      `The canary must have ${SHORTEST} to ${LOOK_AHEAD / 2} characters and no space at its ends`,
      {
        help: 'Plant a fresh made-up value for each session',
      },
    );
  }
  return {
    ...CANARY,
    anchors: [value],
    match: (_text, at) => ({ start: at, end: at + value.length, value }),
    positives: [],
    nearMisses: [],
  };
}
