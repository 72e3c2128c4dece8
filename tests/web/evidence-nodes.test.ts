/** The tree of evidence: what is drawn of it, what is marked, and that it stays bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/engine/mod.ts';
import { type EvidenceNode, evidenceTree, LIMITS } from '../../src/web/evidence-nodes.ts';
import { type Mark, pointerTokens } from '../../src/web/marks.ts';

const mark = (pointer: string): Mark => ({ pointer, anchor: `at-${pointer}`, codes: ['c'] });

function find(node: EvidenceNode | undefined, pointer: string): EvidenceNode | undefined {
  if (!node || node.pointer === pointer) return node;
  for (const next of node.children ?? []) {
    const found = find(next, pointer);
    if (found) return found;
  }
  return undefined;
}

function size(node: EvidenceNode): number {
  return 1 + (node.children ?? []).reduce((sum, next) => sum + size(next), 0);
}

test('evidenceTree marks the value that a reason points at and opens the way to it', () => {
  const tree = evidenceTree(
    'evidence',
    { card: { residue: ['a'], host: 'h' } },
    [mark('/evidence/card/residue/0')],
    [],
  );
  assert.equal(find(tree, '/evidence/card/residue/0')?.mark?.anchor, 'at-/evidence/card/residue/0');
  assert.equal(find(tree, '/evidence/card/residue')?.onPath, true);
  assert.equal(find(tree, '/evidence/card/host')?.onPath, false);
});

test('evidenceTree follows escaped tokens and names that look like indexes', () => {
  const value = { 'a/b': { '~x': { 0: 'zero' } } };
  const tree = evidenceTree('evidence', value, [mark('/evidence/a~1b/~0x/0')], []);
  assert.equal(find(tree, '/evidence/a~1b/~0x/0')?.value, 'zero');
  assert.deepEqual(pointerTokens('/a~1b/~01'), ['a/b', '~1']);
});

for (const pointer of [
  '/evidence/card/gone',
  '/evidence/gone/deep/er',
  '/evidence/card/list/7',
  '/evidence/card/host/x',
]) {
  test(`evidenceTree shows ${pointer} as absent when nothing is there`, () => {
    const tree = evidenceTree('evidence', { card: { list: [1], host: 'h' } }, [mark(pointer)], []);
    const found = find(tree, pointer);
    // Beneath a scalar there is no place to show: the scalar itself is on the way.
    if (pointer.endsWith('/x')) assert.equal(find(tree, '/evidence/card/host')?.onPath, true);
    else assert.deepEqual([found?.state, found?.mark?.pointer], ['absent', pointer]);
  });
}

test('evidenceTree does not take an inherited property for evidence', () => {
  const tree = evidenceTree('evidence', { card: {} }, [mark('/evidence/card/constructor')], []);
  assert.equal(find(tree, '/evidence/card/constructor')?.state, 'absent');
});

test('evidenceTree tells withheld values from absent ones', () => {
  const tree = evidenceTree('evidence', { health: { status: 200 } }, [], ['/evidence/health/body']);
  assert.equal(find(tree, '/evidence/health/body')?.state, 'withheld');
});

test('evidenceTree draws the first entries of a long object, and every marked one after them', () => {
  const files = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`f${i}`, { sha256: 'x', size: i }]),
  );
  const tree = evidenceTree('evidence', { tree: { files } }, [mark('/evidence/tree/files/f4321/size')], []);
  const drawn = find(tree, '/evidence/tree/files');
  assert.equal(drawn?.children?.length, LIMITS.children + 1);
  assert.equal(drawn?.hidden, 5000 - LIMITS.children - 1);
  assert.equal(find(tree, '/evidence/tree/files/f4321/size')?.value, 4321);
});

test('evidenceTree stays within its budget however wide and deep the evidence is', () => {
  const wide = (depth: number): Json =>
    depth === 0 ? 1 : Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, wide(depth - 1)]));
  const tree = evidenceTree('evidence', wide(4), [], []);
  assert.ok(tree && size(tree) <= LIMITS.nodes + 1);
});

test('evidenceTree is undefined when there is neither a value nor a mark', () => {
  assert.equal(evidenceTree('subject', undefined, [mark('/evidence/x')], []), undefined);
});
