/** nearest: the word behind "did you mean". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../src/engine/near.ts';

const FIELDS = ['enforce', 'evidence', 'kind', 'deny', 'max_lines', 'decision', 'id'];

const rows: [string, readonly string[], string | undefined][] = [
  ['enforced', FIELDS, 'enforce'],
  ['denny', FIELDS, 'deny'],
  ['max_line', FIELDS, 'max_lines'],
  ['Decision', FIELDS, 'decision'],
  ['evidnece', FIELDS, 'evidence'],
  ['knid', FIELDS, 'kind'],
  ['kind', FIELDS, 'kind'],
  ['owner', FIELDS, undefined],
  ['di', FIELDS, undefined],
  ['', FIELDS, undefined],
  ['anything', [], undefined],
  ['relese', ['release', 'split', 'hold'], 'release'],
  ['RELEASE', ['release', 'split', 'hold'], 'release'],
  ['abd', ['abz', 'abc'], 'abc'],
  ['abd', ['abc', 'abz'], 'abc'],
  ['abd', ['abz', 'abc', 'abd'], 'abd'],
];
for (const [word, known, right] of rows) {
  test(`nearest to "${word}" among ${known.length} words is ${right ?? 'none'}`, () => {
    assert.equal(nearest(word, known), right);
  });
}

test('nearest takes any iterable and copes with a very long word', () => {
  assert.equal(nearest('stratum', new Map([['strata', 1]]).keys()), 'strata');
  assert.equal(nearest('x'.repeat(1_000_000), FIELDS), undefined);
});
