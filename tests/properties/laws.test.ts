/** The two laws: less evidence never decides more softly, and neither does one more policy. Random rulesets try to break them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CompiledRuleset,
  compile,
  type Json,
  type JsonObject,
  loadRuleset,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';
import {
  anyGate,
  atLeast,
  DOMAIN,
  decide,
  evidence,
  FIELDS,
  type FieldType,
  gate,
  lawful,
  policyFile,
  withField,
} from './made-rulesets.ts';

// Shrinking would load thousands of rulesets; the counterexamples are small as they are.
const RUNS = { seed: 20_261_013, numRuns: 600, endOnFailure: true };

type Step = { readonly what: string; readonly without: JsonObject };

/** Everything that can be taken away in one step: a section, a field of it, and null in the place of either. */
function lessEvidence(given: JsonObject): readonly Step[] {
  return Object.keys(given).flatMap((section) => [
    { what: section, without: withField(given, [section], undefined) },
    { what: `${section}: null`, without: withField(given, [section], null) },
    ...Object.keys(FIELDS[section] ?? {}).flatMap((field) => {
      const path = [section, ...field.split('.')];
      const prefixes = path.slice(1).map((_, index) => path.slice(0, index + 2));
      return prefixes.flatMap((at) => [
        { what: at.join('.'), without: withField(given, at, undefined) },
        { what: `${at.join('.')}: null`, without: withField(given, at, null) },
      ]);
    }),
  ]);
}

function breaches(rules: CompiledRuleset, given: JsonObject): readonly string[] {
  const before = decide(rules, given);
  return lessEvidence(given).flatMap(({ what, without }) => {
    const after = decide(rules, without);
    return atLeast(after, before) ? [] : [`without ${what}: ${before} became ${after}`];
  });
}

test('taking evidence away never softens what a ruleset of lawful decision gates decides', () => {
  let lawfulOnes = 0;
  const released = { release: 0, split: 0, hold: 0 };
  fc.assert(
    fc.property(
      fc.array(anyGate, { minLength: 1, maxLength: 2 }),
      fc.array(evidence(), { minLength: 4, maxLength: 4 }),
      (gates, all) => {
        const rules = lawful([policyFile('made', gates)]);
        if (rules === undefined) return;
        lawfulOnes += 1;
        for (const given of all) {
          released[decide(rules, given)] += 1;
          assert.deepEqual(breaches(rules, given), []);
        }
      },
    ),
    RUNS,
  );
  assert.ok(lawfulOnes >= 120, `only ${lawfulOnes} rulesets pass the lint`);
  assert.ok(Math.min(...Object.values(released)) >= 50, JSON.stringify(released));
});

test('the lint is needed: among what it refuses are rulesets that do release on absence', () => {
  let refused = 0;
  let broken = 0;
  fc.assert(
    fc.property(anyGate, fc.array(evidence(), { minLength: 4, maxLength: 4 }), (made, all) => {
      if (lawful([policyFile('made', [made])]) !== undefined) return;
      refused += 1;
      const rules = lawful([policyFile('made', [{ ...made, accepts_absence: true, enforce: 'block' }])]);
      assert.ok(rules !== undefined);
      if (all.some((given) => breaches(rules, given).length > 0)) broken += 1;
    }),
    RUNS,
  );
  assert.ok(refused >= 60, `only ${refused} are refused`);
  assert.ok(broken >= refused / 10, `only ${broken} of ${refused} break the law on the evidence tried`);
});

const WRONG: Readonly<Record<FieldType, readonly Json[]>> = {
  text: [1, true, [], ['a'], {}],
  number: ['1', '', true, [], {}],
  flag: ['true', 1, [], {}],
  list: ['', 'x', 0, {}, true],
  any: [],
};

test('a value of the wrong type never decides more softly than its absence', () => {
  let lawfulOnes = 0;
  const section = fc.constantFrom('card', 'tests', 'secrets');
  fc.assert(
    fc.property(
      section.chain((name) => fc.tuple(fc.constant(name), gate(name), evidence([name]))),
      ([name, made, given]) => {
        const rules = lawful([policyFile('made', [made])]);
        if (rules === undefined) return;
        lawfulOnes += 1;
        for (const [field, type] of Object.entries(FIELDS[name]!)) {
          const path = [name, ...field.split('.')];
          const absent = decide(rules, withField(given, path, undefined));
          for (const value of WRONG[type]) {
            const wrong = decide(rules, withField(given, path, value));
            assert.ok(
              atLeast(wrong, absent),
              `${field} = ${JSON.stringify(value)}: ${wrong}, absent ${absent}`,
            );
          }
        }
      },
    ),
    RUNS,
  );
  assert.ok(lawfulOnes >= 120, `only ${lawfulOnes} rulesets pass the lint`);
});

