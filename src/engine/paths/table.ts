/** Hash look-ups for the patterns that rules are mostly made of; their number does not matter. */

/**
 * Keys and the index of the last entry that has each. `seen` holds a bit for each slot in use and spares most misses the
 * cost of cutting out a key. Both are made with the first key, because lists that come as evidence are compiled anew.
 */
type Keys = { map?: Map<string, number>; seen?: number[] };
/** Keys of several lengths, to be tried one by one at one end of a name. */
type Edges = { readonly keys: Keys; readonly lengths: number[] };

export type Table = {
  /** Whole paths from the root. */
  readonly paths: Keys;
  /** Names at any depth. */
  readonly names: Keys;
  /** `*.pem`, `*.d.ts`: keyed with the dot. */
  readonly extensions: Keys;
  /** `id_rsa*` and `*_test.go`. */
  readonly heads: Edges;
  readonly tails: Edges;
};

const SLOTS = 1024;
const WORDS = 64; // of 16 bits each, so that they stay small integers

const emptyEdges = (): Edges => ({ keys: {}, lengths: [] });

export function emptyTable(): Table {
  return {
    paths: {},
    names: {},
    extensions: {},
    heads: emptyEdges(),
    tails: emptyEdges(),
  };
}

/** A cheap hash of a piece of text: its length and three of its characters. */
function slotOf(text: string, from: number, to: number): number {
  const middle = text.charCodeAt((from + to) >> 1);
  return ((to - from) * 131 + text.charCodeAt(from) * 31 + text.charCodeAt(to - 1) * 17 + middle * 7) % SLOTS;
}

export function addKey(keys: Keys, key: string, index: number): void {
  keys.map ??= new Map();
  keys.map.set(key, index);
  keys.seen ??= Array<number>(WORDS).fill(0);
  const slot = slotOf(key, 0, key.length);
  keys.seen[slot >> 4] = (keys.seen[slot >> 4] as number) | (1 << (slot & 15));
}

export function addEdge(edges: Edges, key: string, index: number): void {
  addKey(edges.keys, key, index);
  if (!edges.lengths.includes(key.length)) edges.lengths.push(key.length);
}

/** The index for `text.slice(from, to)`, or -1. */
export function indexOf({ map, seen }: Keys, text: string, from: number, to: number): number {
  if (map === undefined || seen === undefined || to <= from) return -1;
  const slot = slotOf(text, from, to);
  if (((seen[slot >> 4] as number) & (1 << (slot & 15))) === 0) return -1;
  return map.get(text.slice(from, to)) ?? -1;
}

function byExtension(keys: Keys, text: string, from: number, to: number, best: number): number {
  for (let dot = text.indexOf('.', from); dot >= 0 && dot < to; dot = text.indexOf('.', dot + 1)) {
    best = Math.max(best, indexOf(keys, text, dot, to));
  }
  return best;
}

function byHead({ keys, lengths }: Edges, text: string, from: number, to: number, best: number): number {
  for (const length of lengths) {
    if (from + length <= to) best = Math.max(best, indexOf(keys, text, from, from + length));
  }
  return best;
}

function byTail({ keys, lengths }: Edges, text: string, from: number, to: number, best: number): number {
  for (const length of lengths) {
    if (to - length >= from) best = Math.max(best, indexOf(keys, text, to - length, to));
  }
  return best;
}

/** The highest index, if above `best`, that matches the path `key.slice(0, to)`, whose last name begins at `from`. */
export function lookUp(table: Table, key: string, from: number, to: number, best: number): number {
  best = Math.max(best, indexOf(table.paths, key, 0, to), indexOf(table.names, key, from, to));
  if (table.extensions.seen !== undefined) best = byExtension(table.extensions, key, from, to, best);
  if (table.heads.lengths.length > 0) best = byHead(table.heads, key, from, to, best);
  if (table.tails.lengths.length > 0) best = byTail(table.tails, key, from, to, best);
  return best;
}
