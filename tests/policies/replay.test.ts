/** The exam of the shipped replay policy: no lock file that a collector knows can be touched by a patch. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { KNOWN_LOCKS } from '../../src/collect/mod.ts';
import { compile, type Evidence, evaluate, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const name = 'rules/replay.yaml';
const loaded = loadRuleset(
  [{ name, text: readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8') }],
  { sha256 },
);
assert.ok(loaded.ok);
const rules = compile(loaded.value);

function reasonsFor(path: string): readonly string[] {
  const file = { path, status: 'M', added: 1, removed: 0, binary: false };
  const evidence: Evidence = { patch: { applies: true }, change: { files: [file] } };
  const verdict = evaluate(rules, { schema: 'holdpoint/snapshot@1', action: 'run', evidence }, { sha256 });
  return verdict.policies.flatMap(({ gates }) =>
    gates.flatMap(({ reasons }) => reasons.map(({ code }) => code)),
  );
}

test('a patch that touches any known lock file, at the root or below, has changed the exam', () => {
  for (const lock of KNOWN_LOCKS) {
    const file = lock.replaceAll('*', 'x');
    for (const path of [file, `web/app/${file}`]) assert.deepEqual(reasonsFor(path), ['exam-changed'], path);
  }
});

test('a patch that touches what says how tests are run has changed the exam, and plain source has not', () => {
  const exam = [
    'package.json',
    '.npmrc',
    'web/.npmrc',
    '.github/workflows/ci.yml',
    '.GitHub/x',
    'tests/a',
    'web/src/test/java/A.java',
    'src/a.test.ts',
  ];
  for (const path of exam) assert.deepEqual(reasonsFor(path), ['exam-changed'], path);
  for (const path of ['src/a.ts', 'README.md', 'src/testing.ts', 'src/spin-lock.c', 'docs/rules/a.md'])
    assert.deepEqual(reasonsFor(path), [], path);
});
