/**
 * The reference for `decision` gates, dull on purpose: every unknown is filled in with every value it could have, each
 * filling is judged in plain two-valued logic, and the strictest decision counts. Nothing is shared with the engine.
 */
import type { Decision, Json, JsonObject } from '../../src/engine/mod.ts';

type FieldType = 'text' | 'number' | 'flag' | 'list';
type Leaf = { readonly field: string; readonly type: FieldType; readonly words: JsonObject };
/** What one filling says: a value for each unknown field (undefined: nothing is there), a truth for each unsafe glob. */
type Filling = ReadonlyMap<string, Json | undefined>;

export type Frame = {
  readonly mode: string;
  readonly branches: readonly { readonly when: JsonObject; readonly then: Decision }[];
  readonly otherwise: { readonly then: Decision };
};
export type World = {
  readonly types: Readonly<Record<string, FieldType>>;
  readonly domain: Readonly<Record<FieldType, readonly Json[]>>;
  readonly content: JsonObject;
};
/** `exact` is false where the engine may be stricter: an unknown is asked about twice, or no filling can change it. */
export type Answer = { readonly decision: Decision; readonly exact: boolean };

const ORDER: readonly Decision[] = ['release', 'split', 'hold'];
const GLOBS: Readonly<Record<string, readonly string[]>> = {
  'src/*': ['src/a'],
  a: ['a'],
  '**/a': ['a', 'src/a'],
};

function valueAt(content: JsonObject, field: string): Json | undefined {
  let current: Json | undefined = content;
  for (const name of field.split('.')) {
    const record: JsonObject =
      typeof current === 'object' && current !== null && !Array.isArray(current)
        ? (current as JsonObject)
        : {};
    current = Object.hasOwn(record, name) ? record[name] : undefined;
  }
  return current ?? undefined;
}

function hasType(value: Json, type: FieldType): boolean {
  if (type === 'list') return Array.isArray(value);
  return typeof value === (type === 'text' ? 'string' : type === 'flag' ? 'boolean' : 'number');
}

function leavesOf(when: Json, types: World['types']): Leaf[] {
  return Object.entries(when as JsonObject).flatMap(([key, inner]): Leaf[] => {
    if (key === 'not') return leavesOf(inner, types);
    if (key === 'any' || key === 'all')
      return (inner as readonly Json[]).flatMap((part) => leavesOf(part, types));
    return [toLeaf(key, inner, types)];
  });
}

function toLeaf(field: string, value: Json, types: World['types']): Leaf {
  const words = typeof value === 'object' ? (value as JsonObject) : { equals: value };
  return { field, type: types[field]!, words };
}

/** One word of a leaf: `there` is the value in the evidence as it stands, `value` the one of this filling. */
function word(name: string, argument: Json, value: Json | undefined, there: Json | undefined): boolean {
  const number = (compare: (a: number, b: number) => boolean) =>
    typeof value === 'number' && compare(value, argument as number);
  switch (name) {
    case 'equals':
      return value === argument;
    case 'in':
      return (argument as readonly Json[]).some((one) => one === value);
    case 'blank':
      return (typeof there !== 'string' || there.trim() === '') === argument;
    case 'empty':
      return ((value as string | undefined)?.length === 0) === argument;
    case 'absent':
      return (value === undefined) === argument;
    case 'matches':
      return typeof value === 'string' && new RegExp(argument as string).test(value);
    case 'gt':
      return number((a, b) => a > b);
    case 'gte':
      return number((a, b) => a >= b);
    case 'lt':
      return number((a, b) => a < b);
    default:
      return number((a, b) => a <= b);
  }
}

function leafHolds({ field, words }: Leaf, filling: Filling, world: World): boolean {
  const there = valueAt(world.content, field);
  const filled = filling.has(field) ? filling.get(field) : there;
  return Object.entries(words).every(([name, argument]) => {
    // Presence is asked of the evidence as it stands; only a value of a wrong type leaves it open.
    if (name === 'absent' && there === undefined) return argument === true;
    if (name !== 'glob') return word(name, argument, filled, there);
    const choice = filling.get(`${field} ${argument}`);
    return typeof choice === 'boolean' ? choice : GLOBS[argument as string]!.includes(filled as string);
  });
}

function holds(when: Json, filling: Filling, world: World): boolean {
  return Object.entries(when as JsonObject).every(([key, inner]) => {
    if (key === 'not') return !holds(inner, filling, world);
    if (key === 'all') return (inner as readonly Json[]).every((part) => holds(part, filling, world));
    if (key === 'any') return (inner as readonly Json[]).some((part) => holds(part, filling, world));
    return leafHolds(toLeaf(key, inner, world.types), filling, world);
  });
}

function judge({ mode, branches, otherwise }: Frame, filling: Filling, world: World): number {
  const true_ = branches.filter(({ when }) => holds(when, filling, world));
  const counted = mode === 'first' ? true_.slice(0, 1) : true_;
  const given = counted.length === 0 ? [otherwise] : counted;
  return Math.max(...given.map(({ then }) => ORDER.indexOf(then)));
}

/** The unknowns with all they could be: absent fields, values of a wrong type or word, globs over unsafe paths. */
function unknowns(leaves: readonly Leaf[], world: World): Map<string, readonly (Json | undefined)[]> {
  const open = new Map<string, readonly (Json | undefined)[]>();
  for (const { field, type, words } of leaves) {
    const there = valueAt(world.content, field);
    const all = world.domain[type];
    const word = field === 'egress_class';
    if (there === undefined) open.set(field, all);
    else if (!hasType(there, type)) open.set(field, [undefined, ...all]);
    else if (word && !all.includes(there)) open.set(field, [undefined, ...all]);
    const { glob } = words;
    if (typeof glob === 'string' && (there === undefined || typeof there !== 'string' || there.trim() === ''))
      open.set(`${field} ${glob}`, [true, false]);
  }
  return open;
}

function fillings(open: Map<string, readonly (Json | undefined)[]>): Filling[] {
  let all: Map<string, Json | undefined>[] = [new Map()];
  for (const [key, values] of open)
    all = all.flatMap((one) => values.map((value) => new Map([...one, [key, value]])));
  return all;
}

/** The strictest decision that any filling of the unknowns gives. */
export function strictest(frame: Frame, world: World): Answer {
  const leaves = frame.branches.flatMap(({ when }) => leavesOf(when, world.types));
  const open = unknowns(leaves, world);
  const all = fillings(open);
  const worst = Math.max(...all.map((filling) => judge(frame, filling, world)));
  const fields = new Set([...open.keys()].map((key) => key.split(' ')[0]));
  const asked = leaves.filter(({ field }) => fields.has(field));
  const twice = new Set(asked.map(({ field }) => field)).size < asked.length;
  const settled = asked.some((leaf) => new Set(all.map((one) => leafHolds(leaf, one, world))).size < 2);
  const presence = asked.every(({ words }) =>
    Object.keys(words).every((w) => w === 'blank' || w === 'absent'),
  );
  return { decision: ORDER[worst]!, exact: !twice && (!settled || presence) };
}
