/** The filter in the address: read from a query string with every fault named, and written back as the shortest one. */
import { DECISIONS, type Decision } from '../engine/mod.ts';
import type { PageRequest, VerdictFilter } from './reader.ts';
import { visible } from './text.ts';

/** In the order in which forms, chips and addresses show them. */
export const FILTER_FIELDS = [
  'decision',
  'action',
  'policy',
  'gate',
  'reason',
  'repo',
  'job',
  'actor',
  'from',
  'to',
] as const satisfies readonly (keyof VerdictFilter)[];
export type FilterField = (typeof FILTER_FIELDS)[number];

const PAGE_FIELDS = ['older', 'newer'] as const;
const KNOWN: ReadonlySet<string> = new Set([...FILTER_FIELDS, ...PAGE_FIELDS]);
const MAX_LENGTH = 512;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

export type ListQuery = { readonly filter: VerdictFilter; readonly page: PageRequest };
export type QueryResult =
  | {
      readonly ok: true;
      readonly query: ListQuery /** Blank fields were in the address. */;
      readonly blanks: boolean;
    }
  | { readonly ok: false; readonly faults: readonly string[] };

/** True for a UTC date or time in ISO 8601 that exists in the calendar. */
function isMoment(value: string): boolean {
  const match = DATE.exec(value);
  if (!match || Number.isNaN(Date.parse(value))) return false;
  // Date.parse takes 31 February for 3 March.
  return new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`).getUTCDate() === Number(match[3]);
}

function faultOf(name: string, values: readonly string[]): string | undefined {
  const value = values[0] as string;
  const shown = visible(value.slice(0, 80));
  if (!KNOWN.has(name))
    return `Unknown filter "${visible(name.slice(0, 80))}"; known are ${[...KNOWN].join(', ')}`;
  if (values.length > 1) return `"${name}" is given ${values.length} times; give it once`;
  if (value.length > MAX_LENGTH) return `"${name}" is longer than ${MAX_LENGTH} characters`;
  if (name === 'decision' && !(DECISIONS as readonly string[]).includes(value))
    return `Unknown decision "${shown}"; choose release, split or hold`;
  if ((name === 'from' || name === 'to') && !isMoment(value))
    return `"${name}" is not a date: "${shown}"; write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ`;
  return undefined;
}

/** Reads the list's query string. Blank values count as absent, since a plain form sends every field. */
export function parseListQuery(params: URLSearchParams): QueryResult {
  const given = new Map<string, string[]>();
  let blanks = false;
  for (const [name, raw] of params) {
    const value = raw.trim();
    if (value === '' && KNOWN.has(name)) blanks = true;
    else given.set(name, [...(given.get(name) ?? []), value]);
  }
  const faults = [...given].map(([name, values]) => faultOf(name, values)).filter((f) => f !== undefined);
  const one = (name: string): string | undefined => given.get(name)?.[0];
  const [from, to] = [one('from'), one('to')];
  if (faults.length === 0 && from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    faults.push(`"from" (${from}) is not before "to" (${to}), so no verdict can match`);
  if (given.has('older') && given.has('newer')) faults.push('"older" and "newer" are both given; give one');
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    query: { filter: pick<VerdictFilter>(FILTER_FIELDS, one), page: pick<PageRequest>(PAGE_FIELDS, one) },
    blanks,
  };
}

/** The given ones of `names`; T is made of optional strings that parseListQuery has checked. */
function pick<T>(names: readonly (keyof T & string)[], one: (name: string) => string | undefined): T {
  const entries = names.map((name) => [name, one(name)] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

/** `/verdicts?decision=hold&...`: the shortest address of a list. */
export function listPath(filter: VerdictFilter, page: PageRequest = {}): string {
  const params = new URLSearchParams();
  for (const name of FILTER_FIELDS) if (filter[name] !== undefined) params.set(name, filter[name]);
  for (const name of PAGE_FIELDS) if (page[name] !== undefined) params.set(name, page[name]);
  const text = params.toString();
  return text === '' ? '/verdicts' : `/verdicts?${text}`;
}

/** The filter without one of its fields. */
export function without(filter: VerdictFilter, field: FilterField): VerdictFilter {
  const { [field]: _dropped, ...rest } = filter;
  return rest;
}

/** The list of one decision. */
export function decisionPath(decision: Decision): string {
  return listPath({ decision });
}
