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
  let opening: Promise<Recorder> | undefined;
  const open = async () => {
    const { openRecorder } = await import('./recorder.ts');
    return openRecorder(io, project, ruleset, keepBodies);
  };
  return {
    async record(verdict, snapshot) {
      // A batch hands in many at once: they share one opening, and the store writes them together.
      opening ??= open();
      const recorder = await opening;
      const { outcome } = await recorder.record(verdict, snapshot);
      const { place } = recorder;
      return outcome === 'recorded' ? `Kept in ${place}` : `Already in ${place}; seen once more`;
    },
    // One that could not be opened has told so already, to whoever recorded.
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
