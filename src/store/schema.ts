/**
 * The tables of the history. `verdicts` is the chain, one row a verdict, written once and never changed; its child
 * tables repeat parts of the verdict for search; the last three are rollups, so that no page ever counts rows.
 *
 * `verdicts.seq` is the rowid, so every index on `verdicts` ends in it without naming it: a filter on one column is a
 * range of that index in chain order. There are no foreign keys: all rows of one verdict are written in one batch,
 * and the check of the chain compares them.
 */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Decision, Enforcement } from '../engine/mod.ts';

export const rulesets = sqliteTable('rulesets', {
  digest: text('digest').primaryKey(),
});

export const rulesetFiles = sqliteTable(
  'ruleset_files',
  {
    ruleset_digest: text('ruleset_digest').notNull(),
    ordinal: integer('ordinal').notNull(),
    policy: text('policy').notNull(),
    source: text('source').notNull(),
    digest: text('digest').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ruleset_digest, t.ordinal] }),
    index('ruleset_files_policy').on(t.policy, t.digest),
  ],
);

export const snapshots = sqliteTable('snapshots', {
  evidence_digest: text('evidence_digest').primaryKey(),
  /** JSON: the pointers of what was withheld. */
  withheld: text('withheld').notNull(),
  json: text('json').notNull(),
});

export const verdicts = sqliteTable(
  'verdicts',
  {
    /** Place in the chain, from 1 up, without gaps. */
    seq: integer('seq').primaryKey(),
    receipt: text('receipt').notNull(),
    decision: text('decision').$type<Decision>().notNull(),
    action: text('action').notNull(),
    repo: text('repo'),
    commit: text('commit'),
    ref: text('ref'),
    job: text('job'),
    actor: text('actor'),
    ruleset_digest: text('ruleset_digest').notNull(),
    evidence_digest: text('evidence_digest').notNull(),
    /** Milliseconds since 1970, as the recorder's clock said; the order is `seq`'s, whatever the clock did. */
    recorded_at: integer('recorded_at').notNull(),
    reason_count: integer('reason_count').notNull(),
    /** JSON: at most three reasons. */
    top_reasons: text('top_reasons').notNull(),
    /** JSON: name, decision and label of each policy. */
    policies: text('policies').notNull(),
    previous_hash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    /** JSON. Last, so that reading a list does not walk through it. */
    verdict: text('verdict').notNull(),
  },
  (t) => [
    uniqueIndex('verdicts_receipt').on(t.receipt),
    index('verdicts_decision').on(t.decision),
    index('verdicts_action').on(t.action),
    index('verdicts_repo').on(t.repo),
    index('verdicts_job').on(t.job),
    index('verdicts_actor').on(t.actor),
  ],
);

export const policyResults = sqliteTable(
  'policy_results',
  {
    seq: integer('seq').notNull(),
    ordinal: integer('ordinal').notNull(),
    policy: text('policy').notNull(),
    decision: text('decision').$type<Decision>().notNull(),
    label: text('label').notNull(),
    digest: text('digest').notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.ordinal] }), index('policy_results_policy').on(t.policy, t.seq)],
);

export const gateResults = sqliteTable(
  'gate_results',
  {
    seq: integer('seq').notNull(),
    ordinal: integer('ordinal').notNull(),
    policy: text('policy').notNull(),
    gate: text('gate').notNull(),
    kind: text('kind').notNull(),
    enforce: text('enforce').$type<Enforcement>().notNull(),
    decision: text('decision').$type<Decision>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.ordinal] }), index('gate_results_gate').on(t.gate, t.seq)],
);

export const reasons = sqliteTable(
  'reasons',
  {
    seq: integer('seq').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** Policy and gate are empty for a reason that belongs to the verdict as a whole. */
    policy: text('policy').notNull(),
    gate: text('gate').notNull(),
    code: text('code').notNull(),
    subject: text('subject'),
  },
  (t) => [primaryKey({ columns: [t.seq, t.ordinal] }), index('reasons_code').on(t.code, t.seq)],
);

/** Every time a verdict was handed in, the first included; the highest `ordinal` is the count. */
export const sightings = sqliteTable(
  'sightings',
  {
    seq: integer('seq').notNull(),
    ordinal: integer('ordinal').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.ordinal] })],
);

/** Verdicts by UTC day and decision, with the part of the chain they lie in (which makes a date a range of `seq`). */
export const days = sqliteTable(
  'days',
  {
    day: text('day').notNull(),
    decision: text('decision').$type<Decision>().notNull(),
    count: integer('count').notNull(),
    first_seq: integer('first_seq').notNull(),
    last_seq: integer('last_seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.decision] })],
);

/** Verdicts by UTC day and reason; a verdict counts once however often it gives the reason. */
export const reasonDays = sqliteTable(
  'reason_days',
  {
    day: text('day').notNull(),
    policy: text('policy').notNull(),
    code: text('code').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.policy, t.code] })],
);

/** One row a version of a policy that took part in a verdict. */
export const policyVersions = sqliteTable(
  'policy_versions',
  {
    policy: text('policy').notNull(),
    digest: text('digest').notNull(),
    source: text('source').notNull(),
    release: integer('release').notNull(),
    split: integer('split').notNull(),
    hold: integer('hold').notNull(),
    first_seen: integer('first_seen').notNull(),
    last_seen: integer('last_seen').notNull(),
    /** The newest verdict with this version: which version is current does not hang on a clock. */
    last_seq: integer('last_seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.policy, t.digest] })],
);
