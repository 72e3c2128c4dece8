/** The live feed: what it sends, from where, and that it rests. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFeed } from '../../src/web/live.ts';
import { keep } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { samples } from './sample.ts';

const ALL = samples(13, NOW);
const kept = await keep(ALL.slice(0, 12));
after(() => kept.close());
const reader = kept.history;

function made(failing = { on: false }) {
  const looks = { count: 0 };
  const errors: unknown[] = [];
  const counting = {
    ...reader,
    head() {
      looks.count += 1;
      return failing.on ? Promise.reject(new Error('locked')) : reader.head();
    },
  };
  const overview = () => reader.overview({ days: 30, now: NOW });
  const feed = createFeed({ reader: counting, interval: 5, overview, report: (error) => errors.push(error) });
  return { looks, errors, feed };
}

const open = () => new AbortController().signal;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the feed gives what is newer than the place it was asked from', async () => {
  const { feed } = made();
  const step = await feed.next(10, open(), 5000);
  assert.deepEqual(
    step?.rows.map((row) => row.seq),
    [12, 11],
  );
  assert.equal(step?.head, 12);
});

test('the feed waits for a verdict and wakes every waiter with one look', async () => {
  const { feed } = made();
  const waiting = [feed.next(12, open(), 5000), feed.next(12, open(), 5000), feed.next(11, open(), 5000)];
  assert.equal((await waiting[2])?.head, 12);
  await kept.add(ALL[12] as (typeof ALL)[number]);
  const steps = await Promise.all(waiting);
  assert.deepEqual(
    steps.map((step) => step?.rows.map((row) => row.seq)),
    [[13], [13], [12]],
  );
});

test('the feed does not look at the history while nobody waits', async () => {
  const { feed, looks } = made();
  const ending = new AbortController();
  const wait = feed.next(99, ending.signal, 5000);
  await pause(30);
  ending.abort();
  assert.equal(await wait, undefined);
  const before = looks.count;
  assert.ok(before > 0);
  await pause(40);
  assert.equal(looks.count, before);
});

test('the feed gives up after the patience it was given, and at once when already aborted', async () => {
  const { feed } = made();
  assert.equal(await feed.next(99, open(), 10), undefined);
  assert.equal(await feed.next(0, AbortSignal.abort(), 5000), undefined);
});

test('the feed reports a failed look and goes on with the next', async () => {
  const failing = { on: true };
  const { feed, errors } = made(failing);
  const wait = feed.next(10, open(), 5000);
  while (errors.length === 0) await pause(2);
  failing.on = false;
  assert.equal((await wait)?.head, 13);
});

async function readUntil(response: Response, words: string): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(words)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

test('/live sends rows as one unnamed message whose id is the place in the chain', async () => {
  const response = await madeApp(reader).request('/live?after=12');
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const text = await readUntil(response, 'id: 13');
  assert.match(text, /^: connected\n\ndata: <li class="verdict-item fresh" data-seq="13">/);
  assert.equal(text.match(/data-seq=/g)?.length, 1);
  assert.match(text, /<hx-partial hx-target="#counts"/);
});

test('/live goes on from the last event that the browser has seen', async () => {
  const response = await madeApp(reader).request('/live?after=0', {
    headers: { 'Last-Event-ID': '11' },
  });
  const text = await readUntil(response, 'id: 13');
  assert.deepEqual(
    [...text.matchAll(/data-seq="(\d+)"/g)].map((match) => match[1]),
    ['13', '12'],
  );
});

for (const query of ['', '?after=', '?after=-1', '?after=x', '?after=1e3', `?after=${'9'.repeat(16)}`]) {
  test(`/live${query} is a 400 page`, async () => {
    assert.equal((await madeApp(reader).request(`/live${query}`)).status, 400);
  });
}
