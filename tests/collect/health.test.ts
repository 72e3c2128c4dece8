/** The health probe against a real server on loopback that misbehaves in every way we know. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import process from 'node:process';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collectHealth, type Health, type HealthOptions } from '../../src/collect/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { rawServer } from './raw-server.ts';

const host = nodeHost();
const BODY = '{"status":"ok","component":"healthgate"}';
const OK = 'HTTP/1.1 200 OK\r\n';
const sized = (body: string, status = OK) =>
  `${status}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Says it all and closes. */
const says = (text: string | Uint8Array) => (socket: Socket) => void socket.end(text);
/** Says it all and keeps the line open. */
const saysAndStays = (text: string) => (socket: Socket) => void socket.write(text);

async function probe(
  answer: (socket: Socket) => void,
  options: Partial<HealthOptions> = {},
): Promise<{ health: Health; requests: readonly string[]; connections: number }> {
  const server = await rawServer(answer);
  try {
    const url = `http://127.0.0.1:${server.port}/health`;
    const health = await collectHealth({ host }, { url, timeoutMs: 20_000, ...options });
    return { health, requests: server.requests, connections: server.connections() };
  } finally {
    await server.close();
  }
}

test('a probe records what came, and asks plainly: one GET, no compression, no keeping alive', async () => {
  const { health, requests } = await probe(says(sized(BODY)));
  const { url, port, ...rest } = health;
  assert.equal(url, `http://127.0.0.1:${port}/health`);
  assert.deepEqual(rest, {
    bind_host: '127.0.0.1',
    path: '/health',
    status: 200,
    content_type: 'application/json',
    bytes: BODY.length,
    sha256: host.sha256(BODY),
    body: { status: 'ok', component: 'healthgate' },
  });
  assert.deepEqual(requests, [
    `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: holdpoint\r\nConnection: close\r\n\r\n`,
  ]);
});

const chunked = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const HEALTHY: Readonly<Record<string, string>> = {
  'a body in chunks': `${chunked}5;x=y\r\n${BODY.slice(0, 5)}\r\n${(BODY.length - 5).toString(16)}\r\n${BODY.slice(5)}\r\n0\r\nTrailer: x\r\n\r\n`,
  'HTTP/1.0 without a length': `HTTP/1.0 200 OK\r\n\r\n${BODY}`,
  'no reason phrase': `HTTP/1.1 200\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  'a byte-order mark before the JSON': sized(`\u00ef\u00bb\u00bf${BODY}`),
  'an interim answer first': `HTTP/1.1 100 Continue\r\n\r\n${sized(BODY)}`,
  'more than was announced': `${sized(BODY)}trailing`,
};
for (const [name, text] of Object.entries(HEALTHY)) {
  test(`a probe understands ${name}`, async () => {
    const { health } = await probe(says(Buffer.from(text, 'latin1')));
    assert.deepEqual([health.status, health.error], [200, undefined]);
    assert.deepEqual(health.body, { status: 'ok', component: 'healthgate' });
  });
}

test('a probe does not wait for the line to close once the announced body is there', async () => {
  assert.deepEqual((await probe(saysAndStays(sized(BODY)))).health.body, JSON.parse(BODY));
  assert.equal((await probe(saysAndStays('HTTP/1.1 204 No Content\r\n\r\n'))).health.status, 204);
});

test('a probe takes an answer that comes byte by byte, as long as it is in time', async () => {
  const { health } = await probe((socket) => {
    let at = 0;
    const text = sized(BODY);
    const next = () => {
      if (at < text.length) socket.write(text.charAt(at++), () => setImmediate(next));
      else socket.end();
    };
    next();
  });
  assert.deepEqual(health.body, JSON.parse(BODY));
});

const FAULTS: readonly (readonly [name: string, answer: string, error: string])[] = [
  ['nothing at all', '', 'closed-early'],
  ['a body shorter than announced', `${OK}Content-Length: 99\r\n\r\n${BODY}`, 'closed-early'],
  ['a head that breaks off', `${OK}Content-Le`, 'closed-early'],
  ['chunks that break off', `${chunked}28\r\n{"status`, 'closed-early'],
  ['two lengths', `${OK}Content-Length: 40\r\nContent-Length: 41\r\n\r\n${BODY}`, 'duplicate-content-length'],
  [
    'the same length twice',
    `${OK}Content-Length: 40\r\nContent-Length: 40\r\n\r\n${BODY}`,
    'duplicate-content-length',
  ],
  [
    'a length and chunks',
    `${OK}Content-Length: 40\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'ambiguous-length',
  ],
  ['a length that is no number', `${OK}Content-Length: -1\r\n\r\n${BODY}`, 'bad-content-length'],
  ['a length in words', `${OK}Content-Length: 0x28\r\n\r\n${BODY}`, 'bad-content-length'],
  ['garbage for chunks', `${chunked}zz\r\n${BODY}\r\n0\r\n\r\n`, 'bad-chunk'],
  ['a chunk longer than it says', `${chunked}5\r\n${BODY}\r\n0\r\n\r\n`, 'bad-chunk'],
  ['a chunk size that never ends', `${chunked}${'0'.repeat(2000)}`, 'bad-chunk'],
  [
    'an unknown transfer encoding',
    `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    'unknown-transfer-encoding',
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'bad-status-line'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n', 'bad-status-line'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'bad-status-line'],
  ['HTTP/2 in clear', 'HTTP/2 200 OK\r\n\r\n', 'bad-status-line'],
  ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'bad-status-line'],
  ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20), 'bad-status-line'],
  ['a header without a colon', `${OK}Content-Type\r\n\r\n`, 'bad-header'],
  ['a header with a space in its name', `${OK}Content-Length : 40\r\n\r\n${BODY}`, 'bad-header'],
  ['a folded header', `${OK}A: b\r\n c\r\n\r\n`, 'bad-header'],
  ['a header with a NUL', `${OK}A: b\u0000c\r\n\r\n`, 'bad-header'],
  ['a header of 20 KB', `${OK}A: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
  ['headers that never end', `${OK}${'A: b\r\n'.repeat(4000)}`, 'headers-too-large'],
  ['two hundred headers', `${OK}${'A: b\r\n'.repeat(200)}\r\n`, 'headers-too-large'],
  ['an unknown compression', `${OK}Content-Encoding: br\r\nContent-Length: 1\r\n\r\nx`, 'compressed-body'],
];
for (const [name, answer, error] of FAULTS) {
  test(`a probe that is answered with ${name} is evidence of ${error}`, async () => {
    const { health } = await probe(says(Buffer.from(answer, 'latin1')));
    const { url: _, port: __, ...rest } = health;
    assert.deepEqual(rest, { bind_host: '127.0.0.1', path: '/health', error });
  });
}

test('a compressed body is refused before it is unpacked, however it is spelled', async () => {
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  for (const field of ['gzip', 'GZIP', 'gzip, gzip', 'deflate']) {
    const head = `${OK}Content-Encoding: ${field}\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const { health } = await probe(says(Buffer.concat([Buffer.from(head), bomb])));
    assert.equal(health.error, 'compressed-body');
  }
  assert.equal((await probe(says(`${OK}Content-Encoding: identity\r\n\r\n${BODY}`))).health.error, undefined);
});

