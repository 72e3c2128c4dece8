/** What holds for every answer: headers, hosts, methods, assets, downloads and failures. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assetPath } from '../../src/web/assets.ts';
import { isLoopbackHost } from '../../src/web/guard.ts';
import { keep, withKept } from './kept.ts';
import { ASSETS, madeApp, NOW, PART } from './made-app.ts';
import { hostileSample, samples } from './sample.ts';

const ALL = samples(10, NOW);
const LAST = ALL.at(-1) as (typeof ALL)[number];
const RECEIPT = LAST.verdict.receipt_sha256;
const kept = await keep(ALL);
after(() => kept.close());
const app = madeApp(kept.history);

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

for (const path of [
  '/',
  '/verdicts',
  `/verdicts/${RECEIPT}`,
  `/verdicts/${RECEIPT}.json`,
  '/nowhere',
  '/healthz',
]) {
  test(`${path.slice(0, 24)} carries the strict content policy and its companions`, async () => {
    const { headers } = await app.request(path);
    assert.equal(headers.get('content-security-policy'), POLICY);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('strict-transport-security'), null);
  });
}

const HOSTS: readonly [string, number | undefined, boolean][] = [
  ['localhost:4600', 4600, true],
  ['127.0.0.1:4600', 4600, true],
  ['[::1]:4600', 4600, true],
  ['LOCALHOST:4600', 4600, true],
  ['localhost', 80, true],
  ['localhost', undefined, true],
  ['localhost:4601', 4600, false],
  ['localhost', 4600, false],
  ['evil.test:4600', 4600, false],
  ['localhost.evil.test:4600', 4600, false],
  ['127.0.0.1.evil.test:4600', 4600, false],
  ['evil.test', undefined, false],
  ['user@localhost:4600', 4600, false],
  ['', undefined, false],
];

for (const [host, port, answer] of HOSTS) {
  test(`isLoopbackHost answers ${answer} to "${host}" on port ${port ?? 'unknown'}`, () => {
    assert.equal(isLoopbackHost(host, port), answer);
  });
}

test('a request for a foreign host name is refused before anything is read', async () => {
  const response = await app.request('/verdicts', { headers: { Host: 'rebound.test' } });
  assert.equal(response.status, 403);
  assert.doesNotMatch(await response.text(), /acme/);
});

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`${method} is answered with 405 and what is allowed`, async () => {
    const response = await app.request('/verdicts', { method });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET, HEAD');
  });
}

test('HEAD is answered like GET, without a body and without opening a feed', async () => {
  const page = await app.request('/verdicts', { method: 'HEAD' });
  assert.equal(page.status, 200);
  assert.equal(await page.text(), '');
  const live = await app.request('/live?after=0', { method: 'HEAD' });
  assert.equal(live.headers.get('content-type'), 'text/event-stream');
});

test('the verdict JSON is the stored verdict, under a file name', async () => {
  const response = await app.request(`/verdicts/${RECEIPT}.json`);
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="verdict-${RECEIPT.slice(0, 12)}.json"`,
  );
  assert.deepEqual(await response.json(), LAST.verdict);
});

test('the verdict JSON keeps every character of hostile text', async () => {
  const sample = hostileSample(NOW);
  await withKept([sample], async ({ history }) => {
    const response = await madeApp(history).request(`/verdicts/${sample.verdict.receipt_sha256}.json`);
    assert.deepEqual(await response.json(), sample.verdict);
  });
});

test('the snapshot JSON is the stored snapshot', async () => {
  const response = await app.request(`/verdicts/${RECEIPT}/snapshot.json`);
  assert.deepEqual(await response.json(), LAST.snapshot);
});

for (const suffix of ['', '.json', '/snapshot.json']) {
  test(`a shortened receipt leads to the full address${suffix === '' ? '' : ` of ${suffix}`}`, async () => {
    const response = await app.request(`/verdicts/${RECEIPT.slice(0, 10).toUpperCase()}${suffix}`);
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), `/verdicts/${RECEIPT}${suffix}`);
  });
}

const MISSING = [
  '/nowhere',
  '/verdicts/0123456789',
  '/verdicts/abc',
  '/verdicts/%3Cscript%3E',
  `/verdicts/${'0'.repeat(64)}.json`,
  `/verdicts/${'0'.repeat(65)}`,
  '/policies/none',
  '/policies/%E0%A4%A',
  '/assets/app.000000000000.css',
  '/assets/..%2f..%2fpackage.json',
];

for (const path of MISSING) {
  test(`${path.slice(0, 32)} is a 404 page of our own`, async () => {
    const response = await app.request(path);
    const html = await response.text();
    assert.equal(response.status, 404);
    assert.match(html, /<p class="problem-status quiet">404<\/p>/);
    assert.doesNotMatch(html, /<script>/);
  });
}

test('a failing history is a 500 page without any inside of ours, and is reported', async () => {
  const reported: unknown[] = [];
  const broken = new Error('SELECT secret FROM verdicts failed at /home/someone/history.db');
  const reader = { ...kept.history, overview: () => Promise.reject(broken) };
  const response = await madeApp(reader, (error) => reported.push(error)).request('/');
  const html = await response.text();
  assert.equal(response.status, 500);
  assert.match(html, /This page could not be made/);
  assert.doesNotMatch(html, /SELECT|history\.db|\.ts:/);
  assert.deepEqual(reported, [broken]);
});

test('a page asks only for assets that are there, and they may be kept for ever', async () => {
  const html = await (await app.request('/')).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] as string);
  assert.equal(paths.length, 5);
  for (const path of paths) {
    const response = await app.request(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(response.headers.get('content-type') ?? '', /^(text\/css|text\/javascript|image\/svg\+xml)/);
    assert.doesNotMatch(await response.text(), /sourceMappingURL/);
  }
});

test('an asset that the browser has is not sent again', async () => {
  const path = assetPath(ASSETS.get('app.css'));
  const etag = (await app.request(path)).headers.get('etag') as string;
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const response = await app.request(path, { headers: { 'If-None-Match': known } });
    assert.equal(response.status, 304);
    assert.equal(await response.text(), '');
  }
  assert.equal((await app.request(path, { headers: { 'If-None-Match': '"x"' } })).status, 200);
});

test('/favicon.ico is there for those who ask without reading the page', async () => {
  const response = await app.request('/favicon.ico');
  assert.equal(response.headers.get('content-type'), 'image/svg+xml');
});

test('/healthz says ok', async () => {
  const response = await app.request('/healthz');
  assert.equal(await response.text(), 'ok\n');
});

test('the overview is a whole page even to htmx, since no part of it is swapped', async () => {
  const response = await app.request('/', PART);
  assert.match(await response.text(), /^<!DOCTYPE html>/);
});
