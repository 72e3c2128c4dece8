/** The shipped policies: each compiles, and its cases come out as they say. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile, evaluate, loadRuleset, readSnapshot } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';
import { readCases } from './cases.ts';

const folder = fileURLToPath(new URL('../../rules/', import.meta.url));
const policies = readdirSync(folder).filter((name) => /^[a-z-]+\.yaml$/.test(name));

test('the shipped policies load together without a fault', () => {
  const loaded = loadRuleset(
    policies.map((name) => ({ name: `rules/${name}`, text: readFileSync(folder + name, 'utf8') })),
    { sha256 },
  );
  assert.deepEqual(loaded.ok ? [] : loaded.diagnostics, []);
});

for (const file of policies) {
  const name = `rules/${file}`;
  const casesFile = file.replace(/\.yaml$/, '.cases.yaml');

  test(`${name} has a release, a hold and a case of missing evidence beside it`, () => {
    assert.ok(existsSync(folder + casesFile));
    const { cases } = readCases(readFileSync(folder + casesFile, 'utf8'), casesFile);
    assert.ok(cases.some((one) => one.expect.decision === 'release'));
    assert.ok(cases.some((one) => one.expect.decision === 'hold'));
    assert.ok(
      cases.some((one) => one.expect.reasons.some((reason) => reason.startsWith('missing-evidence'))),
    );
  });

  test(`${name} answers its cases as they say`, async (t) => {
    const loaded = loadRuleset([{ name, text: readFileSync(folder + file, 'utf8') }], { sha256 });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    const rules = compile(loaded.value);
    const { policy, cases } = readCases(readFileSync(folder + casesFile, 'utf8'), casesFile);
    assert.equal(policy, loaded.value.policies[0]?.policy);
    for (const one of cases) {
      await t.test(one.name, () => {
        const snapshot = readSnapshot(
          JSON.stringify({ schema: 'holdpoint/snapshot@1', action: one.action, evidence: one.evidence }),
          one.name,
        );
        assert.ok(snapshot.ok, JSON.stringify(snapshot));
        const verdict = evaluate(rules, snapshot.value, { sha256 });
        const [judged] = verdict.policies;
        assert.ok(judged !== undefined);
        const reasons = judged.gates.flatMap((gate) =>
          gate.reasons.map((r) => (r.subject === undefined ? r.code : `${r.code}:${r.subject}`)),
        );
        assert.deepEqual(
          { decision: judged.decision, reasons },
          { decision: one.expect.decision, reasons: one.expect.reasons },
        );
        if (one.expect.label !== undefined) assert.equal(judged.label, one.expect.label);
        for (const [field, value] of Object.entries(one.expect.output ?? {}))
          assert.deepEqual(judged.output?.[field], value, field);
      });
    }
  });
}
