/** Hash look-ups for the patterns that rules are mostly made of; their number does not matter. */

/** Values are indices of entries; of several entries with one key the last counts. */
export type Table = {
  /** Whole paths from the root. */
  readonly paths: Map<string, number>;
  /** Names at any depth. */
  readonly names: Map<string, number>;
  /** `*.pem`, `*.d.ts`: keyed with the dot. */
  readonly extensions: Map<string, number>;
  /** `id_rsa*` and `*_test.go`, with the distinct lengths of their keys. */
  readonly heads: Edges;
  readonly tails: Edges;
};

type Edges = { readonly keys: Map<string, number>; readonly lengths: number[] };

export function emptyTable(): Table {
  return {
    paths: new Map(),
    names: new Map(),
    extensions: new Map(),
    heads: { keys: new Map(), lengths: [] },
    tails: { keys: new Map(), lengths: [] },
  };
}

export function addEdge(edges: Edges, key: string, index: number): void {
  edges.keys.set(key, index);
  if (!edges.lengths.includes(key.length)) edges.lengths.push(key.length);
}

function byExtension(extensions: Map<string, number>, name: string, best: number): number {
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
    const index = extensions.get(name.slice(at));
    if (index !== undefined && index > best) best = index;
  }
  return best;
}

function byEdge(edges: Edges, name: string, fromEnd: boolean, best: number): number {
  for (const length of edges.lengths) {
    if (length > name.length) continue;
    const index = edges.keys.get(fromEnd ? name.slice(name.length - length) : name.slice(0, length));
    if (index !== undefined && index > best) best = index;
  }
  return best;
}

/** The highest index above `best` that matches the path `prefix`, whose last name is `name`; else `best`. */
export function lookUp(table: Table, prefix: string, name: string, best: number): number {
  if (table.paths.size > 0) best = Math.max(best, table.paths.get(prefix) ?? -1);
  if (table.names.size > 0) best = Math.max(best, table.names.get(name) ?? -1);
  if (table.extensions.size > 0) best = byExtension(table.extensions, name, best);
  if (table.heads.lengths.length > 0) best = byEdge(table.heads, name, false, best);
  if (table.tails.lengths.length > 0) best = byEdge(table.tails, name, true, best);
  return best;
}
