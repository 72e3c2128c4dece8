/** What is masked before two runs are compared, and which tests a run is said to have had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShapeHash, shapeOf } from '../../src/collect/runs/shape.ts';
import { testNames } from '../../src/collect/runs/tests.ts';
import { nodeHost } from '../../src/host/node.ts';

const host = nodeHost();
function digestOf(text: string, cut = text.length): string {
  const hash = new ShapeHash(host);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += cut) hash.update(bytes.slice(at, at + cut));
  return hash.hex();
}

test('what differs between two runs of one failure is masked', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["thread 'main' (40213) has overflowed its stack", "thread 'main' (51877) has overflowed its stack"],
    ['took 980ms', 'took 1.1 s'],
    ['object at 0x7f1c9a', 'object at 0x55d0'],
    ['2026-12-07T10:06:35.123Z shut', '2025-01-02T03:04:05Z shut'],
    ['open /tmp/till-x1Y/a.json: gone', 'open /tmp/till-zz/a.json: gone'],
    ['in /var/folders/ab/c1/T/x:3:4', 'in /var/folders/zz/y/T/q:99:1'],
    ['id 0b5c1d9e-1f2a-4b3c-8d4e-5f6a7b8c9d0e', 'id ffffffff-1f2a-4b3c-8d4e-5f6a7b8c9d0e'],
    ['job V1StGXR8_Z5jdHi6B-myT', 'job k9fTUcXR1_Z5jdHi6B-abc'],
    ['commit d349075', 'commit 50c85d6'],
    ['\u001b[31mshut\u001b[0m', 'shut'],
    ['a   1', 'a  12'],
    ['shut\r', 'shut'],
  ];
  for (const [one, other] of pairs) assert.equal(shapeOf(one), shapeOf(other), one);
});

test('what makes another failure is not masked', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["KeyError: 'remaining'", "KeyError: 'spent'"],
    ['open /etc/till.json: gone', 'open /etc/till.yaml: gone'],
    ['a refused', 'b refused'],
    ['', ' '],
  ];
  for (const [one, other] of pairs) assert.notEqual(shapeOf(one), shapeOf(other), one);
});

test('the shape does not depend on how the text came in pieces', () => {
  const text = `${'a1 µ'.repeat(20_000)}\nshort 12 lines\r\n\nlast 0x12`;
  for (const cut of [1, 7, 4096, 65_536]) assert.equal(digestOf(text, cut), digestOf(text), String(cut));
  assert.notEqual(digestOf(`${text}x`), digestOf(text));
});

test('the tests that ran are read off runners that name them all, passed or failed', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['TAP version 13\nok 1 - sums\n    not ok 2 - settles # TODO later\n1..2\n', ['settles', 'sums']],
    ['✔ sums (1.5ms)\n✖ settles (0.2ms)\n\n✖ failing tests:\n✖ settles (0.2ms)\n', ['settles', 'sums']],
    ['=== RUN   TestSum\n--- PASS: TestSum (0.00s)\n=== RUN   TestSum/empty\n', ['TestSum', 'TestSum/empty']],
    ['running 2 tests\ntest tests::a ... ok\ntest tests::b ... FAILED\n', ['tests::a', 'tests::b']],
    [
      'test_till.py::test_sum PASSED [ 50%]\ntest_till.py::test_b[a b] FAILED [100%]\n',
      ['test_till.py::test_b[a b]', 'test_till.py::test_sum'],
    ],
    [
      'test_a (till.A.test_a) ... ok\ntest_b (till.A.test_b) ... FAIL\n',
      ['test_a (till.A.test_a)', 'test_b (till.A.test_b)'],
    ],
    ['TypeError: x\n    at y\nok then\n', []],
  ];
  for (const [text, names] of table) assert.deepEqual(testNames(text), names);
});
