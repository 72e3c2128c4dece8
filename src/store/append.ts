/**
 * Appends a group of verdicts to the chain in one batch: all of it or nothing.
 *
 * The libSQL client is slow per statement, so a group costs the same dozen statements whatever its size; it is never
 * an interactive transaction, since that would hold the lock across turns of the event loop.
 */
import type { Client, InStatement, InValue } from '@libsql/client';
import { GENESIS, linkHash } from './chain.ts';
import { DERIVED_COLUMNS } from './derive.ts';
import type { Prepared, Recorded } from './entry.ts';
import { rollups } from './rollups.ts';
import { ChainMoved, isConstraint, StoreError } from './store-error.ts';

/** A verdict that is new to the chain, with its place in it. */
export type NewRecord = {
  readonly entry: Prepared;
  readonly seq: number;
  readonly previous: string;
  readonly hash: string;
};

type Known = {
  readonly head: { readonly seq: number; readonly hash: string };
  readonly places: ReadonlyMap<string, number>;
  readonly rulesets: ReadonlySet<string>;
};

/** Gives one answer an entry, in order. Throws ChainMoved when another writer was first: then call it again. */
export async function append(client: Client, entries: readonly Prepared[]): Promise<readonly Recorded[]> {
  const known = await look(client, entries);
  const { records, answers } = plan(entries, known);
  const statements = [
    ...(records.length === 0 ? [] : writeRecords(records, known)),
    ...writeRulesets(entries, known.rulesets),
    ...writeSnapshots(entries),
    writeSightings(entries, answers),
  ];
  try {
    await client.batch(statements, 'write');
  } catch (error) {
    if (isConstraint(error)) throw new ChainMoved('Another writer was first', { cause: error });
    throw error;
  }
  return answers;
}

async function look(client: Client, entries: readonly Prepared[]): Promise<Known> {
  const receipts = JSON.stringify(entries.map((entry) => entry.receipt));
  const digests = JSON.stringify([...new Set(entries.map((entry) => entry.ruleset.digest))]);
  const [head, places, rulesets] = await client.batch(
    [
      'SELECT seq, hash FROM verdicts WHERE seq >= 1 ORDER BY seq DESC LIMIT 1',
      {
        sql: 'SELECT receipt, seq FROM verdicts WHERE receipt IN (SELECT value FROM json_each(?))',
        args: [receipts],
      },
      {
        sql: 'SELECT digest FROM rulesets WHERE digest IN (SELECT value FROM json_each(?))',
        args: [digests],
      },
    ],
    'read',
  );
  const newest = head?.rows[0];
  return {
    head: { seq: Number(newest?.['seq'] ?? 0), hash: String(newest?.['hash'] ?? GENESIS) },
    places: new Map(places?.rows.map((row) => [String(row['receipt']), Number(row['seq'])])),
    rulesets: new Set(rulesets?.rows.map((row) => String(row['digest']))),
  };
}

function plan(
  entries: readonly Prepared[],
  known: Known,
): { records: readonly NewRecord[]; answers: readonly Recorded[] } {
  const places = new Map(known.places);
  const records: NewRecord[] = [];
  let { seq, hash } = known.head;
  const answers = entries.map((entry): Recorded => {
    const { receipt } = entry;
    const place = places.get(receipt);
    if (place !== undefined && place < 1) throw outsideChain(receipt);
    if (place !== undefined) return { seq: place, receipt, outcome: 'seen-again' };
    seq += 1;
    const previous = hash;
    const { ruleset_digest, evidence_digest } = entry.derived.columns;
    const recorded_at = new Date(entry.at).toISOString();
    hash = linkHash({ seq, previous, receipt, recorded_at, ruleset_digest, evidence_digest });
    records.push({ entry, seq, previous, hash });
    places.set(receipt, seq);
    return { seq, receipt, outcome: 'recorded' };
  });
  return { records, answers };
}

/** Such a row was not written here, and its receipt stands in the way of the true one. */
function outsideChain(receipt: string): StoreError {
  const message = `The history holds the receipt "${receipt}" outside its chain`;
  return new StoreError('corrupt', message, 'Check it with "holdpoint history verify"');
}

const VERDICT_COLUMNS = ['seq', ...DERIVED_COLUMNS, 'recorded_at', 'previous_hash', 'hash', 'verdict'].map(
  (n) => `"${n}"`,
);
const VERDICT_MARKS = `(${VERDICT_COLUMNS.map(() => '?').join(', ')})`;

