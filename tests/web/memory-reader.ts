/** A reader over an array, for page tests that are not about the history: every verdict is counted and filtered by a plain loop. */
import type {
  DecisionCounts,
  PolicyDetail,
  Reader,
  StoredVerdict,
  VerdictFilter,
  VerdictRow,
} from '../../src/web/reader.ts';
import type { Sample } from './sample.ts';

type Draft = { -readonly [K in keyof DecisionCounts]: number };

function rowOf(sample: Sample, seq: number): VerdictRow {
  const { verdict, at } = sample;
  const reasons = verdict.policies.flatMap((policy) =>
    policy.gates.flatMap((gate) =>
      gate.reasons.map(({ code, subject }) => ({
        policy: policy.policy,
        gate: gate.gate,
        code,
        ...(subject === undefined ? {} : { subject }),
      })),
    ),
  );
  return {
    seq,
    receipt: verdict.receipt_sha256,
    decision: verdict.decision,
    action: verdict.action,
    subject: verdict.subject,
    recorded_at: new Date(at).toISOString(),
    policies: verdict.policies.map(({ policy, decision, label }) => ({ policy, decision, label })),
    top_reasons: reasons.slice(0, 3),
    reason_count: reasons.length,
    sightings: 1,
  };
}

function matches(row: VerdictRow, sample: Sample, filter: VerdictFilter): boolean {
  const gates = sample.verdict.policies.flatMap((p) => p.gates);
  return (
    (filter.decision ?? row.decision) === row.decision &&
    (filter.action ?? row.action) === row.action &&
    (filter.policy === undefined || row.policies.some((p) => p.policy === filter.policy)) &&
    (filter.gate === undefined || gates.some((g) => g.gate === filter.gate)) &&
    (filter.reason === undefined || gates.some((g) => g.reasons.some((r) => r.code === filter.reason))) &&
    (['repo', 'job', 'actor'] as const).every(
      (key) => (filter[key] ?? row.subject[key]) === row.subject[key],
    ) &&
    (filter.from === undefined || Date.parse(row.recorded_at) >= Date.parse(filter.from)) &&
    (filter.to === undefined || Date.parse(row.recorded_at) < Date.parse(filter.to))
  );
}

function count(rows: readonly { decision: keyof DecisionCounts }[]): DecisionCounts {
  const counts: Draft = { release: 0, split: 0, hold: 0 };
  for (const row of rows) counts[row.decision] += 1;
  return counts;
}

export type MemoryReader = Reader & { add(sample: Sample, more?: Partial<StoredVerdict>): void };

export function memoryReader(initial: readonly Sample[]): MemoryReader {
  const kept: { sample: Sample; row: VerdictRow; more: Partial<StoredVerdict> }[] = [];
  const newest = () => [...kept].reverse();
  const reader: MemoryReader = {
    add(sample, more = {}) {
      kept.push({ sample, row: rowOf(sample, kept.length + 1), more });
    },
    async head() {
      return kept.length;
    },
    async overview({ days, now }) {
      const names = Array.from({ length: days }, (_, i) =>
        new Date(now - (days - 1 - i) * 86_400_000).toISOString().slice(0, 10),
      );
      const reasons = new Map<string, { policy: string; code: string; count: number }>();
      for (const { policy, code } of kept.flatMap((k) => k.row.top_reasons)) {
        const entry = reasons.get(`${policy} ${code}`) ?? { policy, code, count: 0 };
        entry.count += 1;
        reasons.set(`${policy} ${code}`, entry);
      }
      return {
        total: count(kept.map((k) => k.row)),
        days: names.map((day) => ({
          day,
          ...count(kept.map((k) => k.row).filter((r) => r.recorded_at.startsWith(day))),
        })),
        top_reasons: [...reasons.values()].sort((a, b) => b.count - a.count).slice(0, 8),
        latest: newest()
          .slice(0, 10)
          .map((k) => k.row),
      };
    },
    async list(filter, page) {
      const limit = page.limit ?? 50;
      const all = newest()
        .filter((k) => matches(k.row, k.sample, filter))
        .map((k) => k.row);
      const start = page.older
        ? all.findIndex((row) => row.seq < Number(page.older))
        : page.newer
          ? Math.max(0, all.findIndex((row) => row.seq <= Number(page.newer)) - limit)
          : 0;
      const rows = start < 0 ? [] : all.slice(start, start + limit);
      const more = start >= 0 && start + limit < all.length;
      return {
        rows,
        ...(more ? { older: String(rows.at(-1)?.seq) } : {}),
        ...(start > 0 ? { newer: String(rows[0]?.seq) } : {}),
      };
    },
    async verdict(receipt) {
      const found = kept.filter((k) => k.row.receipt.startsWith(receipt));
      const [one] = found;
      if (found.length !== 1 || !one) return undefined;
      const { verdict, snapshot, rules } = one.sample;
      const chain = { seq: one.row.seq, previous: '0'.repeat(64), hash: 'f'.repeat(64) };
      const stored = {
        row: one.row,
        verdict,
        snapshot,
        withheld: [],
        rules,
        chain,
        seen_at: [one.row.recorded_at],
        ...one.more,
      };
      return Object.fromEntries(
        Object.entries(stored).filter(([, value]) => value !== undefined),
      ) as StoredVerdict;
    },
    async policies() {
      const names = [...new Set(kept.flatMap((k) => k.row.policies.map((p) => p.policy)))].sort();
      const details = await Promise.all(names.map((name) => reader.policy(name)));
      return details.filter((d) => d !== undefined);
    },
    async policy(name): Promise<PolicyDetail | undefined> {
      const own = newest().filter((k) => k.row.policies.some((p) => p.policy === name));
      const rule = own[0]?.sample.rules.find((r) => r.policy === name);
      const last = own[0]?.row.recorded_at;
      if (!rule || !last) return undefined;
      const { source, digest, text } = rule;
      const counts = count(own.flatMap((k) => k.row.policies.filter((p) => p.policy === name)));
      const first_seen = own.at(-1)?.row.recorded_at ?? last;
      const versions = [{ digest, source, first_seen, last_seen: last, verdicts: own.length }];
      return {
        policy: name,
        source,
        digest,
        text,
        counts,
        last_seen: last,
        versions,
        recent: own.slice(0, 10).map((k) => k.row),
      };
    },
    async facets() {
      const rows = kept.map((k) => k.row);
      return {
        actions: [...new Set(rows.map((r) => r.action))].sort(),
        policies: [...new Set(rows.flatMap((r) => r.policies.map((p) => p.policy)))].sort(),
      };
    },
  };
  for (const sample of initial) reader.add(sample);
  return reader;
}
