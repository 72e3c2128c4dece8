/** The dashboard as a Hono app: opens no port and no database, reads what it is given. */
import { Hono } from 'hono';
import type { App, Ctx, Deps, WebEnv } from './env.ts';
import { guard, safeHeaders } from './guard.ts';
import { assetRoutes } from './routes/assets.ts';
import { overviewRoutes } from './routes/overview.tsx';
import { policyRoutes } from './routes/policies.tsx';
import { sendProblem } from './routes/reply.tsx';
import { verdictRoutes } from './routes/verdicts.tsx';

const REFUSALS = {
  403: {
    title: 'This host name is not answered',
    fault: (host: string) => `The request came for "${host.slice(0, 80)}"`,
    advice: 'The dashboard answers only to localhost, 127.0.0.1 and [::1], with its own port.',
  },
  405: {
    title: 'Pages here are only read',
    fault: (method: string) => `"${method.slice(0, 20)}" is not answered`,
    advice: 'Use GET or HEAD.',
  },
} as const;

/** All routes over `deps`. Every error is answered with a page of its own that shows no inside of ours. */
export function createApp(deps: Deps): App {
  const app: App = new Hono<WebEnv>();
  app.use(safeHeaders());
  app.use(
    guard((c: Ctx, status, what) => {
      const { title, fault, advice } = REFUSALS[status];
      return sendProblem(c, deps, { status, title, faults: [fault(what)], advice });
    }),
  );
  app.get('/healthz', (c) => c.text('ok\n', 200, { 'Cache-Control': 'no-store' }));
  assetRoutes(app, deps);
  overviewRoutes(app, deps);
  verdictRoutes(app, deps);
  policyRoutes(app, deps);
  app.notFound((c) =>
    sendProblem(c, deps, {
      status: 404,
      title: 'There is no such page',
      advice: 'The address may be mistyped.',
    }),
  );
  app.onError((error, c) => {
    deps.report?.(error);
    const advice = 'The details are in the output of the command that serves this page.';
    return sendProblem(c, deps, { status: 500, title: 'This page could not be made', advice });
  });
  return app;
}
