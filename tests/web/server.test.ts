/** Serving on a real port: the address, the hosts, and a clean end. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, test } from 'node:test';
import { serveDashboard } from '../../src/web/server.ts';
import { keep } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { samples } from './sample.ts';

const kept = await keep(samples(5, NOW));
after(() => kept.close());
const app = madeApp(kept.history);

/** One request with headers that fetch would not let through. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
}

for (const hostname of ['0.0.0.0', '::', '192.0.2.1', 'example.test', '']) {
  test(`serveDashboard refuses to listen on "${hostname}", since there is no sign-in`, async () => {
    const options = { app, hostname, port: 0, signal: new AbortController().signal };
    await assert.rejects(
      serveDashboard(options),
      /has no sign-in, so it listens only on localhost, 127\.0\.0\.1 or ::1/,
    );
  });
}

test('serveDashboard answers on its address and refuses foreign hosts and other ports', async () => {
  const ending = new AbortController();
  const { url, closed } = await serveDashboard({
    app,
    hostname: '127.0.0.1',
    port: 0,
    signal: ending.signal,
  });
  try {
    const { port } = new URL(url);
    assert.equal(await statusOf(url, {}), 200);
    assert.equal(await statusOf(url, { Host: `localhost:${port}` }), 200);
    assert.equal(await statusOf(url, { Host: `rebound.test:${port}` }), 403);
    assert.equal(await statusOf(url, { Host: 'localhost:1' }), 403);
  } finally {
    ending.abort();
    await closed;
  }
});

test('serveDashboard rejects when the port is taken', async () => {
  const ending = new AbortController();
  const first = await serveDashboard({ app, hostname: '127.0.0.1', port: 0, signal: ending.signal });
  const port = Number(new URL(first.url).port);
  await assert.rejects(serveDashboard({ app, hostname: '127.0.0.1', port, signal: ending.signal }), {
    code: 'EADDRINUSE',
  });
  ending.abort();
  await first.closed;
});

test('serveDashboard ends open live streams whole, and closes with idle connections about', async () => {
  const ending = new AbortController();
  const { url, closed } = await serveDashboard({
    app,
    hostname: '127.0.0.1',
    port: 0,
    signal: ending.signal,
  });
  // The connection of this answer stays open and idle.
  await (await fetch(new URL('/healthz', url))).text();
  const live = await fetch(new URL('/live?after=5', url));
  const reader = (live.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  ending.abort();
  // A stream that is cut off would reject here.
  while (!(await reader.read()).done);
  await closed;
  await assert.rejects(fetch(url));
});
