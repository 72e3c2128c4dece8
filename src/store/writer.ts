/** The one queue through which a process writes to a history: what waits together is written together. */
import { setImmediate as turn } from 'node:timers/promises';
import { append } from './append.ts';
import type { Connection } from './connection.ts';
import { type Entry, type Prepared, prepareEntry, type Recorded } from './entry.ts';
import { StoreError } from './store-error.ts';

export type Writer = {
  /** Resolves when the entry is on disk. Throws StoreError, or a plain Error for an entry that contradicts itself. */
  record(entry: Entry): Promise<Recorded>;
  /** Takes no more, and resolves when all that was taken is settled. */
  close(): Promise<void>;
};

type Job = {
  readonly entry: Prepared;
  readonly done: (answer: Recorded) => void;
  readonly fail: (error: unknown) => void;
};

/** A larger group is no faster, and holds the lock for longer. */
const GROUP = 100;
/** The JSON of a group's verdicts and snapshots, in UTF-16 code units. */
const GROUP_WEIGHT = 4_000_000;

export function openWriter(connection: Connection, name: string): Writer {
  let waiting: Job[] = [];
  let draining: Promise<void> | undefined;
  let closed = false;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Lets those that call in the same turn join the group, and the rest of the program go on between groups.
      await turn();
      const group = takeGroup(waiting);
      waiting = waiting.slice(group.length);
      await write(connection, group);
    }
    draining = undefined;
  };

  return {
    record: async (entry) => {
      if (closed) throw new StoreError('unreachable', `The history "${name}" is closed`, 'Open it again');
      const prepared = prepareEntry(entry);
      return new Promise((done, fail) => {
        waiting.push({ entry: prepared, done, fail });
        draining ??= drain();
      });
    },
    close: async () => {
      closed = true;
      await draining;
    },
  };
}

function takeGroup(waiting: readonly Job[]): readonly Job[] {
  let weight = 0;
  let size = 0;
  for (const { entry } of waiting.slice(0, GROUP)) {
    weight += entry.verdict.length + (entry.snapshot?.length ?? 0);
    if (size > 0 && weight > GROUP_WEIGHT) break;
    size += 1;
  }
  return waiting.slice(0, size);
}

async function write(connection: Connection, group: readonly Job[]): Promise<void> {
  try {
    const entries = group.map((job) => job.entry);
    const answers = await connection.run((client) => append(client, entries));
    for (const [i, job] of group.entries()) job.done(answers[i] as Recorded);
  } catch (error) {
    // One odd entry must not take the others with it.
    if (group.length > 1 && !(error instanceof StoreError))
      for (const job of group) await write(connection, [job]);
    else for (const job of group) job.fail(error);
  }
}
