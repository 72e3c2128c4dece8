/** The keys of the objects that are open at one moment, to find a key that stands twice. */

/** Up to here a row of comparisons is quicker than a map. */
const FEW = 12;

/** One list for all open objects: opening one only remembers where its keys begin. */
export class KeyStack {
  readonly #keys: string[] = [];
  readonly #offsets: number[] = [];
  readonly #begins: number[] = [];
  /** Only for objects with many keys; `undefined` for the others. */
  readonly #maps: (Map<string, number> | undefined)[] = [];

  open(): void {
    this.#begins.push(this.#keys.length);
    this.#maps.push(undefined);
  }

  close(): void {
    const begin = this.#begins.pop()!;
    this.#maps.pop();
    this.#keys.length = begin;
    this.#offsets.length = begin;
  }

  /** Adds a key to the innermost object; gives the offset where it already stands, or -1. */
  add(key: string, offset: number): number {
    const map = this.#maps[this.#maps.length - 1];
    if (map !== undefined) return addTo(map, key, offset);
    const begin = this.#begins[this.#begins.length - 1]!;
    for (let i = begin; i < this.#keys.length; i += 1) if (this.#keys[i] === key) return this.#offsets[i]!;
    this.#keys.push(key);
    this.#offsets.push(offset);
    if (this.#keys.length - begin > FEW) this.#moveToMap(begin);
    return -1;
  }

  #moveToMap(begin: number): void {
    const map = new Map<string, number>();
    for (let i = begin; i < this.#keys.length; i += 1) map.set(this.#keys[i]!, this.#offsets[i]!);
    this.#maps[this.#maps.length - 1] = map;
  }
}

function addTo(map: Map<string, number>, key: string, offset: number): number {
  const first = map.get(key);
  if (first !== undefined) return first;
  map.set(key, offset);
  return -1;
}
