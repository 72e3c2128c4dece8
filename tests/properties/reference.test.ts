/** The engine's three-valued branches against a reference that fills every unknown in with all it could be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../src/engine/mod.ts';
import { type Frame, strictest, type World } from './decision-reference.ts';
import { atLeast, DOMAIN, decide, evidence, FIELDS, gate, lawful, policyFile } from './made-rulesets.ts';

const SECTIONS = ['card', 'tests', 'secrets'] as const;
const made = fc
  .constantFrom(...SECTIONS)
  .chain((section) =>
    fc.tuple(
      fc.constant(section),
      gate(section),
      fc.array(evidence([section]), { minLength: 6, maxLength: 6 }),
    ),
  );

test('a decision is the strictest that any filling of the unknowns gives, or stricter where one unknown is asked twice', () => {
  const seen = { exact: 0, stricter: 0, withUnknowns: 0 };
  fc.assert(
    fc.property(made, ([section, one, all]) => {
      // Also what the lint would refuse: the branches must be right by themselves.
      const rules = lawful([policyFile('made', [{ ...one, enforce: 'block', accepts_absence: true }])]);
      assert.ok(rules !== undefined);
      for (const given of all) {
        const types = FIELDS[section] as World['types'];
        const world: World = { types, domain: DOMAIN, content: given[section] as JsonObject };
        const wanted = strictest(one as unknown as Frame, world);
        const decision = decide(rules, given);
        if (wanted.exact) assert.equal(decision, wanted.decision);
        else assert.ok(atLeast(decision, wanted.decision), `${decision} is softer than ${wanted.decision}`);
        seen.exact += wanted.exact ? 1 : 0;
        seen.stricter += decision === wanted.decision ? 0 : 1;
        seen.withUnknowns += Object.keys(world.content).length < 3 ? 1 : 0;
      }
    }),
    { seed: 20_261_013, numRuns: 500, endOnFailure: true },
  );
  assert.ok(seen.exact >= 1000, JSON.stringify(seen));
  assert.ok(seen.withUnknowns >= 300, JSON.stringify(seen));
});

// Documented in the design as the price of judging branch by branch: each occurrence of an unknown stands for itself.
test('one unknown asked twice may decide more strictly than any single filling of it', () => {
  const branches = [
    { when: { egress_class: 'a' }, then: 'hold', reason: 'is-a' },
    { when: { not: { egress_class: 'a' } }, then: 'split', reason: 'is-not-a' },
  ];
  const otherwise = { then: 'release' };
  const rules = lawful([
    policyFile('made', [
      {
        kind: 'decision',
        evidence: 'card',
        branches: [{ when: { all: [branches[0]!.when, branches[1]!.when] }, ...rest(branches[0]!) }],
        otherwise,
      },
    ]),
  ]);
  assert.ok(rules !== undefined);
  assert.equal(decide(rules, { card: { egress_class: 'a' } }), 'release');
  assert.equal(decide(rules, { card: { egress_class: 'b' } }), 'release');
  assert.equal(decide(rules, { card: {} }), 'hold');
});

const rest = ({ then, reason }: { then: string; reason: string }) => ({ then, reason });
