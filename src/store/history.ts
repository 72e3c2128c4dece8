/** The history: opens it, and joins the queue that writes to the questions that are asked of it. */
import { desc, gte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import type { Reader, VerdictFilter } from '../web/reader.ts';
import { type Connection, connect, type Patience } from './connection.ts';
import type { Entry, Recorded } from './entry.ts';
import { type ExportedRecord, exportAll } from './export.ts';
import { list } from './list.ts';
import { type Location, type Place, placeOf, prepare } from './location.ts';
import { inspect, migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { overview } from './overview.ts';
import { facets, policies, policy } from './policies.ts';
import type { Db } from './row.ts';
import { verdicts } from './schema.ts';
import { StoreError } from './store-error.ts';
import { verdict } from './verdict.ts';
import { type ChainReport, verifyChain } from './verify.ts';
import { openWriter, type Writer } from './writer.ts';

export type History = Reader & {
  /**
   * Keeps one verdict, whole or not at all; resolves when it is on disk. One whose receipt is known already gets one
   * more sighting and no second row. Throws StoreError, an Error for a verdict that does not fit its receipt or its
   * rules, and a RangeError for a time before 1970 or after 9999.
   */
  record(entry: Entry): Promise<Recorded>;
  /**
   * The same for many, in order and much faster. Each verdict stands alone: when one is refused the others are kept,
   * and the first refusal is thrown at the end.
   */
  recordAll(entries: readonly Entry[]): Promise<readonly Recorded[]>;
  verifyChain(): Promise<ChainReport>;
  /** Oldest first. A ruleset comes with the first record that it decided. */
  exportAll(filter?: VerdictFilter): AsyncIterable<ExportedRecord>;
  /** Finishes what was handed in, then lets go of the file. */
  close(): Promise<void>;
};

export type HistoryOptions = Partial<Patience> & {
  /** Never writes, never creates the file. */
  readonly readOnly?: boolean;
  /** The folder of migrations; found beside the source or in the package when not given. */
  readonly migrations?: string;
};

/** Short, since libSQL waits for a lock by stopping the whole process; what remains is waited for in between. */
const BUSY_TIMEOUT = 150;
const PATIENCE = 30_000;
/** How many of `recordAll` are put into words at a time. */
const CHUNK = 500;

/**
 * Opens a history, makes it when there is none (with its folder), and brings it up to date.
 * Throws StoreError: `unreachable`, `corrupt`, `newer` or `full`.
 */
export async function openHistory(location: Location, options: HistoryOptions = {}): Promise<History> {
  const {
    readOnly = false,
    migrations = migrationsFolder(),
    busyTimeout = BUSY_TIMEOUT,
    patience = PATIENCE,
  } = options;
  const place = placeOf(location);
  const steps = readMigrations(migrations);
  prepare(place, readOnly);
  const opened: Connection[] = [];
  const open = async (pragmas: readonly string[]): Promise<Connection> => {
    const connection = await connect(place, pragmas, { busyTimeout, patience });
    opened.push(connection);
    return connection;
  };
  try {
    // Apart, so that what fails in a question cannot spoil a connection that writes.
    const reading = await open(['query_only = ON']);
    // Before the file is opened for writing, since setting its journal alone would change a file that is not ours.
    await reading.run((client) => inspect(client, place.name, steps));
    const writing = readOnly ? undefined : await open(['journal_mode = WAL', 'synchronous = FULL']);
    await writing?.run((client) => migrate(client, place.name, steps, false));
    if (readOnly) await reading.run((client) => migrate(client, place.name, steps, true));
    return join(place, reading, writing);
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

function join(place: Place, reading: Connection, writing: Connection | undefined): History {
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    reading.run((client) => work(drizzle(client)));
  const writer = writing === undefined ? refusing(place) : openWriter(writing, place.name);
  let closing: Promise<void> | undefined;
  return {
    record: (entry) => writer.record(entry),
    recordAll: (entries) => recordAll(writer, entries),
    verifyChain: () => verifyChain(read),
    exportAll: (filter = {}) => exportAll(read, filter),
    overview: (asked) => read((db) => overview(db, asked)),
    list: (filter, page) => read((db) => list(db, filter, page)),
    verdict: (receipt) => read((db) => verdict(db, receipt)),
    policies: () => read(policies),
    policy: (name) => read((db) => policy(db, name)),
    facets: () => read(facets),
    head: () => read(head),
    close: () => {
      closing ??= close(place, writer, reading, writing);
      return closing;
    },
  };
}

async function head(db: Db): Promise<number> {
  const [newest] = await db
    .select({ seq: verdicts.seq })
    .from(verdicts)
    .where(gte(verdicts.seq, 1))
    .orderBy(desc(verdicts.seq))
    .limit(1);
  return newest?.seq ?? 0;
}

async function recordAll(writer: Writer, entries: readonly Entry[]): Promise<readonly Recorded[]> {
  const settled: PromiseSettledResult<Recorded>[] = [];
  for (let i = 0; i < entries.length; i += CHUNK) {
    settled.push(
      ...(await Promise.allSettled(entries.slice(i, i + CHUNK).map((entry) => writer.record(entry)))),
    );
  }
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

function refusing(place: Place): Writer {
  const help = 'Open it for writing';
  return {
    record: async () => {
      throw new StoreError('unreachable', `The history "${place.name}" was opened for reading only`, help);
    },
    close: async () => {},
  };
}

async function close(
  place: Place,
  writer: Writer,
  reading: Connection,
  writing: Connection | undefined,
): Promise<void> {
  await writer.close();
  // What is being asked is answered first.
  await reading.run(async () => undefined);
  reading.close();
  if (writing === undefined) return;
  try {
    // So that the one file is the whole history for whoever copies it. Another program may be reading: no matter.
    if (place.path !== undefined)
      await writing.run((client) => client.execute('PRAGMA wal_checkpoint(TRUNCATE)'));
  } catch {
    // All is on disk already, in the log beside the file.
  }
  writing.close();
}
