/** A real history in a folder of its own, with samples in it; the folder goes when it is closed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Entry, type History, openHistory } from '../../src/store/mod.ts';
import type { Sample } from './sample.ts';

export type Kept = {
  readonly history: History;
  add(sample: Sample, change?: Partial<Entry>): Promise<void>;
  close(): Promise<void>;
};

function entryOf({ verdict, snapshot, rules, at }: Sample): Entry {
  return { verdict, snapshot, ruleset: { digest: verdict.ruleset_digest, files: rules }, recordedAt: at };
}

export async function keep(samples: readonly Sample[]): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-web-'));
  const history = await openHistory({ url: join(folder, 'history.db') });
  await history.recordAll(samples.map(entryOf));
  return {
    history,
    async add(sample, change = {}) {
      await history.record({ ...entryOf(sample), ...change });
    },
    async close() {
      await history.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For one use of a history that no other test needs. */
export async function withKept(
  samples: readonly Sample[],
  use: (kept: Kept) => Promise<void>,
): Promise<void> {
  const kept = await keep(samples);
  try {
    await use(kept);
  } finally {
    await kept.close();
  }
}
