/** The filter in the address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPath, parseListQuery, without } from '../../src/web/query.ts';

const parse = (text: string) => parseListQuery(new URLSearchParams(text));

const FAULTS: readonly [string, RegExp][] = [
  ['decision=maybe', /Unknown decision "maybe"; choose release, split or hold/],
  ['desicion=hold', /Unknown filter "desicion"/],
  ['decision=hold&decision=split', /"decision" is given 2 times/],
  ['from=yesterday', /"from" is not a date: "yesterday"/],
  ['to=2026-02-31', /"to" is not a date/],
  ['from=2026-13-01', /"from" is not a date/],
  ['from=2026-10-13T25:00Z', /"from" is not a date/],
  ['from=2026-10-14&to=2026-10-13', /"from" \(2026-10-14\) is not before "to" \(2026-10-13\)/],
  ['older=a&newer=b', /"older" and "newer" are both given/],
  [`repo=${'x'.repeat(513)}`, /"repo" is longer than 512 characters/],
];

for (const [text, fault] of FAULTS) {
  test(`parseListQuery refuses ${text.slice(0, 60)}`, () => {
    const result = parse(text);
    assert.equal(result.ok, false);
    assert.match(result.ok ? '' : result.faults.join('\n'), fault);
  });
}

test('parseListQuery names every fault at once', () => {
  const result = parse('decision=maybe&from=x&color=red');
  assert.equal(result.ok ? 0 : result.faults.length, 3);
});

test('parseListQuery takes blank fields for absent ones and says that there were some', () => {
  const result = parse('decision=hold&action=&repo=+&from=');
  assert.deepEqual(result, { ok: true, query: { filter: { decision: 'hold' }, page: {} }, blanks: true });
});

test('listPath writes what parseListQuery reads', () => {
  const filter = {
    decision: 'hold',
    action: 'merge',
    policy: 'write-fence',
    gate: 'inside & out',
    reason: 'outside-fence',
    repo: 'acme/ä b',
    job: 'job=1',
    actor: 'agent#7',
    from: '2026-10-01',
    to: '2026-10-13T10:00:00Z',
  } as const;
  const page = { older: 'k/1+2=' };
  const result = parse(listPath(filter, page).split('?')[1] as string);
  assert.deepEqual(result, { ok: true, query: { filter, page }, blanks: false });
});

test('without drops one field and keeps the rest', () => {
  assert.deepEqual(without({ decision: 'hold', repo: 'a' }, 'decision'), { repo: 'a' });
  assert.equal(listPath(without({ decision: 'hold' }, 'decision')), '/verdicts');
});
