/** A split says openly what may move: what all policies with a say in it agree on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyVerdict } from '../../src/engine/mod.ts';
import { withKept } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { mergeHold, sampleVerdict } from './sample.ts';

type Row = readonly [string, readonly (readonly string[] | undefined)[], string | undefined];
const ROWS: readonly Row[] = [
  ['the fields of one policy', [['b', 'a'], undefined], 'Only these may move: b, a'],
  [
    'the fields that two policies share',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    'Only these may move: b',
  ],
  [
    'that nothing moves when two share none',
    [['a'], ['c']],
    'Nothing may move: the policies share no field.',
  ],
  ['nothing of it when no policy names a field', [undefined, undefined], undefined],
];

for (const [name, lists, words] of ROWS) {
  test(`the page of a split shows ${name}`, async () => {
    const base = mergeHold(9, NOW, ['.env']);
    const policies = lists.map((fields, index): PolicyVerdict => {
      const policy = { ...(base.verdict.policies[index] as PolicyVerdict), decision: 'split' as const };
      return fields
        ? { ...policy, output: { moves: Object.fromEntries(fields.map((f) => [f, 1])) } }
        : policy;
    });
    const { action, subject } = base.verdict;
    const verdict = sampleVerdict(action, subject, 'split', policies, base.snapshot);
    await withKept([{ ...base, verdict }], async ({ history }) => {
      const html = await (await madeApp(history).request(`/verdicts/${verdict.receipt_sha256}`)).text();
      const shown = /<p class="only-moves">(.*?)<\/p>/s.exec(
        html.split('</header>').slice(0, 2).join(''),
      )?.[1];
      assert.equal(shown?.replace(/<[^>]+>/g, ''), words);
    });
  });
}
