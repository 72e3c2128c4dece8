/** `/verdicts`: the list. `/verdicts/RECEIPT`: one, its JSON and its snapshot's. */
import type { App, Ctx, Deps } from '../env.ts';
import { listPath, parseListQuery } from '../query.ts';
import type { StoredVerdict } from '../reader.ts';
import { VerdictPage } from '../views/verdict.tsx';
import { VerdictListPart, VerdictsPage } from '../views/verdicts.tsx';
import { sendPage, sendPart, sendProblem, wantsPart } from './reply.tsx';

const PAGE_ROWS = 50;
const RECEIPT = /^[0-9a-f]{8,64}$/;

/** Pretty-printed and downloaded under a name of its own. */
function sendJson(c: Ctx, value: unknown, fileName: string): Response {
  c.header('Content-Disposition', `attachment; filename="${fileName}"`);
  c.header('Cache-Control', 'private, no-cache');
  return c.body(`${JSON.stringify(value, null, 2)}\n`, 200, { 'Content-Type': 'application/json' });
}

function noSuchVerdict(c: Ctx, deps: Deps, receipt: string): Response {
  return sendProblem(c, deps, {
    status: 404,
    title: 'No such verdict',
    faults: [`No verdict in this history has a receipt that begins with "${receipt.slice(0, 80)}"`],
    advice: 'It may be in another history, or it was pruned.',
  });
}

export function verdictRoutes(app: App, deps: Deps): void {
  app.get('/verdicts', async (c) => {
    const parsed = parseListQuery(new URL(c.req.url).searchParams);
    if (!parsed.ok) {
      const advice = 'Correct the address, or start again from all verdicts.';
      return sendProblem(c, deps, {
        status: 400,
        title: 'This filter cannot be read',
        faults: parsed.faults,
        advice,
      });
    }
    const { query } = parsed;
    const address = listPath(query.filter, query.page);
    const part = wantsPart(c);
    // A plain form sends its empty fields too; the address that people copy should not have them.
    if (parsed.blanks && !part) return c.redirect(address, 303);
    const [page, facets] = await Promise.all([
      deps.reader.list(query.filter, { ...query.page, limit: PAGE_ROWS }),
      deps.reader.facets(),
    ]);
    if (!part) {
      const body = <VerdictsPage query={query} page={page} facets={facets} />;
      return sendPage(c, deps, { title: 'Verdicts', section: 'verdicts' }, body);
    }
    c.header('HX-Push-Url', address);
    return sendPart(c, <VerdictListPart query={query} page={page} facets={facets} />);
  });

  /** Finds the verdict; a shortened receipt leads to the full address, `suffix` kept. */
  async function withVerdict(
    c: Ctx,
    given: string,
    suffix: string,
    answer: (stored: StoredVerdict) => Response,
  ): Promise<Response> {
    const asked = given.toLowerCase();
    const stored = RECEIPT.test(asked) ? await deps.reader.verdict(asked) : undefined;
    if (!stored) return noSuchVerdict(c, deps, given);
    const { receipt } = stored.row;
    return asked === receipt ? answer(stored) : c.redirect(`/verdicts/${receipt}${suffix}`, 302);
  }

  app.get('/verdicts/:file{[0-9A-Fa-f]+\\.json}', (c) =>
    withVerdict(c, c.req.param('file').slice(0, -'.json'.length), '.json', (stored) =>
      sendJson(c, stored.verdict, `verdict-${stored.row.receipt.slice(0, 12)}.json`),
    ),
  );

  app.get('/verdicts/:receipt/snapshot.json', (c) =>
    withVerdict(c, c.req.param('receipt'), '/snapshot.json', (stored) => {
      if (stored.snapshot !== undefined)
        return sendJson(c, stored.snapshot, `snapshot-${stored.row.receipt.slice(0, 12)}.json`);
      return sendProblem(c, deps, {
        status: 404,
        title: 'The snapshot was not kept',
        advice: 'Its digest stands in the receipt; record with snapshots kept to have it here.',
      });
    }),
  );

  app.get('/verdicts/:receipt', (c) =>
    withVerdict(c, c.req.param('receipt'), '', (stored) => {
      const title = `${stored.verdict.decision} ${stored.row.receipt.slice(0, 12)}`;
      return sendPage(c, deps, { title, section: 'verdicts' }, <VerdictPage stored={stored} />);
    }),
  );
}
