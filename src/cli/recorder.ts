/** Keeps verdicts in the history, with what is needed to reproduce them. Loaded only when a command stores. */
import { type Ruleset, type Snapshot, type Verdict, withholdBodies } from '../engine/mod.ts';
import type { Io } from './io.ts';
import { openProjectHistory } from './open-history.ts';
import type { Project } from './project.ts';

export type Recorder = Awaited<ReturnType<typeof openRecorder>>;

/** Opens the project's history for writing. Throws StoreError. */
export async function openRecorder(io: Io, project: Project, ruleset: Ruleset, keepBodies: boolean) {
  const { history, place } = await openProjectHistory(io, project);
  const files = ruleset.policies.map(({ policy, source, digest, text }) => ({
    policy,
    source,
    digest,
    text,
  }));
  return {
    place,
    async record(verdict: Verdict, full: Snapshot) {
      const { snapshot, withheld } = keepBodies ? { snapshot: full, withheld: [] } : withholdBodies(full);
      const recordedAt = io.host.now();
      return history.record({
        verdict,
        snapshot,
        withheld,
        ruleset: { digest: ruleset.digest, files },
        recordedAt,
      });
    },
    close: () => history.close(),
  };
}
