/** Pairs of paths that some disk takes for one. */
import { foldPath } from './alias.ts';

/** The alias keys of all paths as a tree: one number a folder or file, so that a long path is walked once. */
class KeyTree {
  readonly #ids = new Map<string, number>();
  /** The first path of each key, and whether something lies below it. */
  readonly #first: (string | undefined)[] = [undefined];
  readonly #below: boolean[] = [false];

  /** The numbers of the path's folders and of itself, outermost first. */
  add(path: string): number[] {
    let parent = 0;
    return foldPath(path)
      .split('/')
      .map((name, depth) => {
        if (depth > 0) this.#below[parent] = true;
        const key = `${parent}/${name}`;
        let id = this.#ids.get(key);
        if (id === undefined) {
          id = this.#first.length;
          this.#ids.set(key, id);
          this.#first.push(undefined);
          this.#below.push(false);
        }
        parent = id;
        return id;
      });
  }

  first(id: number): string | undefined {
    return this.#first[id];
  }

  claim(id: number, path: string): void {
    this.#first[id] = path;
  }

  /** True when some path is, by its key, a folder of another. */
  hasFileAsFolder(): boolean {
    return this.#first.some((path, id) => path !== undefined && this.#below[id] === true);
  }
}

/**
 * Pairs of different normalised paths that some disk takes for one: equal alias keys, or a path that is an alias of a
 * folder on the way to another (a link `Lib` would catch a write to `lib/a`). Each later path is paired with the
 * first of its kind, in input order.
 */
export function findCollisions(paths: readonly string[]): [string, string][] {
  return mayCollide(paths) ? collisionsOf(paths) : [];
}

// Nearly every list of paths has no two that are alike, which a set of its keys tells without the tree.
function mayCollide(paths: readonly string[]): boolean {
  const keys = new Set<string>();
  for (const path of paths) keys.add(foldPath(path));
  if (keys.size !== paths.length) return true;
  const folders = new Set<string>();
  for (const key of keys) {
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const folder = key.slice(0, end);
      if (folders.has(folder)) break;
      if (keys.has(folder)) return true;
      folders.add(folder);
    }
  }
  return false;
}

function collisionsOf(paths: readonly string[]): [string, string][] {
  const tree = new KeyTree();
  const pairs: [string, string][] = [];
  const unique = new Set(paths);
  for (const path of unique) {
    const id = tree.add(path).at(-1)!;
    const other = tree.first(id);
    if (other === undefined) tree.claim(id, path);
    else pairs.push([other, path]);
  }
  if (!tree.hasFileAsFolder()) return pairs;
  for (const path of unique) {
    let end = 0;
    for (const id of tree.add(path).slice(0, -1)) {
      end = path.indexOf('/', end + 1);
      const other = tree.first(id);
      if (other !== undefined && other !== path.slice(0, end)) pairs.push([other, path]);
    }
  }
  return pairs;
}
