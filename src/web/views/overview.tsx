/** The overview: how many of each decision, how it went day by day, why, and what came in last. */
import { decisionPath, listPath } from '../query.ts';
import type { Overview } from '../reader.ts';
import { PAST, Shape, WORST_FIRST } from './decision.tsx';
import { Code, formatCount, plural, Text } from './text.tsx';
import { Trend } from './trend.tsx';
import { VerdictItem } from './verdict-item.tsx';

export function Total({ total }: { total: Overview['total'] }) {
  return <>{plural(total.hold + total.split + total.release, 'verdict')} in this history</>;
}

export function CountItems({ total }: { total: Overview['total'] }) {
  return (
    <>
      {WORST_FIRST.map((decision) => (
        <li>
          <a class={`count ${decision}`} href={decisionPath(decision)}>
            <span class="count-number">{formatCount(total[decision])}</span>
            <span class="count-word">
              <Shape decision={decision} /> {PAST[decision]}
            </span>
          </a>
        </li>
      ))}
    </>
  );
}

/** Reasons of the days that the trend shows, and links to just those. */
export function ReasonBars({ overview: { top_reasons: reasons, days } }: { overview: Overview }) {
  const from = days[0]?.day;
  const most = Math.max(1, ...reasons.map((r) => r.count));
  if (reasons.length === 0) return <p class="quiet">None in these days.</p>;
  return (
    <ol class="bars">
      {reasons.map(({ policy, code, count }) => (
        <li>
          <a
            href={listPath({
              ...(policy === '' ? {} : { policy }),
              reason: code,
              ...(from === undefined ? {} : { from }),
            })}
          >
            <Code of={code} />
          </a>
          <span class="quiet">
            <Text of={policy} />
          </span>
          <span class="number">{formatCount(count)}</span>
          <svg class="bar" width="100%" height="4" aria-hidden="true" focusable="false">
            <rect width={`${Math.max(1, Math.round((count / most) * 100))}%`} height="4" rx="2" />
          </svg>
        </li>
      ))}
    </ol>
  );
}

function Empty() {
  return (
    <div class="empty">
      <h2>No verdict yet</h2>
      <p>
        Record the first one from a repository with <code>holdpoint eval --store</code>. It appears here as
        soon as it is written.
      </p>
    </div>
  );
}

export function OverviewPage({ overview }: { overview: Overview }) {
  const { total, latest } = overview;
  return (
    <>
      <div class="page-head">
        <h1>Overview</h1>
        <p id="total" class="quiet">
          <Total total={total} />
        </p>
      </div>
      <ul id="counts" class="counts" aria-label="Verdicts by decision">
        <CountItems total={total} />
      </ul>
      <div class="columns">
        <Trend days={overview.days} />
        <section class="card" aria-labelledby="reasons-title">
          <div class="card-head">
            <h2 id="reasons-title">Most frequent reasons</h2>
            <p class="quiet small">last {plural(overview.days.length, 'day')}</p>
          </div>
          <div id="top-reasons">
            <ReasonBars overview={overview} />
          </div>
        </section>
      </div>
      <section class="card" aria-labelledby="latest-title">
        <div class="card-head">
          <h2 id="latest-title">Latest verdicts</h2>
          <button id="pause" type="button" class="button quiet-button" aria-pressed="false" hidden>
            Pause
          </button>
        </div>
        <ol
          id="latest"
          class="verdict-items"
          aria-labelledby="latest-title"
          hx-sse:connect={`/live?after=${latest[0]?.seq ?? 0}`}
          hx-swap="afterbegin"
        >
          {latest.map((row) => (
            <VerdictItem row={row} />
          ))}
        </ol>
        {latest.length === 0 && <Empty />}
        <p class="more">
          <a href="/verdicts">All verdicts</a>
        </p>
      </section>
    </>
  );
}
