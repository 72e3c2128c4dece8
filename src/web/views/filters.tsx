/** The filter of the list: a plain GET form, and what is in force as chips that can be taken away. */
import { DECISIONS } from '../../engine/mod.ts';
import { FILTER_FIELDS, type FilterField, listPath, without } from '../query.ts';
import type { VerdictFilter } from '../reader.ts';
import { shorten, visible } from '../text.ts';
import { Text } from './text.tsx';

/** htmx swaps the list in place and puts its address into the history; without script these are ordinary links and forms. */
export const SWAP_LIST = {
  'hx-target': '#verdict-list',
  'hx-swap': 'outerHTML',
  'hx-push-url': 'true',
} as const;

const LABELS: Readonly<Record<FilterField, string>> = {
  decision: 'Decision',
  action: 'Action',
  policy: 'Policy',
  gate: 'Gate',
  reason: 'Reason code',
  repo: 'Repository',
  job: 'Job',
  actor: 'Actor',
  from: 'From',
  to: 'Before',
};

type SelectProps = { name: FilterField; value: string | undefined; options: readonly string[]; any: string };

function Select({ name, value, options, any }: SelectProps) {
  // A value that no verdict has (any more) must still be seen, or the form would silently drop it.
  const all = value === undefined || options.includes(value) ? options : [value, ...options];
  return (
    <p class="field">
      <label for={`f-${name}`}>{LABELS[name]}</label>
      <select id={`f-${name}`} name={name}>
        <option value="">{any}</option>
        {all.map((option) => (
          <option value={option} selected={option === value}>
            {visible(shorten(option, 80))}
          </option>
        ))}
      </select>
    </p>
  );
}

function Input({ name, value }: { name: FilterField; value: string | undefined }) {
  return (
    <p class="field">
      <label for={`f-${name}`}>{LABELS[name]}</label>
      <input
        id={`f-${name}`}
        name={name}
        value={value ?? ''}
        autocomplete="off"
        spellcheck={false}
        maxlength={512}
      />
    </p>
  );
}

/** A day by its picker; a time of day, which only an address can give, as text so that it is not lost. */
function Moment({ name, value }: { name: 'from' | 'to'; value: string | undefined }) {
  const day = value === undefined || value.length === 10;
  return (
    <p class="field">
      <label for={`f-${name}`}>{LABELS[name]} (UTC)</label>
      <input id={`f-${name}`} name={name} type={day ? 'date' : 'text'} value={value ?? ''} />
    </p>
  );
}

export type Facets = { readonly actions: readonly string[]; readonly policies: readonly string[] };

export function FilterForm({ filter, facets }: { filter: VerdictFilter; facets: Facets }) {
  const rare = (['gate', 'reason', 'repo', 'job', 'actor'] as const).some(
    (name) => filter[name] !== undefined,
  );
  return (
    <form
      class="filters card"
      method="get"
      action="/verdicts"
      hx-get="/verdicts"
      {...SWAP_LIST}
      aria-label="Filter"
    >
      <div class="fields">
        <Select name="decision" value={filter.decision} options={DECISIONS} any="Any decision" />
        <Select name="action" value={filter.action} options={facets.actions} any="Any action" />
        <Select name="policy" value={filter.policy} options={facets.policies} any="Any policy" />
        <Moment name="from" value={filter.from} />
        <Moment name="to" value={filter.to} />
      </div>
      <details open={rare}>
        <summary>More filters</summary>
        <div class="fields">
          <Input name="reason" value={filter.reason} />
          <Input name="gate" value={filter.gate} />
          <Input name="repo" value={filter.repo} />
          <Input name="job" value={filter.job} />
          <Input name="actor" value={filter.actor} />
        </div>
      </details>
      <p class="actions">
        <button class="button" type="submit" id="apply-filter">
          Apply
        </button>
      </p>
    </form>
  );
}

export function Chips({ filter }: { filter: VerdictFilter }) {
  const active = FILTER_FIELDS.filter((name) => filter[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in force">
      {active.map((name) => {
        const href = listPath(without(filter, name));
        return (
          <li>
            <a class="chip" href={href} hx-get={href} {...SWAP_LIST}>
              <span class="unseen">Remove filter </span>
              <span class="quiet">{LABELS[name]}</span> <Text of={shorten(filter[name] as string, 60)} />
              <span aria-hidden="true" class="chip-cross">
                ×
              </span>
            </a>
          </li>
        );
      })}
      {active.length > 1 && (
        <li>
          <a class="chip plain" href="/verdicts" hx-get="/verdicts" {...SWAP_LIST}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
