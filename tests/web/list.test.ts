/** The list: filters kept, pages linked, fragments for htmx. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keep } from './kept.ts';
import { madeApp, NOW, PART } from './made-app.ts';
import { samples } from './sample.ts';

const ALL = samples(130, NOW);
const kept = await keep(ALL);
after(() => kept.close());
const app = madeApp(kept.history);

const text = async (path: string, init?: RequestInit) => await (await app.request(path, init)).text();
const receipts = (html: string) =>
  [...html.matchAll(/class="row-link" href="\/verdicts\/([0-9a-f]{64})"/g)].map((m) => m[1]);
const linkOf = (html: string, rel: string) =>
  new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

test('paging older and older shows every verdict once, and newer leads back', async () => {
  const seen: (string | undefined)[] = [];
  const addresses: string[] = [];
  for (let next: string | undefined = '/verdicts'; next !== undefined; ) {
    addresses.push(next);
    const html: string = await text(next);
    seen.push(...receipts(html));
    next = linkOf(html, 'next');
  }
  const newestFirst = [...ALL].reverse().map((sample) => sample.verdict.receipt_sha256);
  assert.deepEqual(seen, newestFirst);
  const back = linkOf(await text(addresses[2] as string), 'prev') as string;
  assert.deepEqual(receipts(await text(back)), newestFirst.slice(50, 100));
});

test('the first page has no way to newer ones and the last none to older ones', async () => {
  assert.equal(linkOf(await text('/verdicts'), 'prev'), undefined);
  assert.equal(linkOf(await text('/verdicts?decision=split'), 'next'), undefined);
});

test('filters are kept in page links, chips, fields and in what htmx asks for', async () => {
  const html = await text('/verdicts?decision=release&action=merge');
  assert.match(linkOf(html, 'next') as string, /^\/verdicts\?decision=release&action=merge&older=/);
  assert.match(html, /<option value="release" selected(="")?>/);
  assert.match(html, /class="chip" href="\/verdicts\?action=merge" hx-get="\/verdicts\?action=merge"/);
  assert.match(html, /class="chip" href="\/verdicts\?decision=release"/);
});

test('a filter on a value that no verdict has keeps the value in its field', async () => {
  const html = await text('/verdicts?policy=gone&reason=x');
  assert.match(html, /<option value="gone" selected(="")?>gone<\/option>/);
  assert.match(html, /No verdict matches/);
  assert.match(html, /<details open(="")?><summary>More filters/);
});

test('a time of day in the address is kept as text, a day in its picker', async () => {
  const html = await text('/verdicts?from=2026-10-01T08:00:00Z&to=2026-10-13');
  assert.match(html, /name="from" type="text" value="2026-10-01T08:00:00Z"/);
  assert.match(html, /name="to" type="date" value="2026-10-13"/);
});

test('a plain form with empty fields is sent on to the address without them', async () => {
  const response = await app.request('/verdicts?decision=hold&action=&policy=&from=&to=');
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/verdicts?decision=hold');
});

test('htmx gets the list alone, with the address to push', async () => {
  const response = await app.request('/verdicts?decision=hold&action=', PART);
  const html = await response.text();
  assert.equal(response.headers.get('hx-push-url'), '/verdicts?decision=hold');
  assert.match(html, /^<div id="verdict-list"/);
  assert.doesNotMatch(html, /<html|<title|<main/);
});

const WHOLE: readonly [string, Record<string, string>][] = [
  ['an ordinary request', {}],
  ['htmx replacing the body', { 'HX-Request': 'true', 'HX-Request-Type': 'full' }],
  ['htmx restoring history', { 'HX-Request-Type': 'full', 'HX-History-Restore-Request': 'true' }],
];

for (const [name, headers] of WHOLE) {
  test(`${name} gets the whole document`, async () => {
    const response = await app.request('/verdicts', { headers });
    assert.match(await response.text(), /^<!DOCTYPE html><html lang="en"><head>.*<\/body><\/html>$/s);
    assert.equal(response.headers.get('vary'), 'HX-Request, HX-Request-Type');
  });
}

test('the fragment varies by the same headers as the page', async () => {
  const response = await app.request('/verdicts', PART);
  assert.equal(response.headers.get('vary'), 'HX-Request, HX-Request-Type');
});

test('a filter that cannot be read is a 400 page that says what is wrong', async () => {
  const response = await app.request('/verdicts?decision=maybe&from=%3Cb%3E');
  const html = await response.text();
  assert.equal(response.status, 400);
  assert.match(html, /Unknown decision &quot;maybe&quot;; choose release, split or hold/);
  assert.match(html, /&quot;from&quot; is not a date: &quot;&lt;b&gt;&quot;/);
});

test('a problem within a fragment takes the whole page', async () => {
  const response = await app.request('/verdicts?decision=maybe', PART);
  assert.equal(response.status, 400);
  assert.equal(response.headers.get('hx-retarget'), 'body');
});
