/** `/`: the overview. `/live`: its feed of new verdicts as server-sent events. */
import { streamSSE } from 'hono/streaming';
import type { App, Deps } from '../env.ts';
import { createFeed } from '../live.ts';
import { LiveMessage } from '../views/live-message.tsx';
import { OverviewPage } from '../views/overview.tsx';
import { sendPage, sendProblem } from './reply.tsx';

const TREND_DAYS = 30;
const LOOK_EVERY_MS = 1000;
/** A comment is sent this often, so that a connection that has gone is noticed. */
const PING_MS = 15_000;

function startOf(after: string | undefined): number | undefined {
  return after !== undefined && /^\d{1,15}$/.test(after) ? Number(after) : undefined;
}

export function overviewRoutes(app: App, deps: Deps): void {
  const overview = () => deps.reader.overview({ days: TREND_DAYS, now: deps.now() });
  const feed = createFeed({
    reader: deps.reader,
    interval: LOOK_EVERY_MS,
    overview,
    report: (error) => deps.report?.(error),
  });

  app.get('/', async (c) => {
    const body = <OverviewPage overview={await overview()} />;
    return sendPage(c, deps, { title: 'Overview', section: 'overview', scripts: ['chart.js'] }, body);
  });

  app.get('/live', (c) => {
    // After a break the browser says how far it had come.
    const start = startOf(c.req.header('Last-Event-ID') ?? c.req.query('after'));
    if (start === undefined) {
      const faults = ['"after" is not a place in the chain; give a number from 0 up'];
      return sendProblem(c, deps, {
        status: 400,
        title: 'The feed cannot start there',
        faults,
        advice: 'Open the overview, which starts it.',
      });
    }
    c.header('Cache-Control', 'no-store');
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const closing = c.env?.closing;
    return streamSSE(c, async (stream) => {
      const gone = new AbortController();
      const end = () => gone.abort();
      stream.onAbort(end);
      closing?.addEventListener('abort', end);
      if (closing?.aborted) end();
      // The first bytes tell the browser that it is connected.
      await stream.write(': connected\n\n');
      let after = start;
      while (!gone.signal.aborted) {
        const step = await feed.next(after, gone.signal, PING_MS);
        if (gone.signal.aborted) break;
        if (step === undefined) {
          await stream.write(': waiting\n\n');
          continue;
        }
        after = step.head;
        await stream.writeSSE({ id: String(after), data: (<LiveMessage step={step} />).toString() });
      }
      closing?.removeEventListener('abort', end);
    });
  });
}
