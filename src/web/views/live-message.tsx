/** One message of the live feed: the new rows, and the parts of the overview that count them. */
import type { FeedStep } from '../live.ts';
import { CountItems, ReasonBars, Total } from './overview.tsx';
import { DayRows, TrendData } from './trend.tsx';
import { VerdictItem } from './verdict-item.tsx';

export function LiveMessage({ step }: { step: FeedStep }) {
  const { rows, overview } = step;
  return (
    <>
      {rows.map((row) => (
        <VerdictItem row={row} fresh />
      ))}
      <hx-partial hx-target="#total" hx-swap="innerHTML">
        <Total total={overview.total} />
      </hx-partial>
      <hx-partial hx-target="#counts" hx-swap="innerMorph">
        <CountItems total={overview.total} />
      </hx-partial>
      <hx-partial hx-target="#top-reasons" hx-swap="innerMorph">
        <ReasonBars overview={overview} />
      </hx-partial>
      <hx-partial hx-target="#trend-rows" hx-swap="innerMorph">
        <DayRows days={overview.days} />
      </hx-partial>
      <hx-partial hx-target="#trend-data" hx-swap="outerHTML">
        <TrendData days={overview.days} />
      </hx-partial>
    </>
  );
}
