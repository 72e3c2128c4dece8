/** Section `secrets` over files that were made to blind the scan or to keep it busy. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { collectSecrets, type Secrets } from '../../src/collect/secrets.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const AWS = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
const SPLIT = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('\u200b');
const GITLAB = ['glpat', '-', 'Zk3vQ9mT2xW7bN5cR8yL'].join('');

async function scan(files: Record<string, string | Uint8Array>): Promise<Secrets> {
  const folder = temporaryFolder();
  write(folder, files);
  return collectSecrets({ host }, { path: folder });
}

function places({ findings }: Secrets): (string | number)[][] {
  return findings.map(({ detector, path, line, column }) => [detector, path, line, column]);
}

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  );

test('collectSecrets reads a file as plain bytes too, whatever its first bytes say', async () => {
  const text = `a\n${AWS}\n${GITLAB}\n`;
  const secrets = await scan({
    'big.txt': bytes([0xfe, 0xff], text),
    'little.txt': bytes([0xff, 0xfe], text),
    'padded.txt': bytes(' \0'.repeat(4000), `\n${text}`),
  });
  assert.deepEqual(
    places(secrets).map(([detector, path, line]) => [detector, path, line]),
    [
      ['aws-access-key', 'big.txt', 2],
      ['secretlint:gitlab', 'big.txt', 3],
      ['aws-access-key', 'little.txt', 2],
      ['secretlint:gitlab', 'little.txt', 3],
      ['aws-access-key', 'padded.txt', 3],
      ['secretlint:gitlab', 'padded.txt', 4],
    ],
  );
});

test('collectSecrets finds a key in a binary, which stays listed as one', async () => {
  const secrets = await scan({
    'a.bin': bytes([0, 1, 2, 3, 0], `\0${AWS}\0`, [9, 0]),
    'b.bin': bytes([0, 1, 2, 3], [...AWS].join('\0'), [0, 0]),
  });
  assert.deepEqual(
    secrets.findings.map(({ detector, path }) => [detector, path]),
    [
      ['aws-access-key', 'a.bin'],
      ['aws-access-key', 'b.bin'],
    ],
  );
  assert.deepEqual(
    secrets.skipped.map(({ why }) => why),
    ['binary', 'binary'],
  );
});

test('collectSecrets finds keys that invisible characters take apart, and tells an open key once', async () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  const secrets = await scan({
    'a.txt': `x\n ${SPLIT}\n`,
    'b.txt': `${'x'.repeat(9000)}\n${[...AWS].join('\0')}`,
    'c.txt': utf16(`x\n${SPLIT}\n`),
    'd.txt': `\u{1f469}\u200d\u{1f4bb} ${AWS} ${AWS}\n`,
    'e.txt': [...AWS].join('\u{e0020}\u00ad'),
  });
  assert.deepEqual(places(secrets), [
    ['aws-access-key', 'a.txt', 2, 2],
    ['aws-access-key', 'b.txt', 2, 1],
    ['aws-access-key', 'c.txt', 2, 1],
    ['aws-access-key', 'd.txt', 1, 7],
    ['aws-access-key', 'd.txt', 1, 28],
    ['aws-access-key', 'e.txt', 1, 1],
  ]);
  assert.deepEqual(secrets.skipped, []);
});

test('collectSecrets stops secretlint in a file that is full of hits, and says so', async () => {
  const tokens = Array.from({ length: 20_000 }, (_, at) => GITLAB.slice(0, -5) + String(at).padStart(5, '0'));
  const secrets = await scan({ 'many.txt': `${tokens.join('\n')}\n` });
  assert.equal(secrets.findings.length, 200);
  assert.deepEqual(places(secrets).at(-1), ['secretlint:gitlab', 'many.txt', 200, 1]);
  assert.deepEqual(secrets.skipped, [
    { path: 'many.txt', why: 'more than 200 findings: secretlint did not look for the rest' },
  ]);
});

test('collectSecrets finds by secretlint what stands at the seams of its slices, once and at its place', async () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `line ${at}`);
  for (const at of [0, 5000, 11_999]) lines[at] = `  ${GITLAB}`;
  const secrets = await scan({
    'lines.txt': lines.join('\n'),
    'long.txt': `${' '.repeat(64 * 1024 - 10)}${GITLAB} `,
  });
  assert.deepEqual(
    places(secrets).map(([, path, line, column]) => [path, line, column]),
    [
      ['lines.txt', 1, 3],
      ['lines.txt', 5001, 3],
      ['lines.txt', 12_000, 3],
      ['long.txt', 1, 64 * 1024 - 9],
    ],
  );
});

test('collectSecrets stops between the slices of one file when it is told to', async () => {
  const folder = temporaryFolder();
  write(folder, { 'a.txt': 'some words\n'.repeat(90_000) });
  const stop = new AbortController();
  const running = collectSecrets({ host, signal: stop.signal }, { path: folder });
  setTimeout(() => stop.abort(new Error('stopped')), 0);
  await assert.rejects(running, /stopped/);
});
