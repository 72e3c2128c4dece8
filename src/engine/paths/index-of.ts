/** One side of a pattern list, indexed: for a path, the last entry that matches it. */
import { type Alternative, DEEP, type Step } from './entry.ts';
import type { Segment } from './segment.ts';
import { addEdge, addKey, emptyTable, indexOf, lookUp, type Table } from './table.ts';
import { type Leftover, walks } from './walk.ts';

export type PatternIndex = {
  add(alternative: Alternative, index: number): void;
  /** The highest index of an entry that matches the key, or -1; with `any`, the first found will do. */
  find(key: string, any: boolean): number;
};

/** The leading steps that are plain names. */
function literalLead(core: readonly Step[]): string[] {
  const lead: string[] = [];
  for (const step of core) {
    if (step === DEEP || step.literal === undefined) break;
    lead.push(step.literal);
  }
  return lead;
}

const isNamed = (step: Step): step is Segment => step !== DEEP;

function longest(texts: readonly string[]): string {
  return texts.reduce((a, b) => (b.length > a.length ? b : a), '');
}

/** Puts `**` + one segment into a table, if one of its kinds fits. */
function addName(table: Table, segment: Segment, index: number): boolean {
  if (segment.literal !== undefined) addKey(table.names, segment.literal, index);
  else if (segment.tail?.startsWith('.')) addKey(table.extensions, segment.tail, index);
  else if (segment.tail !== undefined) addEdge(table.tails, segment.tail, index);
  else if (segment.head !== undefined) addEdge(table.heads, segment.head, index);
  else return false;
  return true;
}

function addTo<K>(buckets: Map<K, Leftover[]>, key: K, leftover: Leftover): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, [leftover]);
  else bucket.push(leftover);
}

/**
 * Makes an empty index. Entries must be added in the order of their indices; `wide` says that all of them cover what
 * lies below as well, so that one table serves.
 */
export function createIndex(wide: boolean): PatternIndex {
  const self = emptyTable(); // asked for the path itself
  const above = wide ? self : emptyTable(); // asked for every folder above it
  const byLead = new Map<string, Leftover[]>(); // by the folder that the literal lead names
  const byName = new Map<string, Leftover[]>(); // by a name that stands somewhere in the path
  const loose: Leftover[] = [];
  let everything = -1;

  function classify({ core, reach }: Alternative, index: number): boolean {
    const [first, second] = core;
    const table = reach === 'below' ? above : self;
    const onlyOne = core.length === 1 || (core.length === 2 && first === DEEP);
    const name = core.at(-1);
    if (core.length === 0 || (onlyOne && isEverything(name, first, reach))) everything = index;
    else if (literalLead(core).length === core.length) {
      addKey(table.paths, literalLead(core).join('/'), index);
    } else if (first === DEEP && core.length === 2 && second !== undefined && isNamed(second)) {
      return addName(table, second, index);
    } else return false;
    return true;
  }

  function keep({ core, reach }: Alternative, index: number): void {
    const lead = literalLead(core);
    const segments = core.filter(isNamed);
    const name = longest(segments.map((segment) => segment.literal ?? ''));
    const steps = core.slice(lead.length);
    const needs = longest(steps.filter(isNamed).map((segment) => segment.needs));
    const leftover = { steps, reach, index, needs };
    if (lead.length > 0) addTo(byLead, lead.join('/'), leftover);
    else if (name !== '') addTo(byName, name, leftover);
    else loose.push(leftover);
  }

  function tryAll(
    leftovers: readonly Leftover[],
    key: string,
    names: string[],
    from: number,
    best: number,
  ): number {
    for (const leftover of leftovers) {
      if (leftover.index <= best || !key.includes(leftover.needs)) continue;
      if (names.length === 0) names.push(...key.split('/'));
      if (walks(leftover, names, from)) best = leftover.index;
    }
    return best;
  }

  function find(key: string, any: boolean): number {
    let best = everything;
    if (any) best = Math.max(best, indexOf(self.paths, key, 0, key.length));
    if (any && best >= 0) return best;
    const names: string[] = []; // split only when a leftover asks
    let start = 0;
    for (let depth = 1; start <= key.length; depth++) {
      const slash = key.indexOf('/', start);
      const end = slash < 0 ? key.length : slash;
      best = lookUp(slash < 0 ? self : above, key, start, end, best);
      const led = slash < 0 || byLead.size === 0 ? undefined : byLead.get(key.slice(0, end));
      if (led !== undefined) best = tryAll(led, key, names, depth, best);
      const named = byName.size > 0 ? byName.get(key.slice(start, end)) : undefined;
      if (named !== undefined) best = tryAll(named, key, names, 0, best);
      if (any && best >= 0) return best;
      start = end + 1;
    }
    return tryAll(loose, key, names, 0, best);
  }

  return {
    add(alternative, index) {
      if (!classify(alternative, index)) keep(alternative, index);
    },
    find,
  };
}

/** `**` + `*` matches every path, and so does `*` alone where all below is covered. */
function isEverything(name: Step | undefined, first: Step | undefined, reach: Alternative['reach']): boolean {
  return (
    name !== undefined &&
    isNamed(name) &&
    name.any &&
    (reach === 'either' || (first === DEEP && reach === 'self'))
  );
}
