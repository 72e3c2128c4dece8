/** How routes answer: a whole document, a fragment for htmx, or a page that says what went wrong. */
import type { Child } from 'hono/jsx';
import type { Ctx, Deps } from '../env.ts';
import { Layout, type LayoutProps } from '../views/layout.tsx';
import { Problem, type ProblemProps } from '../views/problem.tsx';

type Status = 200 | 400 | 403 | 404 | 405 | 500;
export type Frame = Omit<LayoutProps, 'assets' | 'version' | 'children'>;

/** True when htmx wants only the part that it swaps. A restored history entry or a boosted page is a whole document. */
export function wantsPart(c: Ctx): boolean {
  return c.req.header('HX-Request') === 'true' && c.req.header('HX-Request-Type') === 'partial';
}

/** The same address gives a page or a part of it, so caches must look at what htmx sends. */
function varyByHtmx(c: Ctx): void {
  c.header('Vary', 'HX-Request, HX-Request-Type');
  c.header('Cache-Control', 'private, no-cache');
}

export function sendPage(c: Ctx, deps: Deps, frame: Frame, body: Child, status: Status = 200): Response {
  varyByHtmx(c);
  const document = (
    <Layout {...frame} assets={deps.assets} version={deps.version}>
      {body}
    </Layout>
  );
  return c.html(`<!DOCTYPE html>${document.toString()}`, status);
}

export function sendPart(c: Ctx, part: { toString(): string }): Response {
  varyByHtmx(c);
  return c.html(part.toString());
}

/** A page in place of the one asked for. htmx is told to load it whole: it does not fit into the part that it swaps. */
export function sendProblem(c: Ctx, deps: Deps, problem: ProblemProps & { status: Status }): Response {
  if (wantsPart(c)) {
    c.header('HX-Retarget', 'body');
    c.header('HX-Reswap', 'outerSync');
  }
  return sendPage(c, deps, { title: problem.title }, <Problem {...problem} />, problem.status);
}
