/** The list of verdicts: filter, rows, and the way to older and newer ones. */
import { type ListQuery, listPath } from '../query.ts';
import type { VerdictFilter, VerdictPage } from '../reader.ts';
import { Chips, type Facets, FilterForm, SWAP_LIST } from './filters.tsx';
import { plural } from './text.tsx';
import { VerdictList } from './verdict-item.tsx';

function Move({
  filter,
  page,
  words,
  rel,
}: {
  filter: VerdictFilter;
  page: object;
  words: string;
  rel: 'prev' | 'next';
}) {
  const href = listPath(filter, page);
  return (
    <a class="button" rel={rel} href={href} hx-get={href} {...SWAP_LIST}>
      {words}
    </a>
  );
}

function Pager({ filter, page }: { filter: VerdictFilter; page: VerdictPage }) {
  if (page.newer === undefined && page.older === undefined) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {page.newer === undefined ? (
        <span />
      ) : (
        <Move filter={filter} page={{ newer: page.newer }} words="Newer" rel="prev" />
      )}
      {page.older === undefined ? (
        <span />
      ) : (
        <Move filter={filter} page={{ older: page.older }} words="Older" rel="next" />
      )}
    </nav>
  );
}

function NoRows({ filtered }: { filtered: boolean }) {
  return (
    <div class="empty">
      <h2>{filtered ? 'No verdict matches' : 'No verdict yet'}</h2>
      {filtered ? (
        <p>
          Remove a filter, or <a href="/verdicts">look at all verdicts</a>.
        </p>
      ) : (
        <p>
          Record the first one from a repository with <code>holdpoint eval --store</code>.
        </p>
      )}
    </div>
  );
}

/** The fragment that htmx swaps: everything that depends on the address. */
export function VerdictListPart({
  query,
  page,
  facets,
}: {
  query: ListQuery;
  page: VerdictPage;
  facets: Facets;
}) {
  const filtered = Object.keys(query.filter).length > 0;
  const shown = `${plural(page.rows.length, 'verdict')} on this page${page.older === undefined ? '' : ', older ones follow'}`;
  return (
    <div id="verdict-list" data-announce={page.rows.length === 0 ? 'No verdict matches' : shown}>
      <FilterForm filter={query.filter} facets={facets} />
      <Chips filter={query.filter} />
      <section class="card" aria-labelledby="rows-title">
        <h2 id="rows-title" class="unseen" tabindex={-1}>
          Newest first
        </h2>
        {page.rows.length === 0 ? (
          <NoRows filtered={filtered || query.page.older !== undefined || query.page.newer !== undefined} />
        ) : (
          <VerdictList rows={page.rows} label="Verdicts, newest first" />
        )}
      </section>
      <Pager filter={query.filter} page={page} />
    </div>
  );
}

export function VerdictsPage(props: { query: ListQuery; page: VerdictPage; facets: Facets }) {
  return (
    <>
      <div class="page-head">
        <h1>Verdicts</h1>
        <p class="quiet">Newest first</p>
      </div>
      <VerdictListPart {...props} />
    </>
  );
}