test('a redirect is recorded and not followed', async () => {
  const other = await rawServer(says(sized(BODY)));
  try {
    const answer = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${other.port}/health\r\nContent-Length: 0\r\n\r\n`;
    const { health, connections } = await probe(says(answer));
    assert.deepEqual([health.status, connections, other.connections()], [302, 1, 0]);
  } finally {
    await other.close();
  }
});

test('a probe asks no proxy, whatever the environment says', async () => {
  const proxy = await rawServer(says(sized('{"status":"proxied"}')));
  const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => process.env[name]);
  for (const name of names)
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
  try {
    assert.deepEqual((await probe(says(sized(BODY)))).health.body, JSON.parse(BODY));
    assert.equal(proxy.connections(), 0);
  } finally {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await proxy.close();
  }
});

test('one deadline covers the whole probe: silence, dripping, and a line that is never closed', async () => {
  const silent = () => undefined;
  const stays = saysAndStays(`${OK}\r\n${BODY}`);
  const drips = (socket: Socket) => {
    socket.write(OK);
    const timer = setInterval(() => socket.write('A: b\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  for (const answer of [silent, stays, drips]) {
    const { health } = await probe(answer, { timeoutMs: 150 });
    assert.deepEqual([health.error, health.status, health.body], ['timeout', undefined, undefined]);
  }
});

test('no more of a body than one byte over the limit is kept, however it comes, and an endless one is cut', async () => {
  const long = 'x'.repeat(5000);
  const endless = (socket: Socket) => {
    socket.write(`${OK}\r\n`);
    const more = () => void (socket.destroyed || socket.write(long, () => setImmediate(more)));
    more();
  };
  const answers = [
    says(sized(long)),
    says(`${OK}\r\n${long}`),
    says(`${chunked}1388\r\n${long}\r\n0\r\n\r\n`),
    says(`${OK}Content-Length: 999999999999\r\n\r\n${long}`),
    endless,
  ];
  for (const answer of answers) {
    const { health } = await probe(answer, { maxBytes: 256 });
    assert.deepEqual(
      [health.bytes, health.sha256, health.body, health.error],
      [257, undefined, undefined, undefined],
    );
  }
  const exact = await probe(says(sized(`"${'x'.repeat(254)}"`)), { maxBytes: 256 });
  assert.deepEqual([exact.health.bytes, exact.health.body], [256, 'x'.repeat(254)]);
});

test('a body that is no strict JSON has a parse error that shows nothing of it', async () => {
  const secret = ['hun', 'ter2'].join('');
  const deep = '['.repeat(100) + ']'.repeat(100);
  for (const body of ['<html>', `{"a":"${secret}"`, '{"a":1,"a":2}', '{"a":1e999}', '\u00ff', '', deep]) {
    const { health } = await probe(says(Buffer.from(sized(body), 'latin1')));
    assert.equal(typeof health.parse_error, 'string', body);
    assert.ok(!health.parse_error!.includes(secret));
    assert.equal(health.sha256, host.sha256(Buffer.from(body, 'latin1')));
  }
});

test('a content type that stands twice is not recorded', async () => {
  const twice = `${OK}Content-Type: application/json\r\nContent-Type: text/html\r\n\r\n${BODY}`;
  assert.equal((await probe(says(twice))).health.content_type, undefined);
});

test('nobody listening, and a line that is cut, are evidence', async () => {
  const server = await rawServer(() => undefined);
  const url = `http://127.0.0.1:${server.port}/health`;
  await server.close();
  assert.equal((await collectHealth({ host }, { url })).error, 'connection-refused');
  const { health } = await probe((socket) => socket.resetAndDestroy());
  assert.equal(health.error, 'connection-reset');
});

test('a probe that the user stops ends with the reason of the signal', async () => {
  const stop = new AbortController();
  const server = await rawServer(() => stop.abort(new Error('stopped')));
  try {
    const url = `http://127.0.0.1:${server.port}/`;
    await assert.rejects(collectHealth({ host, signal: stop.signal }, { url, timeoutMs: 20_000 }), /stopped/);
  } finally {
    await server.close();
  }
});
