/** Which addresses a health probe goes to: no socket is opened for any but the accepted spellings of loopback. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CollectError, collectHealth } from '../../src/collect/mod.ts';
import { fakeHost } from '../../src/host/fake.ts';
import type { ExchangeOptions } from '../../src/host/host.ts';
import { HostError } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { rawServer } from './raw-server.ts';

const ANSWER = new TextEncoder().encode('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');

/** A machine whose network only notes what it is asked for. */
function watched(names: readonly string[] = [], peer?: string) {
  const asked: string[] = [];
  const host = fakeHost({
    network: {
      lookUp: (name) => {
        asked.push(`lookUp ${name}`);
        return Promise.resolve(names);
      },
      exchange: async ({ address, port, accept, onBytes }: ExchangeOptions) => {
        asked.push(`connect ${address} ${port}`);
        if (!accept(peer ?? address)) throw new HostError('EPEER', 'another address answered');
        onBytes(ANSWER);
        return 'enough';
      },
    },
  });
  return { host, asked };
}

test('the accepted spellings are probed at the address that they name', async () => {
  const table: readonly (readonly [url: string, connect: string, bindHost: string, path: string])[] = [
    ['http://127.0.0.1:8765/health', 'connect 127.0.0.1 8765', '127.0.0.1', '/health'],
    ['HTTP://127.0.0.1/', 'connect 127.0.0.1 80', '127.0.0.1', '/'],
    ['http://127.0.0.1:6666', 'connect 127.0.0.1 6666', '127.0.0.1', '/'],
    ['http://127.0.0.1:10080/a/../b%20c', 'connect 127.0.0.1 10080', '127.0.0.1', '/a/../b%20c'],
    ['http://[::1]:80/', 'connect ::1 80', '::1', '/'],
  ];
  for (const [url, connect, bindHost, path] of table) {
    const { host, asked } = watched();
    const health = await collectHealth({ host }, { url });
    assert.deepEqual(
      [asked, health.bind_host, health.path, health.error],
      [[connect], bindHost, path, undefined],
    );
  }
});

const REFUSED = [
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.1.3',
  '127.0.0.1.',
  '127.0.0.256',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:0:0:1]',
  '[::1%25lo]',
  '[::]',
  '[64:ff9b::7f00:1]',
  '::1',
  '0.0.0.0',
  '0',
  '1',
  '',
  'localhost.',
  'localhost.evil.test',
  'localhost%2eevil.test',
  '127.0.0.1.nip.test',
  '127.0.0.1%00.evil.test',
  '127.0.0.1@evil.test',
  'localhost@evil.test',
  'user:pass@127.0.0.1',
  'evil.test',
  'evil.test#@127.0.0.1',
  'evil.test\\@127.0.0.1',
  'evil.test?@127.0.0.1',
  '127.0.0.1\t',
  ' 127.0.0.1',
  '\u2460\u2461\u2466.\u24ea.\u24ea.\u2460',
  '\u{1d7cf}27.0.0.1',
  '127\u30020\u30020\u30021',
  'loc\u00e0lhost',
  '\u2113ocalhost',
  '169.254.169.254',
  '10.0.0.5',
];
test('every other spelling, of loopback too, is refused before a name is looked up or a socket opened', async () => {
  for (const name of REFUSED) {
    const { host, asked } = watched(['127.0.0.1']);
    const health = await collectHealth({ host }, { url: `http://${name}/health` });
    assert.deepEqual([health.error, asked], ['refusing-non-loopback', []], name);
    assert.match(health.url, /^http:\/\/[!-~]*\/$/);
    assert.ok(!JSON.stringify(health).includes('user'), name);
  }
});

test('what is no health URL at all is a mistake of who asked', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'ftp://127.0.0.1/',
    '127.0.0.1:80/',
    '//127.0.0.1/',
    'http:/127.0.0.1/',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:65536/',
    'http://127.0.0.1:/',
    'http://127.0.0.1:8o/',
    'http://127.0.0.1:80:80/',
    'http://127.0.0.1/?token=x',
    'http://127.0.0.1/#x',
    'http://127.0.0.1?x',
    'http://127.0.0.1/a b',
    'http://127.0.0.1/\r\nHost: evil.test',
    'http://127.0.0.1\\evil.test/',
    'http://127.0.0.1/\u00e9',
  ]) {
    const { host, asked } = watched();
    await assert.rejects(
      collectHealth({ host }, { url }),
      (error) => error instanceof CollectError && error.blame === 'input' && !error.message.includes('token'),
      url,
    );
    assert.deepEqual(asked, [], url);
  }
});

test('localhost is looked up once, every answer must be loopback, and the answer is what is connected to', async () => {
  const table: readonly (readonly [
    names: readonly string[],
    asked: readonly string[],
    error: string | undefined,
  ])[] = [
    [['127.0.0.1'], ['lookUp localhost', 'connect 127.0.0.1 9000'], undefined],
    [['::1', '127.0.0.1'], ['lookUp localhost', 'connect ::1 9000'], undefined],
    [['127.9.8.7'], ['lookUp localhost', 'connect 127.9.8.7 9000'], undefined],
    [['10.0.0.5'], ['lookUp localhost'], 'refusing-non-loopback'],
    [['127.0.0.1', '10.0.0.5'], ['lookUp localhost'], 'refusing-non-loopback'],
    [['127.0.0.1', '::ffff:10.0.0.5'], ['lookUp localhost'], 'refusing-non-loopback'],
    [['0.0.0.0'], ['lookUp localhost'], 'refusing-non-loopback'],
    [['fe80::1'], ['lookUp localhost'], 'refusing-non-loopback'],
    [[], ['lookUp localhost'], 'name-not-found'],
  ];
  for (const [names, wanted, error] of table) {
    const { host, asked } = watched(names);
    const health = await collectHealth({ host }, { url: 'http://LOCALHOST:9000/' });
    assert.deepEqual([asked, health.error, health.bind_host], [wanted, error, 'localhost'], names.join());
  }
});

test('the address that is really connected to must be loopback too, or nothing is sent', async () => {
  for (const peer of ['10.0.0.5', '', '::', '127.0.0.1.evil.test', '::ffff:10.0.0.5']) {
    const { host } = watched([], peer);
    const health = await collectHealth({ host }, { url: 'http://127.0.0.1:9000/' });
    assert.deepEqual([health.error, health.status], ['refusing-non-loopback', undefined], peer);
  }
});

test('the other address of localhost is tried when nobody listens at the first', async () => {
  const server = await rawServer((socket) => socket.end(ANSWER));
  try {
    const { network } = nodeHost();
    const host = fakeHost({ network: { ...network, lookUp: () => Promise.resolve(['::1', '127.0.0.1']) } });
    const health = await collectHealth(
      { host },
      { url: `http://localhost:${server.port}/`, timeoutMs: 20_000 },
    );
    assert.deepEqual(health.body, {});
    const real = await collectHealth(
      { host: nodeHost() },
      { url: `http://localhost:${server.port}/`, timeoutMs: 20_000 },
    );
    assert.deepEqual([real.body, real.url], [{}, `http://localhost:${server.port}/`]);
  } finally {
    await server.close();
  }
});