test('one more policy never softens a decision that some gate makes already', () => {
  let lawfulOnes = 0;
  const some = fc.array(evidence(), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(anyGate, anyGate, some, (first, second, all) => {
      const one = lawful([policyFile('one', [{ ...first, enforce: 'block' }])]);
      if (one === undefined) return;
      const both = lawful([policyFile('one', [{ ...first, enforce: 'block' }]), policyFile('two', [second])]);
      if (both === undefined) return;
      lawfulOnes += 1;
      for (const given of all) assert.ok(atLeast(decide(both, given), decide(one, given)));
    }),
    RUNS,
  );
  assert.ok(lawfulOnes >= 60, `only ${lawfulOnes} pairs pass the lint`);
});

const PRESENT = { host_pin: { blank: false } };
const ABSENT = { host_pin: { absent: true } };
const hold = { then: 'hold', reason: 'no' };
const split = { then: 'split', reason: 'part' };
const release = { then: 'release' };

type Frame = { branches: readonly JsonObject[]; otherwise: JsonObject; mode?: string };
const UNLAWFUL: readonly (Frame & { readonly why: string; readonly at: readonly number[] })[] = [
  {
    why: 'absence releases before a hold',
    branches: [{ when: ABSENT, ...release }],
    otherwise: hold,
    at: [0],
  },
  { why: 'absence splits before a hold', branches: [{ when: ABSENT, ...split }], otherwise: hold, at: [0] },
  {
    why: 'presence holds before a release',
    branches: [{ when: PRESENT, ...hold }],
    otherwise: release,
    at: [0],
  },
  { why: 'presence holds before a split', branches: [{ when: PRESENT, ...hold }], otherwise: split, at: [0] },
  {
    why: 'not turns presence into absence',
    branches: [{ when: { not: PRESENT }, ...release }],
    otherwise: hold,
    at: [0],
  },
  {
    why: 'not not absence is absence',
    branches: [{ when: { not: { not: ABSENT } }, ...release }],
    otherwise: hold,
    at: [0],
  },
  {
    why: 'one alternative is enough',
    branches: [{ when: { any: [{ egress_class: 'a' }, ABSENT] }, ...release }],
    otherwise: hold,
    at: [0],
  },
  {
    why: 'a matcher beside it does not help',
    branches: [{ when: { host_pin: { blank: true, absent: true }, egress_class: 'a' }, ...release }],
    otherwise: hold,
    at: [0],
  },
  {
    why: 'a stricter branch further down',
    branches: [
      { when: { egress_class: 'a' }, ...hold },
      { when: ABSENT, ...release },
      { when: { egress_class: 'b' }, ...split },
    ],
    otherwise: release,
    at: [1],
  },
  {
    why: 'each at fault is told',
    branches: [
      { when: ABSENT, ...release },
      { when: PRESENT, ...split },
    ],
    otherwise: { then: 'release' },
    at: [0, 1],
  },
  {
    why: 'collected: absence takes the place of a stricter otherwise',
    mode: 'collect',
    branches: [{ when: ABSENT, ...release }],
    otherwise: hold,
    at: [0],
  },
  {
    why: 'collected: presence alone holds',
    mode: 'collect',
    branches: [
      { when: PRESENT, ...hold },
      { when: { egress_class: 'a' }, ...release },
    ],
    otherwise: hold,
    at: [0],
  },
];

for (const { why, at, ...frame } of UNLAWFUL) {
  test(`the lint refuses absence that releases: ${why}`, () => {
    const text = JSON.stringify(
      { version: 1, policy: 'made', gates: [{ id: 'g', kind: 'decision', evidence: 'card', ...frame }] },
      null,
      1,
    );
    const loaded = loadRuleset([{ name: 'made.yaml', text }], { sha256 });
    assert.ok(!loaded.ok);
    const lines = text.split('\n').flatMap((line, index) => (line.includes('"when"') ? [index] : []));
    assert.deepEqual(
      loaded.diagnostics.map(({ code, line }) => ({ code, line })),
      at.map((branch) => ({ code: 'releases-on-absence', line: lines[branch] })),
    );
    const accepted = text.replace('"kind"', '"accepts_absence": true, "kind"');
    const again = loadRuleset([{ name: 'made.yaml', text: accepted }], { sha256 });
    assert.ok(again.ok);
    const [gateOf] = compile(again.value).inForce('send');
    const verdict = gateOf!.gates[0]!.answer({ card: { host_pin: 'x', egress_class: 'a' } }).verdict;
    assert.deepEqual(
      verdict.notes.map((note) => note.code),
      ['accepts-absence'],
    );
  });
}

test('the domains have a wrong type for every type but any', () => {
  for (const type of Object.keys(DOMAIN) as FieldType[]) assert.equal(WRONG[type].length > 0, type !== 'any');
});
