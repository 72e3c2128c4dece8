/** What the tables say as wholes, at one moment: how far the chain goes, what was counted, what lies beside it. */
import { sql } from 'drizzle-orm';
import { LAST_MOMENT } from './entry.ts';
import { dayOf } from './rollups.ts';
import type { Db } from './row.ts';

export type Census = {
  readonly newest: number;
  /** The first record with a number that cannot be read, or none: reading its row would fail. */
  readonly unreadable: number | undefined;
  /** Of `days`: the row of each day and decision, its values as SQL literals. */
  readonly days: ReadonlyMap<string, string>;
  /** How many records the days say there are; not finite when they say no number. */
  readonly total: number;
  /** The digests of the rulesets that are kept, as SQL literals. */
  readonly rulesets: readonly string[];
  /** Rows that belong to no record of the chain, or sightings that do not fit theirs. */
  readonly strays: readonly { readonly seq: number; readonly what: string }[];
};

/** Larger ones are refused by the client when they are read. */
const SAFE = Number.MAX_SAFE_INTEGER;
const CHILDREN = ['policy_results', 'gate_results', 'reasons'] as const;

/** In one statement, so that all is of the same moment whatever is being written. */
export async function census(db: Db): Promise<Census> {
  const [found] = await db.all<Record<string, number | string | null>>(sql.raw(STATEMENT));
  const days = JSON.parse(String(found?.['days'])) as readonly (readonly string[])[];
  const strays = [...CHILDREN, 'verdicts', 'sightings', 'times'].flatMap((name) => {
    const seq = found?.[`stray_${name}`] ?? null;
    return seq === null ? [] : [{ seq: Number(seq), what: WHAT[name] ?? strayRow(name) }];
  });
  const unreadable = found?.['unreadable'] ?? null;
  return {
    newest: Number(found?.['newest']),
    unreadable: unreadable === null ? undefined : Number(unreadable),
    days: new Map(days.map(([day, decision, ...rest]) => [`${day} ${decision}`, rest.join(' ')])),
    total: days.reduce((sum, [, , count]) => sum + Number(count), 0),
    rulesets: JSON.parse(String(found?.['rulesets'])) as readonly string[],
    strays,
  };
}

function strayRow(table: string): string {
  return `added: a row of "${table}" belongs to no record of the chain`;
}

const WHAT: Readonly<Record<string, string>> = {
  sightings: 'edited: its sightings are not numbered and dated as they were written',
  times: 'edited: its first sighting is not when it was recorded',
};

const clamped = (value: string): string => `max(-${SAFE}, min(${SAFE}, CAST(${value} AS INTEGER)))`;
const unsafe = (column: string): string =>
  `(typeof(${column}) = 'integer' AND ${column} NOT BETWEEN -${SAFE} AND ${SAFE})`;

const STATEMENT = `WITH
  head (seq) AS (SELECT coalesce((SELECT max(seq) FROM verdicts WHERE seq >= 1), 0)),
  bad (seq) AS (
    SELECT min(seq) FROM verdicts WHERE seq >= 1 AND (${unsafe('recorded_at')} OR ${unsafe('reason_count')})
    ${CHILDREN.map((table) => `UNION ALL SELECT min(seq) FROM ${table} WHERE seq >= 1 AND ${unsafe('ordinal')}`).join(' ')}
  )
SELECT ${clamped('head.seq')} AS newest,
  (SELECT ${clamped('min(seq)')} FROM bad WHERE seq IS NOT NULL HAVING count(*) > 0) AS unreadable,
  (SELECT json_group_array(json_array(quote(day), quote(decision), quote(count), quote(first_seq), quote(last_seq)))
    FROM days) AS days,
  (SELECT json_group_array(quote(digest)) FROM
    (SELECT digest FROM rulesets UNION SELECT ruleset_digest FROM ruleset_files)) AS rulesets,
  ${['verdicts', ...CHILDREN]
    .map(
      (table) =>
        `(SELECT ${clamped('seq')} FROM ${table} WHERE seq < 1 OR seq > head.seq ORDER BY seq LIMIT 1) AS stray_${table}`,
    )
    .join(', ')},
  (SELECT ${clamped('seq')} FROM sightings GROUP BY seq
    HAVING seq < 1 OR seq > head.seq OR min(ordinal) IS NOT 1 OR max(ordinal) IS NOT count(*)
    OR sum(typeof(at) <> 'integer' OR at NOT BETWEEN 0 AND ${LAST_MOMENT}) > 0 ORDER BY seq LIMIT 1) AS stray_sightings,
  (SELECT ${clamped('v.seq')} FROM verdicts v LEFT JOIN sightings s ON s.seq = v.seq AND s.ordinal = 1
    WHERE v.seq >= 1 AND s.at IS NOT v.recorded_at ORDER BY v.seq LIMIT 1) AS stray_times
FROM head`;

export type Tally = {
  add(row: {
    readonly seq: number;
    readonly recorded_at: number;
    readonly decision: string;
    readonly ruleset_digest: string;
  }): void;
  /** True when rules are kept that decided nothing: they could pass for those of a policy. */
  hasForeignRules(census: Census): boolean;
  /** The first day that was counted otherwise, if any. */
  differs(census: Census): { readonly seq: number; readonly day: string } | undefined;
};

/** Counts the days anew, as they are written. */
export function tally(): Tally {
  const days = new Map<string, { count: number; first: number; last: number }>();
  const rulesets = new Set<string>();
  return {
    hasForeignRules: (census) => census.rulesets.some((digest) => !rulesets.has(digest)),
    add: ({ seq, recorded_at, decision, ruleset_digest }) => {
      rulesets.add(`'${ruleset_digest}'`);
      const key = `'${dayOf(recorded_at)}' '${decision}'`;
      const day = days.get(key) ?? { count: 0, first: seq, last: seq };
      days.set(key, { count: day.count + 1, first: day.first, last: seq });
    },
    differs: (census) => {
      for (const [key, { count, first, last }] of days) {
        if (census.days.get(key) !== `${count} ${first} ${last}`)
          return { seq: first, day: key.slice(1, 11) };
      }
      const more = [...census.days].find(([key]) => !days.has(key));
      return more === undefined ? undefined : { seq: 1, day: more[0].split("'")[1] ?? '' };
    },
  };
}
