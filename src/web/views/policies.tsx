/** The policies that the history knows, and the page of one. */
import { listPath } from '../query.ts';
import type { DecisionCounts, PolicyDetail, PolicyRow } from '../reader.ts';
import { visible } from '../text.ts';
import { PAST, Shape, WORST_FIRST } from './decision.tsx';
import { RuleSourceText } from './rule-source.tsx';
import { Scroll } from './scroll.tsx';
import { Code, formatCount, plural, ShortDigest, Text, Time } from './text.tsx';
import { VerdictList } from './verdict-item.tsx';

function CountsLine({ policy, counts }: { policy: string; counts: DecisionCounts }) {
  return (
    <ul class="count-line" aria-label={`Decisions of ${visible(policy)}`}>
      {WORST_FIRST.map((decision) => (
        <li class={decision}>
          <Shape decision={decision} /> <span class="number">{formatCount(counts[decision])}</span>{' '}
          {PAST[decision].toLowerCase()}
        </li>
      ))}
    </ul>
  );
}

export function PoliciesPage({ policies }: { policies: readonly PolicyRow[] }) {
  return (
    <>
      <div class="page-head">
        <h1>Policies</h1>
        <p class="quiet">{plural(policies.length, 'policy', 'policies')} with recorded verdicts</p>
      </div>
      <section class="card" aria-label="Policies">
        {policies.length === 0 && (
          <div class="empty">
            <h2>No policy yet</h2>
            <p>A policy is listed here once a verdict of it has been recorded.</p>
          </div>
        )}
        <ul class="policy-items">
          {policies.map((row) => (
            <li>
              <p class="policy-item-title">
                <a class="row-link" href={`/policies/${encodeURIComponent(row.policy)}`}>
                  <Text of={row.policy} />
                </a>
                <span class="quiet">
                  <Code of={row.source} /> <ShortDigest of={row.digest} />
                </span>
              </p>
              <CountsLine policy={row.policy} counts={row.counts} />
              <p class="quiet">
                last seen <Time at={row.last_seen} />
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Versions({ detail }: { detail: PolicyDetail }) {
  return (
    <section class="card" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <Scroll label="Versions, as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">Digest</th>
              <th scope="col">File</th>
              <th scope="col">First seen</th>
              <th scope="col">Last seen</th>
              <th scope="col" class="number">
                Verdicts
              </th>
            </tr>
          </thead>
          <tbody>
            {detail.versions.map((version) => (
              <tr>
                <th scope="row">
                  <ShortDigest of={version.digest} />
                </th>
                <td>
                  <Code of={version.source} />
                </td>
                <td>
                  <Time at={version.first_seen} />
                </td>
                <td>
                  <Time at={version.last_seen} />
                </td>
                <td class="number">{formatCount(version.verdicts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

export function PolicyPage({ detail }: { detail: PolicyDetail }) {
  return (
    <>
      <div class="page-head">
        <h1>
          <Text of={detail.policy} />
        </h1>
        <p class="quiet">
          last seen <Time at={detail.last_seen} />
        </p>
      </div>
      <CountsLine policy={detail.policy} counts={detail.counts} />
      <section class="card" aria-labelledby="source-title">
        <div class="card-head">
          <h2 id="source-title">Source</h2>
          <Code of={detail.source} />
        </div>
        <p class="quiet small">
          <Code of={detail.digest} />
        </p>
        {detail.text === '' ? (
          <p class="notice">The source of this version was not kept.</p>
        ) : (
          <RuleSourceText name={detail.source} text={detail.text} anchor="rule" marked={new Set()} />
        )}
      </section>
      <Versions detail={detail} />
      <section class="card" aria-labelledby="recent-title">
        <h2 id="recent-title">Recent verdicts</h2>
        {detail.recent.length === 0 && <p class="quiet">None is kept.</p>}
        <VerdictList rows={detail.recent} label={`Recent verdicts of ${visible(detail.policy)}`} />
        <p class="more">
          <a href={listPath({ policy: detail.policy })}>All verdicts with this policy</a>
        </p>
      </section>
    </>
  );
}
