/** What proves a verdict: the receipt, the digests, the place in the chain, and when it was seen. */
import type { Child } from 'hono/jsx';
import type { StoredVerdict } from '../reader.ts';
import { Code, plural, Time } from './text.tsx';

const SIGHTINGS_SHOWN = 20;

function Item({ name, children }: { name: string; children: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sightings({ seen }: { seen: readonly string[] }) {
  const shown = seen.slice(0, SIGHTINGS_SHOWN);
  return (
    <ul class="plain-list">
      {shown.map((at) => (
        <li>
          <Time at={at} seconds />
        </li>
      ))}
      {seen.length > shown.length && (
        <li class="quiet">and {plural(seen.length - shown.length, 'more time')}</li>
      )}
    </ul>
  );
}

export function ReceiptCard({ stored }: { stored: StoredVerdict }) {
  const { verdict, chain, row } = stored;
  return (
    <section class="card" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Receipt</h2>
      <dl class="facts">
        <Item name="Receipt">
          <Code of={verdict.receipt_sha256} />
        </Item>
        <Item name="Rules">
          <Code of={verdict.ruleset_digest} />
        </Item>
        <Item name="Evidence">
          <Code of={verdict.evidence_digest} />
        </Item>
        <Item name="Engine">
          <Code of={verdict.engine} />
        </Item>
        {verdict.as_of !== undefined && (
          <Item name="As of">
            <Code of={verdict.as_of} />
          </Item>
        )}
        <Item name="Place in the chain">number {chain.seq}</Item>
        <Item name="Chain hash">
          <Code of={chain.hash} />
        </Item>
        <Item name="Hash before">
          {chain.previous === '' ? 'none, the first one' : <Code of={chain.previous} />}
        </Item>
        <Item name="Recorded">
          <Time at={row.recorded_at} seconds />
        </Item>
        <Item name={`Seen ${plural(stored.seen_at.length, 'time')}`}>
          <Sightings seen={stored.seen_at} />
        </Item>
      </dl>
    </section>
  );
}
