/** The keys of the objects that are open at one moment, to find a key that stands twice. */

/** Up to here a row of comparisons is quicker than a map. */
const FEW = 12;

type Level = {
  /** Keys of the object now open at this depth, then those left over from the one before it. */
  readonly keys: string[];
  readonly offsets: number[];
  /** How many of `keys` belong to the open object. */
  count: number;
  /** Takes over when there are many keys. */
  map: Map<string, number> | undefined;
};

/**
 * One level for each depth, used again by every object there. Objects in a list mostly have the same keys in the same
 * order: a key that comes where the object before had it cannot be a duplicate as long as all before it did so too.
 */
export class KeyStack {
  readonly #levels: Level[] = [];
  #depth = -1;

  open(): void {
    this.#depth += 1;
    const level = this.#levels[this.#depth];
    if (level === undefined) this.#levels.push({ keys: [], offsets: [], count: 0, map: undefined });
    else {
      level.count = 0;
      level.map = undefined;
    }
  }

  close(): void {
    this.#depth -= 1;
  }

  /** The key that probably comes next, exactly as it stood in the text; undefined when there is no telling. */
  guess(): string | undefined {
    const level = this.#levels[this.#depth]!;
    return level.map === undefined ? level.keys[level.count] : undefined;
  }

  /** The guess was right: takes that key. */
  takeGuess(offset: number): void {
    const level = this.#levels[this.#depth]!;
    level.offsets[level.count] = offset;
    level.count += 1;
  }

  /**
   * Takes another key; gives the offset where the object already has it, or -1. `isAsWritten` is false for a key that
   * stands in the text in other words (with escapes), which no guess may be made of.
   */
  add(key: string, offset: number, isAsWritten: boolean): number {
    const level = this.#levels[this.#depth]!;
    if (level.map === undefined && (!isAsWritten || level.count >= FEW)) level.map = mapOf(level);
    if (level.map !== undefined) return addToMap(level.map, key, offset);
    const { keys, count } = level;
    keys.length = count;
    for (let i = 0; i < count; i += 1) if (keys[i] === key) return level.offsets[i]!;
    keys.push(key);
    level.offsets[count] = offset;
    level.count += 1;
    return -1;
  }
}

function mapOf({ keys, offsets, count }: Level): Map<string, number> {
  const map = new Map<string, number>();
  for (let i = 0; i < count; i += 1) map.set(keys[i]!, offsets[i]!);
  return map;
}

function addToMap(map: Map<string, number>, key: string, offset: number): number {
  const first = map.get(key);
  if (first !== undefined) return first;
  map.set(key, offset);
  return -1;
}
