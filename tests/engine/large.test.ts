/** Large and hostile evidence: each of these would take minutes to hours if some step looked at every pair. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compile,
  evaluate,
  type GateVerdict,
  type JsonObject,
  loadRuleset,
  readSnapshot,
} from '../../src/engine/mod.ts';
import { findCollisions } from '../../src/engine/paths/path.ts';
import { sha256 } from '../sha256.ts';

function judge(gate: JsonObject, evidence: JsonObject): GateVerdict {
  const text = JSON.stringify({ version: 1, policy: 'p', gates: [{ id: 'g', ...gate }] });
  const loaded = loadRuleset([{ name: 'r.yaml', text }], { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'send', evidence } as const;
  return evaluate(compile(loaded.value), snapshot, { sha256 }).policies[0]!.gates[0]!;
}

const COUNT = 100_000;
const names = Array.from({ length: COUNT }, (_, i) => `src/d${i % 100}/f${i}.ts`);

test('a hundred thousand paths inside a fence of as many entries', () => {
  const gate = { kind: 'paths', paths: { from: 'plan.paths' }, allow: { from: 'fence.allow' } };
  assert.equal(judge(gate, { plan: { paths: names }, fence: { allow: names } }).decision, 'release');
});

test('a hundred thousand paths outside, each with a near entry to hint at', () => {
  const gate = { kind: 'paths', paths: { from: 'plan.paths' }, allow: { from: 'fence.allow' } };
  const allow = names.map((name) => name.toUpperCase());
  const { reasons, notes } = judge(gate, { plan: { paths: names }, fence: { allow } });
  assert.deepEqual([reasons.length, notes.length], [COUNT, COUNT]);
  assert.deepEqual(notes.at(-1)?.subject, names.at(-1));
});

test('paths that are thousands of folders deep', () => {
  const deep = Array.from({ length: 4000 }, (_, i) => `${'a/'.repeat(2000)}${i}`);
  assert.deepEqual(findCollisions(deep), []);
  assert.equal(findCollisions([...deep, 'A/a']).length, deep.length);
});

test('a hundred thousand files that all moved, and as many that may', () => {
  const tree = (salt: number) =>
    Object.fromEntries(
      names.map((name, i) => [name, { sha256: String((i + salt) % 10).repeat(64), size: 1 }]),
    );
  const evidence = { tree_before: { files: tree(0) }, tree: { files: tree(1) } };
  assert.equal(judge({ kind: 'frozen', of: 'tree' }, evidence).reasons.length, COUNT);
  assert.equal(judge({ kind: 'frozen', of: 'tree', allow: ['src/**'] }, evidence).decision, 'release');
});

test('a snapshot with a hundred thousand faults is refused, and its first faults are told', () => {
  const files = Object.fromEntries(names.map((name) => [name, { sha256: 'x', size: -1, odd: 1 }]));
  const source = JSON.stringify({ schema: 'holdpoint/snapshot@1', evidence: { tree: { files } } });
  const read = readSnapshot(source, 's.json');
  assert.ok(!read.ok);
  assert.equal(read.diagnostics.length, 51);
});

test('a name of a million characters is told in short', () => {
  const card = { ['x'.repeat(1_000_000)]: 1 };
  const read = readSnapshot(JSON.stringify({ schema: 'holdpoint/snapshot@1', evidence: { card } }), 's.json');
  assert.ok(!read.ok);
  assert.ok(JSON.stringify(read.diagnostics).length < 500);
});

test('an expression that backtracking would never finish, over a million characters', () => {
  const gate = {
    kind: 'decision',
    evidence: 'card',
    branches: [{ when: { host_pin: { matches: '^(x+x+)+y|(x|xx)*z$' } }, then: 'hold', reason: 'r' }],
    otherwise: { then: 'release' },
  };
  assert.equal(judge(gate, { card: { host_pin: 'x'.repeat(1_000_000) } }).decision, 'release');
  assert.equal(judge(gate, { card: { host_pin: `${'x'.repeat(1_000_000)}y` } }).decision, 'hold');
});

test('a pattern of many wildcards over a long path', () => {
  const gate = {
    kind: 'decision',
    evidence: 'card',
    branches: [{ when: { host_pin: { glob: '*a*a*a*a*a*a*a*a*b' } }, then: 'hold', reason: 'r' }],
    otherwise: { then: 'release' },
  };
  assert.equal(judge(gate, { card: { host_pin: 'a'.repeat(4000) } }).decision, 'release');
  assert.equal(judge(gate, { card: { host_pin: `${'a'.repeat(4000)}b` } }).decision, 'hold');
});
