/** Decisions a day: a canvas that app.js draws with Chart.js, and the same numbers as a table. */
import { raw } from 'hono/html';
import { listPath } from '../query.ts';
import type { Overview } from '../reader.ts';
import { WORST_FIRST } from './decision.tsx';
import { Scroll } from './scroll.tsx';
import { formatCount, plural } from './text.tsx';

type Day = Overview['days'][number];

/** JSON that cannot end its script element, whatever is in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function DayRow({ day }: { day: Day }) {
  const range = { from: day.day, to: nextDay(day.day) };
  return (
    <tr>
      <th scope="row">{day.day}</th>
      {WORST_FIRST.map((decision) => (
        <td class="number">
          {day[decision] === 0 ? (
            <span class="quiet">0</span>
          ) : (
            <a href={listPath({ decision, ...range })}>{formatCount(day[decision])}</a>
          )}
        </td>
      ))}
    </tr>
  );
}

function summaryOf(days: readonly Day[]): string {
  const sum = (key: 'hold' | 'split' | 'release') => days.reduce((total, day) => total + day[key], 0);
  return `Stacked bars of the last ${plural(days.length, 'day')}: ${sum('hold')} held, ${sum('split')} split, ${sum('release')} released`;
}

/** What app.js draws from, in numbers and in words; the live feed replaces it. */
export function TrendData({ days }: { days: readonly Day[] }) {
  return (
    <script id="trend-data" type="application/json" data-summary={summaryOf(days)}>
      {raw(scriptJson(days))}
    </script>
  );
}

/** Newest first. */
export function DayRows({ days }: { days: readonly Day[] }) {
  return (
    <>
      {[...days].reverse().map((day) => (
        <DayRow day={day} />
      ))}
    </>
  );
}

export function Trend({ days }: { days: readonly Day[] }) {
  return (
    <section class="card" aria-labelledby="trend-title">
      <h2 id="trend-title">Decisions a day</h2>
      <TrendData days={days} />
      <div class="chart script-only">
        <canvas id="trend" role="img" aria-label={summaryOf(days)} />
      </div>
      <details class="table-fold">
        <summary>The same numbers as a table</summary>
        <Scroll label="Decisions a day, as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col" class="number">
                  Held
                </th>
                <th scope="col" class="number">
                  Split
                </th>
                <th scope="col" class="number">
                  Released
                </th>
              </tr>
            </thead>
            <tbody id="trend-rows">
              <DayRows days={days} />
            </tbody>
          </table>
        </Scroll>
      </details>
    </section>
  );
}
