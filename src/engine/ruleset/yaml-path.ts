/** From a path into a value back to the node of the file it came from. */
import { isAlias, isMap, isScalar, isSeq, type Pair, type Scalar } from 'yaml';
import type { YamlPath } from './yaml-source.ts';

/** The nodes that a path ends at; `found` is false when they are those of its nearest parent. */
export type FoundNode = { readonly found: boolean; readonly key: unknown; readonly value: unknown };

/** Walks a path as far as it goes; steps through aliases into what they stand for. */
export function findNode(root: unknown, targets: ReadonlyMap<object, object>, path: YamlPath): FoundNode {
  let here: FoundNode = { found: true, key: undefined, value: root };
  for (const step of path) {
    const inner = child(resolve(here.value, targets), step);
    if (inner === undefined) return { ...here, found: false };
    here = { found: true, ...inner };
  }
  return here;
}

/** The offset a person should look at; a value that is not written (`key:`) is at its key. */
export function offsetOf(node: FoundNode, at: 'key' | 'value'): number {
  const value = range(node.value);
  const key = range(node.key);
  if (value === undefined || (key !== undefined && (at === 'key' || value[0] === value[1])))
    return key?.[0] ?? 0;
  return value[0];
}

/** The text of a plain scalar node, through aliases. */
export function plainText(node: FoundNode, targets: ReadonlyMap<object, object>): string | undefined {
  const value = resolve(node.value, targets);
  return node.found && isScalar(value) && value.type === 'PLAIN' ? value.source : undefined;
}

function resolve(node: unknown, targets: ReadonlyMap<object, object>): unknown {
  return isAlias(node) ? targets.get(node) : node;
}

function child(node: unknown, step: string | number): { key: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const index = typeof step === 'number' ? step : Number(step);
    return index in node.items ? { key: undefined, value: node.items[index] } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item: Pair) => (item.key as Scalar | null)?.value === String(step));
  return pair === undefined ? undefined : { key: pair.key, value: pair.value };
}

function range(node: unknown): readonly [number, number, number] | undefined {
  return (node as { range?: [number, number, number] | null } | null | undefined)?.range ?? undefined;
}
