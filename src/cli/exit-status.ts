/** Exit statuses, once: README.md says the same. None of them is one that a shell or a crash uses. */
import type { Decision } from '../engine/mod.ts';

export const EXIT = {
  release: 0,
  hold: 2,
  split: 3,
  /** The command that was let run failed, or was ended. */
  failed: 4,
  usage: 64,
  input: 65,
  unavailable: 69,
  defect: 70,
  interrupted: 130,
} as const;

export function exitOf(decision: Decision): number {
  return EXIT[decision];
}
