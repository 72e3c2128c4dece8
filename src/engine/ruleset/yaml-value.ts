/** From the nodes of a YAML document to plain JSON values, with every fault on the way. */
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Json } from '../json.ts';
import { nearest } from '../near.ts';
import type { TextFault } from '../text-fault.ts';
import { isUnsafeKey, showKey } from '../unsafe-keys.ts';
import { numberFault } from './yaml-number.ts';

/** Values that aliases may stand for, all together. A bomb needs thousands of times more, an honest file far less. */
const MAX_ALIASED = 10_000;
const MAX_DEPTH = 64;

type Anchor = {
  readonly offset: number;
  readonly node: object;
  open: boolean;
  value: Json;
  size: number;
  height: number;
};

export type YamlValue = {
  readonly value: Json;
  readonly faults: readonly TextFault[];
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<object, object>;
};

/** The value of a document's root node. Aliased values are shared, never copied. */
export function yamlValue(root: unknown): YamlValue {
  const walk = new Walk();
  const value = walk.value(root, 1);
  return { value, faults: walk.faults, targets: walk.targets };
}

class Walk {
  readonly faults: TextFault[] = [];
  readonly targets = new Map<object, object>();
  readonly #anchors = new Map<string, Anchor>();
  /** Values seen, those behind aliases counted each time. */
  #size = 0;
  #aliased = 0;
  /** Containers inside the value read last, itself included. */
  #height = 0;

  value(node: unknown, depth: number): Json {
    this.#height = 0;
    this.#size += 1;
    if (isAlias(node)) return this.#alias(node, depth);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const anchor = node.anchor === undefined ? undefined : this.#anchor(node.anchor, node);
    const before = this.#size;
    const value = isScalar(node) ? this.#scalar(node) : this.#collection(node, depth);
    if (anchor !== undefined) {
      anchor.open = false;
      anchor.value = value;
      anchor.size = this.#size - before + 1;
      anchor.height = this.#height;
    }
    return value;
  }

  #collection(node: YAMLMap | YAMLSeq, depth: number): Json {
    if (depth > MAX_DEPTH) return this.#tooDeep(start(node));
    let height = 0;
    const inner = (child: unknown): Json => {
      const value = this.value(child, depth + 1);
      height = Math.max(height, this.#height);
      return value;
    };
    const value = isSeq(node) ? node.items.map(inner) : this.#map(node, inner);
    this.#height = height + 1;
    return value;
  }

  #map(node: YAMLMap, inner: (child: unknown) => Json): Json {
    const value: Record<string, Json> = {};
    const offsets = new Map<string, number>();
    for (const pair of node.items) {
      const key = this.#key(pair, node);
      const item = inner(pair.value);
      if (key === undefined) continue;
      const first = offsets.get(key.text);
      if (first !== undefined) {
        const message = `Key ${showKey(key.text)} stands twice`;
        this.faults.push({ code: 'duplicate-key', offset: key.offset, message, first });
        continue;
      }
      offsets.set(key.text, key.offset);
      value[key.text] = item;
    }
    return value;
  }

  /** The text of a key; undefined, with a fault, when it may not be one. */
  #key(pair: Pair, map: YAMLMap): { readonly text: string; readonly offset: number } | undefined {
    const node = pair.key;
    const offset = start(node) ?? start(map);
    if (!isScalar(node) || typeof node.value !== 'string') {
      const help = isScalar(node) ? 'Quote the key' : 'Write the key as a plain word';
      return this.#fail(offset, 'key-not-text', 'A key is not text', help);
    }
    if (node.anchor !== undefined) this.#anchorKey(node.anchor, node);
    const text = node.value;
    if (text === '<<') {
      const help = 'Write the fields out, or use an alias for a whole value';
      return this.#fail(offset, 'merge-key', 'Unknown key "<<": merge keys are not supported', help);
    }
    if (isUnsafeKey(text))
      return this.#fail(offset, 'unsafe-key', `Key ${showKey(text)} is not allowed`, 'Rename the key');
    if (!text.isWellFormed()) return this.#loneSurrogate(offset);
    return { text, offset };
  }

  #scalar(node: Scalar): Json {
    const { value } = node;
    if (typeof value === 'number') {
      const fault = numberFault(node.source ?? String(value), value);
      if (fault !== undefined) this.faults.push({ ...fault, offset: start(node) });
      return value;
    }
    if (typeof value === 'string') {
      if (!value.isWellFormed()) this.#loneSurrogate(start(node));
      return value;
    }
    return typeof value === 'boolean' ? value : null;
  }

  #alias(node: Alias, depth: number): Json {
    const anchor = this.#anchors.get(node.source);
    if (anchor === undefined) return this.#unknownAnchor(node);
    if (anchor.open) {
      const message = `Alias ${showKey(node.source)} stands inside the value of its own anchor`;
      this.#fail(start(node), 'alias-cycle', message, 'Write the value out');
      return null;
    }
    this.targets.set(node, anchor.node);
    if (depth + anchor.height > MAX_DEPTH + 1) return this.#tooDeep(start(node));
    this.#size += anchor.size;
    this.#height = anchor.height;
    const before = this.#aliased;
    this.#aliased += anchor.size;
    if (before <= MAX_ALIASED && this.#aliased > MAX_ALIASED) {
      const message = `Aliases stand for more than ${MAX_ALIASED} values in all`;
      this.#fail(start(node), 'alias-bomb', message, 'Write the values out, or split the file');
    }
    return anchor.value;
  }

  #anchor(name: string, node: object): Anchor {
    const known = this.#anchors.get(name);
    if (known !== undefined) {
      const message = `Anchor ${showKey(name)} is set twice`;
      this.faults.push({ code: 'duplicate-anchor', offset: start(node), message, first: known.offset });
    }
    const anchor = { offset: start(node), node, open: true, value: null, size: 1, height: 0 };
    this.#anchors.set(name, anchor);
    return anchor;
  }

  #anchorKey(name: string, node: Scalar): void {
    const anchor = this.#anchor(name, node);
    anchor.open = false;
    anchor.value = node.value as string;
  }

  #unknownAnchor(node: Alias): null {
    const near = nearest(node.source, this.#anchors.keys());
    const help =
      near === undefined
        ? `Quote it if text is meant, such as a pattern: "*${node.source.slice(0, 20)}"`
        : `Did you mean "*${near}"?`;
    this.#fail(
      start(node),
      'unknown-anchor',
      `No anchor ${showKey(node.source)} stands before this alias`,
      help,
    );
    return null;
  }

  #tooDeep(offset: number): null {
    const message = `More than ${MAX_DEPTH} mappings or lists inside each other`;
    this.#fail(offset, 'yaml-too-deep', message, 'Flatten the value');
    return null;
  }

  #loneSurrogate(offset: number): undefined {
    const message = 'A text holds half of a surrogate pair, which is not a character';
    this.#fail(offset, 'lone-surrogate', message, 'Write the whole character');
  }

  #fail(offset: number, code: string, message: string, help: string): undefined {
    this.faults.push({ code, offset, message, help });
  }
}

/** Where a node begins in the text. */
function start(node: unknown): number {
  return (node as { range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? 0;
}
