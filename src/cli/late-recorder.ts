/** A recorder that opens the history with the first verdict, so that a snapshot that was refused leaves nothing behind. */
import type { Ruleset, Snapshot, Verdict } from '../engine/mod.ts';
import type { Io } from './io.ts';
import type { Project } from './project.ts';
import type { Recorder } from './recorder.ts';

export type LateRecorder = {
  /** Keeps the verdict; gives a sentence for the reader. Throws StoreError. */
  record(verdict: Verdict, snapshot: Snapshot): Promise<string>;
  close(): Promise<void>;
};

export function lateRecorder(io: Io, project: Project, ruleset: Ruleset, keepBodies: boolean): LateRecorder {
  let opened: Recorder | undefined;
  return {
    async record(verdict, snapshot) {
      if (opened === undefined) {
        const { openRecorder } = await import('./recorder.ts');
        opened = await openRecorder(io, project, ruleset, keepBodies);
      }
      const { outcome } = await opened.record(verdict, snapshot);
      const { place } = opened;
      return outcome === 'recorded' ? `Kept in ${place}` : `Already in ${place}; seen once more`;
    },
    close: async () => opened?.close(),
  };
}