function writeRecords(records: readonly NewRecord[], known: Known): readonly InStatement[] {
  const { head } = known;
  const rows = (pick: (derived: Prepared['derived']) => readonly (readonly unknown[])[]) =>
    records.flatMap((record) => pick(record.entry.derived).map((row) => [record.seq, ...row]));
  return [
    {
      // Writes nothing while the head is still what was read; else it fails, and with it the batch.
      sql: 'INSERT INTO verdicts (receipt) SELECT NULL WHERE coalesce((SELECT hash FROM verdicts WHERE seq >= 1 ORDER BY seq DESC LIMIT 1), ?) <> ?',
      args: [GENESIS, head.hash],
    },
    {
      sql: `INSERT INTO verdicts (${VERDICT_COLUMNS.join(', ')}) VALUES ${records.map(() => VERDICT_MARKS).join(', ')}`,
      args: records.flatMap(verdictCells),
    },
    fromJson(
      'policy_results',
      'seq, ordinal, policy, decision, label, digest',
      rows((d) => d.policies),
    ),
    fromJson(
      'gate_results',
      'seq, ordinal, policy, gate, kind, enforce, decision',
      rows((d) => d.gates),
    ),
    fromJson(
      'reasons',
      'seq, ordinal, policy, gate, code, subject',
      rows((d) => d.reasons),
    ),
    ...rollups(records),
  ];
}

function verdictCells({ entry, seq, previous, hash }: NewRecord): readonly InValue[] {
  const cells = DERIVED_COLUMNS.map((name) => entry.derived.columns[name]);
  return [seq, ...cells, entry.at, previous, hash, entry.verdict];
}

/** All rows of one table through one parameter, each a JSON array in the order of `columns`. */
function fromJson(
  table: string,
  columns: string,
  rows: readonly (readonly unknown[])[],
  onConflict = '',
): InStatement {
  const cells = columns.split(', ').map((_, i) => `value ->> ${i}`);
  return {
    sql: `INSERT INTO ${table} (${columns}) SELECT ${cells.join(', ')} FROM json_each(?) WHERE true ${onConflict}`,
    args: [JSON.stringify(rows)],
  };
}

/** Without files a ruleset is not kept at all, so that a later verdict may still bring them. */
function writeRulesets(entries: readonly Prepared[], known: ReadonlySet<string>): readonly InStatement[] {
  const withFiles = entries.filter(({ ruleset }) => ruleset.files.length > 0);
  const fresh = new Map(withFiles.map(({ ruleset }) => [ruleset.digest, ruleset.files]));
  for (const digest of known) fresh.delete(digest);
  if (fresh.size === 0) return [];
  const files = [...fresh].flatMap(([digest, list]) =>
    list.map((file, ordinal) => [digest, ordinal, file.policy, file.source, file.digest, file.text]),
  );
  return [
    fromJson(
      'rulesets',
      'digest',
      [...fresh.keys()].map((digest) => [digest]),
      'ON CONFLICT DO NOTHING',
    ),
    fromJson(
      'ruleset_files',
      'ruleset_digest, ordinal, policy, source, digest, text',
      files,
      'ON CONFLICT DO NOTHING',
    ),
  ];
}

/** A snapshot is kept once; a later copy of it replaces the first if less was withheld from it. */
function writeSnapshots(entries: readonly Prepared[]): readonly InStatement[] {
  const sql =
    'INSERT INTO snapshots (evidence_digest, withheld, json) VALUES (?, ?, ?) ON CONFLICT (evidence_digest) DO UPDATE ' +
    'SET withheld = excluded.withheld, json = excluded.json ' +
    'WHERE json_array_length(excluded.withheld) < json_array_length(snapshots.withheld)';
  const best = new Map<string, Prepared>();
  for (const entry of entries) {
    const key = entry.derived.columns.evidence_digest;
    const rival = best.get(key);
    if (entry.snapshot === undefined) continue;
    if (rival === undefined || entry.withheld.count < rival.withheld.count) best.set(key, entry);
  }
  return [...best].map(([digest, entry]) => ({
    sql,
    args: [digest, entry.withheld.json, entry.snapshot ?? ''],
  }));
}

function writeSightings(entries: readonly Prepared[], answers: readonly Recorded[]): InStatement {
  const counts = new Map<number, number>();
  const rows = answers.map(({ seq }, i) => {
    const nth = (counts.get(seq) ?? 0) + 1;
    counts.set(seq, nth);
    return [seq, nth, entries[i]?.at];
  });
  return {
    sql:
      'INSERT INTO sightings (seq, ordinal, at) SELECT value ->> 0, (value ->> 1) + ' +
      'coalesce((SELECT max(ordinal) FROM sightings WHERE seq = value ->> 0), 0), value ->> 2 FROM json_each(?)',
    args: [JSON.stringify(rows)],
  };
}
