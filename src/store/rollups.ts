/** The counts that the pages show, kept in the same batch as the verdicts they count. */
import type { InStatement } from '@libsql/client';
import type { Decision } from '../engine/mod.ts';
import type { NewRecord } from './append.ts';

const DAY_MS = 86_400_000;

/** The UTC day, YYYY-MM-DD, of a moment in ms since 1970. */
export function dayOf(ms: number): string {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

/** Adds new records to the rollups; what was seen before does not count again. */
export function rollups(records: readonly NewRecord[]): readonly InStatement[] {
  return [
    {
      sql:
        'INSERT INTO days (day, decision, count, first_seq, last_seq) ' +
        'SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true ' +
        'ON CONFLICT (day, decision) DO UPDATE SET count = count + excluded.count, ' +
        'first_seq = min(first_seq, excluded.first_seq), last_seq = max(last_seq, excluded.last_seq)',
      args: [JSON.stringify(countDays(records))],
    },
    {
      sql:
        'INSERT INTO reason_days (day, policy, code, count) ' +
        'SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true ' +
        'ON CONFLICT (day, policy, code) DO UPDATE SET count = count + excluded.count',
      args: [JSON.stringify(countReasons(records))],
    },
    {
      sql:
        'INSERT INTO policy_versions (policy, digest, source, release, split, hold, first_seen, last_seen, last_seq) ' +
        'SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 ' +
        'FROM json_each(?) WHERE true ON CONFLICT (policy, digest) DO UPDATE SET source = excluded.source, ' +
        'release = release + excluded.release, split = split + excluded.split, hold = hold + excluded.hold, ' +
        'first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen), ' +
        'last_seq = max(last_seq, excluded.last_seq)',
      args: [JSON.stringify(countVersions(records))],
    },
  ];
}

type Row = readonly (string | number)[];

function countDays(records: readonly NewRecord[]): readonly Row[] {
  const days = new Map<
    string,
    [day: string, decision: Decision, count: number, first: number, last: number]
  >();
  for (const { entry, seq } of records) {
    const day = dayOf(entry.at);
    const decision = entry.derived.columns.decision as Decision;
    const row = days.get(`${day} ${decision}`);
    if (row === undefined) days.set(`${day} ${decision}`, [day, decision, 1, seq, seq]);
    else [row[2], row[4]] = [row[2] + 1, seq];
  }
  return [...days.values()];
}

function countReasons(records: readonly NewRecord[]): readonly Row[] {
  const counts = new Map<string, [day: string, policy: string, code: string, count: number]>();
  for (const { entry } of records) {
    const day = dayOf(entry.at);
    for (const key of new Set(
      entry.derived.reasons.map(([, policy, , code]) => JSON.stringify([day, policy, code])),
    )) {
      const row = counts.get(key);
      if (row === undefined) counts.set(key, [...(JSON.parse(key) as [string, string, string]), 1]);
      else row[3] += 1;
    }
  }
  return [...counts.values()];
}

function countVersions(records: readonly NewRecord[]): readonly Row[] {
  const versions = new Map<string, (string | number)[]>();
  const column: Readonly<Record<Decision, number>> = { release: 3, split: 4, hold: 5 };
  for (const { entry, seq } of records) {
    const { at } = entry;
    entry.derived.policies.forEach((cells, i) => {
      const [, policy, decision, , digest] = cells as [number, string, Decision, string, string];
      const source = entry.sources[i] ?? '';
      const key = JSON.stringify([policy, digest]);
      const row = versions.get(key) ?? [policy, digest, source, 0, 0, 0, at, at, seq];
      row[2] = source;
      row[column[decision]] = Number(row[column[decision]]) + 1;
      row[6] = Math.min(Number(row[6]), at);
      row[7] = Math.max(Number(row[7]), at);
      row[8] = seq;
      versions.set(key, row);
    });
  }
  return [...versions.values()];
}
