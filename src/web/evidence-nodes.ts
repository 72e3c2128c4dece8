/** Turns a snapshot into a bounded tree to draw: what reasons point at is always in it, the rest as far as the budget goes. */
import { isObject, type Json } from '../engine/mod.ts';
import { child, MARKS, type Mark, pointerTo, pointerTokens } from './marks.ts';

/** Children shown of one object or list, and of the whole tree, beside the marked ones. */
export const LIMITS = { children: 200, nodes: 3000, marked: MARKS, text: 2000 } as const;

export type EvidenceNode = {
  readonly name: string;
  readonly pointer: string;
  readonly mark?: Mark;
  /** Absent: not in the snapshot, though a reason points at it. Withheld: not stored. */
  readonly state: 'present' | 'absent' | 'withheld';
  /** A scalar's JSON value. */
  readonly value?: string | number | boolean | null;
  /** What a list or object holds. */
  readonly children?: readonly EvidenceNode[];
  readonly shape?: 'list' | 'object';
  readonly size?: number;
  /** How many children are not drawn. */
  readonly hidden?: number;
  /** A mark is here or beneath. */
  readonly onPath: boolean;
};

/** The places to show, as a tree of tokens. What is beneath a withheld place is withheld with it. */
type Wanted = { mark?: Mark; withheld: boolean; readonly next: Map<string, Wanted> };

function want(marks: Iterable<Mark>, withheld: readonly string[]): Wanted {
  const gone = new Set(withheld);
  const root: Wanted = { withheld: gone.has(''), next: new Map() };
  const at = (pointer: string): Wanted => {
    let place = root;
    let here = '';
    for (const token of pointerTokens(pointer)) {
      here = pointerTo(here, token);
      const next = place.next.get(token) ?? {
        withheld: place.withheld || gone.has(here),
        next: new Map<string, Wanted>(),
      };
      place.next.set(token, next);
      place = next;
    }
    return place;
  };
  for (const mark of [...marks].slice(0, LIMITS.marked)) at(mark.pointer).mark = mark;
  for (const pointer of withheld.slice(0, LIMITS.marked)) at(pointer);
  return root;
}

function isMarked(wanted: Wanted | undefined): boolean {
  if (!wanted) return false;
  return wanted.mark !== undefined || [...wanted.next.values()].some(isMarked);
}

type Build = { left: number };

function names(value: Json): readonly string[] {
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, index) => String(index));
  return isObject(value) ? Object.keys(value) : [];
}

function missing(name: string, pointer: string, wanted: Wanted): EvidenceNode {
  const children = [...wanted.next].map(([token, next]) => missing(token, pointerTo(pointer, token), next));
  return {
    name,
    pointer,
    state: wanted.withheld ? 'withheld' : 'absent',
    onPath: isMarked(wanted),
    ...(wanted.mark ? { mark: wanted.mark } : {}),
    ...(children.length > 0 ? { children } : {}),
  };
}

/** The first ones and every wanted one, in the value's own order. */
function chosen(all: readonly string[], wanted: Wanted | undefined, build: Build): string[] {
  const room = Math.max(0, Math.min(LIMITS.children, build.left));
  const kept = all.filter((name, index) => index < room || wanted?.next.has(name) === true);
  build.left -= kept.length;
  return kept;
}

function node(
  name: string,
  pointer: string,
  value: Json,
  wanted: Wanted | undefined,
  build: Build,
): EvidenceNode {
  const base = {
    name,
    pointer,
    state: 'present' as const,
    onPath: isMarked(wanted),
    ...(wanted?.mark ? { mark: wanted.mark } : {}),
  };
  if (typeof value !== 'object' || value === null) return { ...base, value };
  const all = names(value);
  const kept = chosen(all, wanted, build);
  const children = kept.map((key) =>
    node(key, pointerTo(pointer, key), child(value, key) as Json, wanted?.next.get(key), build),
  );
  for (const [token, next] of wanted?.next ?? [])
    if (child(value, token) === undefined) children.push(missing(token, pointerTo(pointer, token), next));
  return {
    ...base,
    children,
    shape: Array.isArray(value) ? 'list' : 'object',
    size: all.length,
    hidden: all.length - kept.length,
  };
}

/** The tree of one top part of a snapshot (`subject`, `evidence`), or undefined when nothing is there to show. */
export function evidenceTree(
  part: string,
  value: Json | undefined,
  marks: Iterable<Mark>,
  withheld: readonly string[],
): EvidenceNode | undefined {
  const wanted = want(marks, withheld).next.get(part);
  const pointer = pointerTo('', part);
  if (value !== undefined) return node(part, pointer, value, wanted, { left: LIMITS.nodes });
  return wanted ? missing(part, pointer, wanted) : undefined;
}

/** The marks that have a place in these trees: only to them can a page link. */
export function drawnMarks(trees: readonly EvidenceNode[]): Map<string, Mark> {
  const drawn = new Map<string, Mark>();
  const visit = ({ mark, children = [] }: EvidenceNode): void => {
    if (mark) drawn.set(mark.pointer, mark);
    children.forEach(visit);
  };
  trees.forEach(visit);
  return drawn;
}
