/** Random decision gates and random evidence for them, over small domains: where faults of logic show at once. */
import fc from 'fast-check';
import {
  type CompiledRuleset,
  compile,
  type Decision,
  type Evidence,
  type Json,
  type JsonObject,
  loadRuleset,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

export type FieldType = 'text' | 'number' | 'flag' | 'list' | 'any';
/** Fields that the made gates read, by section, with their type; dots lead into records. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  card: { host_pin: 'text', egress_class: 'text', residue: 'list' },
  tests: { failures: 'number', skipped: 'number', timed_out: 'flag' },
  secrets: { 'canary.planted': 'flag', 'canary.detected': 'flag', scanned_files: 'number' },
  tool_call: { tool: 'any', 'args.path': 'any', ['toString' as string]: 'any' },
};

/** Every value that a made field may have, beside being absent. Small, so that branches do match. */
export const DOMAIN: Readonly<Record<FieldType, readonly Json[]>> = {
  text: ['', ' ', 'a', 'b', 'src/a'],
  number: [0, 1, 2],
  flag: [true, false],
  list: [[], ['x']],
  any: ['', 'a', 1, true, [], ['x'], {}],
};

const DECISION = fc.constantFrom<Decision>('release', 'split', 'hold');

function matcher(type: FieldType): fc.Arbitrary<Json> {
  const flag = fc.boolean();
  const scalars = DOMAIN[type].filter((value) => typeof value !== 'object') as (string | number | boolean)[];
  const text: fc.Arbitrary<Json>[] = [
    fc.constantFrom('^a', 'b$', '', '[ab]').map((matches) => ({ matches })),
    fc.constantFrom('src/*', 'a', '**/a').map((glob) => ({ glob })),
    fc.record({ blank: flag }),
  ];
  const number: fc.Arbitrary<Json>[] = (['gt', 'gte', 'lt', 'lte'] as const).map((word) =>
    fc.constantFrom(0, 1, 2).map((bound) => ({ [word]: bound })),
  );
  const one = fc.constantFrom(...(scalars.length === 0 ? ['a'] : scalars));
  const equal: fc.Arbitrary<Json>[] = [
    one,
    one.map((equals) => ({ equals })),
    fc.array(one, { minLength: 1, maxLength: 2 }).map((values) => ({ in: values })),
  ];
  const absent = fc.record({ absent: flag });
  const empty = fc.record({ empty: flag });
  const both = fc
    .tuple(fc.boolean(), fc.oneof(...number))
    .map(([wanted, bound]) => ({ absent: wanted, ...(bound as object) }));
  const byType: Readonly<Record<FieldType, readonly fc.Arbitrary<Json>[]>> = {
    text: [...equal, ...text, absent, empty],
    number: [...equal, ...number, absent, both],
    flag: [...equal, absent],
    list: [empty, absent],
    any: [...equal, ...text, ...number, absent, empty],
  };
  return fc.oneof(...byType[type]);
}

function condition(section: string): fc.Arbitrary<JsonObject> {
  const leaf = fc
    .constantFrom(...Object.entries(FIELDS[section]!))
    .chain(([field, type]) => matcher(type).map((value): JsonObject => ({ [field]: value })));
  return fc.letrec<{ when: JsonObject }>((tie) => ({
    when: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: tie('when').map((not) => ({ not })) },
      { weight: 1, arbitrary: fc.array(tie('when'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
      { weight: 1, arbitrary: fc.array(tie('when'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })) },
    ),
  })).when;
}

const named = (then: Decision, reason: string) => (then === 'release' ? { then } : { then, reason });

/** One `decision` gate over a section; whether the lint lets it pass is for the lint to say. */
export function gate(section: string): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      mode: fc.constantFrom('first', 'collect'),
      branches: fc.array(fc.tuple(condition(section), DECISION), { minLength: 1, maxLength: 4 }),
      otherwise: DECISION,
      enforce: fc.constantFrom('block', 'block', 'block', 'warn'),
    })
    .map(({ mode, branches, otherwise, enforce }) => ({
      kind: 'decision',
      evidence: section,
      mode,
      enforce,
      branches: branches.map(([when, then], index) => ({ when, ...named(then, `branch-${index}`) })),
      otherwise: named(otherwise, 'otherwise'),
    }));
}

export const anyGate = fc.constantFrom(...Object.keys(FIELDS)).chain(gate);

/** A value for each field of some sections, or none; null and values of a wrong type among them. */
export function evidence(sections: readonly string[] = Object.keys(FIELDS)): fc.Arbitrary<JsonObject> {
  const odd = fc.constantFrom<Json>(null, 7, 'odd', true, [], ['odd'], {});
  const parts = sections.map((section) => {
    const fields = Object.entries(FIELDS[section]!);
    const values = fields.map(([, type]) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<Json | undefined>(...DOMAIN[type]) },
        { weight: 1, arbitrary: odd },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    );
    return fc.tuple(...values).map((given) => {
      let content: JsonObject = {};
      for (const [index, [field]] of fields.entries()) {
        const value = given[index];
        if (value !== undefined) content = withField(content, field.split('.'), value);
      }
      return [section, content] as const;
    });
  });
  return fc.tuple(...parts).map((entries) => Object.fromEntries(entries));
}

/** The record with a field set; `undefined` takes it away. */
export function withField(record: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [first = '', ...rest] = path;
  const { [first]: inner, ...others } = record;
  const own = Object.hasOwn(record, first) ? inner : undefined;
  if (rest.length > 0) {
    const under = typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as JsonObject) : {};
    return { ...others, [first]: withField(under, rest, value) };
  }
  return value === undefined ? others : { ...others, [first]: value };
}

/** The rule file that holds these gates, for the action `send`. JSON is YAML. */
export function policyFile(policy: string, gates: readonly JsonObject[]): { name: string; text: string } {
  const numbered = gates.map((one, index) => ({ id: `g${index}`, ...one }));
  // A closed vocabulary where it can stand: the evidence also has a word that is not in it.
  const vocabulary = gates.some((one) => one['evidence'] === 'card') ? { egress_class: DOMAIN.text } : {};
  return {
    name: `${policy}.yaml`,
    text: JSON.stringify({ version: 1, policy, action: 'send', vocabulary, gates: numbered }),
  };
}

/** The compiled ruleset, or undefined when the lint finds a branch that could release on absence. */
export function lawful(files: readonly { name: string; text: string }[]): CompiledRuleset | undefined {
  const loaded = loadRuleset(files, { sha256 });
  if (loaded.ok) return compile(loaded.value);
  const others = loaded.diagnostics.filter(({ code }) => code !== 'releases-on-absence');
  if (others.length > 0) throw new Error(`A made ruleset is faulty: ${JSON.stringify(others[0])}`);
  return undefined;
}

const RANK: Readonly<Record<Decision, number>> = { release: 0, split: 1, hold: 2 };

export const atLeast = (a: Decision, b: Decision): boolean => RANK[a] >= RANK[b];

export const decide = (rules: CompiledRuleset, given: JsonObject): Decision =>
  rules.decide('send', given as Evidence);
