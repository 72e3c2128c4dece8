/** What the examples of `ledger`, `argv`, `budget`, `equal`, `manifest` and `secrets` cannot say of prompts and bundles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, type Evidence, evaluate, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

function load(gate: JsonObject) {
  const text = JSON.stringify({ version: 1, policy: 'p', gates: [{ id: 'g', ...gate }] });
  return loadRuleset([{ name: 'p.yaml', text }], { sha256 });
}

function judge(gate: JsonObject, evidence: Evidence) {
  const loaded = load(gate);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'send', evidence } as const;
  const [policy] = evaluate(compile(loaded.value), snapshot, { sha256 }).policies;
  const { reasons, notes, decision } = policy!.gates[0]!;
  return { decision, reasons, notes: notes.map(({ code }) => code), output: policy!.output };
}

function faults(gate: JsonObject): readonly string[] {
  const loaded = load(gate);
  return loaded.ok ? [] : loaded.diagnostics.map(({ code }) => code);
}

test('a pinned prompt differs by line ends, and a note says that nothing else does', () => {
  const [pin, other] = ['a', 'b'].map((letter) => letter.repeat(64));
  const gate = { kind: 'equal', left: { from: 'prompt.sha256' }, right: pin! };
  const same = judge(gate, { prompt: { sha256: pin!, sha256_lf: pin! } });
  assert.deepEqual([same.decision, same.notes], ['release', []]);
  const ends = judge(gate, { prompt: { sha256: other!, sha256_lf: pin! } });
  assert.deepEqual([ends.decision, ends.notes], ['hold', ['only-line-ends']]);
  const text = judge(gate, { prompt: { sha256: other!, sha256_lf: other! } });
  assert.deepEqual([text.decision, text.notes], ['hold', []]);
  const loose = judge({ ...gate, left: { from: 'prompt.sha256_lf' } }, { prompt: { sha256_lf: pin! } });
  assert.equal(loose.decision, 'release');
});

test('a ledger puts out what it names, and refuses lists, private content and fields that are not there', () => {
  const gate = (from: string) => ({ kind: 'ledger', as: 'entry', fields: { value: from } });
  assert.deepEqual(judge(gate('prompt.cap'), { prompt: { cap: 0 } }).output, { entry: { value: 0 } });
  assert.equal(judge(gate('prompt.cap'), { prompt: { cap: 'ten' } as JsonObject }).decision, 'hold');
  assert.deepEqual(faults(gate('argv.argv')), ['wrong-type']);
  assert.deepEqual(faults(gate('health.body')), ['sensitive-evidence']);
  assert.deepEqual(faults(gate('prompt.tokens')), ['unknown-evidence']);
  assert.ok(faults({ kind: 'ledger', as: 'entry', fields: {} }).length > 0);
});

test('a budget takes its bounds from evidence only where that can be a number that may be shown', () => {
  const gate = (max: string) => ({
    kind: 'budget',
    limits: [{ measure: { value: 'prompt.chars' }, max: { from: max } }],
  });
  assert.deepEqual(faults(gate('prompt.sha256')), ['wrong-type']);
  assert.deepEqual(faults(gate('health.body')), ['sensitive-evidence']);
  assert.deepEqual(faults(gate('prompt.cap')), []);
});

test('a word of a command that has any kind of space in it is not frozen, and the message does not say the word', () => {
  const gate = { kind: 'argv', argv: { from: 'argv.argv' } };
  for (const space of [' ', '\t', '\n', '\r', '\u00a0', '\u2028', '\u3000', '\u0000', '\u001b']) {
    const { reasons } = judge(gate, { argv: { argv: ['git', `hunter2${space}`] } });
    assert.equal(reasons.length, 1, JSON.stringify(space));
    assert.equal(reasons[0]!.message, 'Word 2 of the command has a space in it');
    assert.equal(reasons[0]!.evidence, '/evidence/argv/argv/1');
  }
  assert.deepEqual(judge(gate, { argv: { argv: ['--x=a&b', '$HOME', '*'] } }).reasons, []);
  assert.deepEqual(faults({ kind: 'argv', argv: { from: 'prompt.cap' } }), ['wrong-type']);
});

test('findings in a prompt are told in one reason, five places at most', () => {
  const finding = (line: number) => ({ detector: 'assignment', path: 'prompt', line });
  const scan = (lines: readonly number[]) => ({
    prompt: {
      secrets: {
        detectors: [{ id: 'assignment' }],
        canary: { planted: true, detected: true },
        scanned_files: 1,
        findings: lines.map(finding),
      },
    },
  });
  const told = (lines: readonly number[]) => judge({ kind: 'secrets', of: 'prompt' }, scan(lines)).reasons;
  assert.deepEqual(
    told([3, 3]).map(({ message }) => message),
    ['Something in the text looks like a secret: assignment on line 3'],
  );
  assert.match(told([1, 2, 3, 4, 5, 6, 7])[0]!.message, /line 5, and 2 more$/);
});

test('a bundle without a manifest needs a list of what is sent', () => {
  assert.deepEqual(faults({ kind: 'manifest', manifest: 'off' }), ['no-list']);
  assert.deepEqual(faults({ kind: 'manifest', manifest: 'off', only: ['a.txt'] }), []);
});
