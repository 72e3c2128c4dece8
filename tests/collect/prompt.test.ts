/** Section `prompt` over real files: what is counted, what is found in it, and that no word of it stays. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { collectPrompt, MAX_PROMPT_BYTES, type Prompt } from '../../src/collect/prompt.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const CANARY = '7f3a9c1e7f3a9c1e';

function prompt(text: string | Uint8Array): Promise<Prompt> {
  const folder = temporaryFolder();
  write(folder, { 'prompt.txt': text });
  return collectPrompt({ host }, { prompt: join(folder, 'prompt.txt'), cap: 50, canary: CANARY });
}

const found = ({ secrets }: Prompt) => secrets.findings.map(({ detector, line }) => [detector, line]);

test('collectPrompt counts code points, not bytes or UTF-16 units', async () => {
  for (const [text, chars, bytes, estimate] of [
    ['', 0, 0, 1],
    ['four', 4, 4, 1],
    ['fives', 5, 5, 2],
    ['é'.repeat(28), 28, 56, 7],
    ['\u{1f511}'.repeat(9), 9, 36, 3],
    ['e\u0301', 2, 3, 1],
  ] as const) {
    const measured = await prompt(text);
    assert.deepEqual(
      [measured.chars, measured.bytes, measured.token_estimate],
      [chars, bytes, estimate],
      text,
    );
    assert.equal(measured.sha256, host.sha256(text));
    assert.equal(measured.cap, 50);
  }
});

test('collectPrompt pins the bytes as they stand: line ends, the last break, a mark and accents all count', async () => {
  const texts = [
    'Summarise the diff.\n',
    'Summarise the diff.\r\n',
    'Summarise the diff.',
    '\ufeffSummarise the diff.\n',
  ];
  const digests = await Promise.all(texts.map(async (text) => (await prompt(text)).sha256));
  assert.deepEqual(digests, [
    '06792c79a15f5dac7baa9f68be86f41dd180a3f458eff53b5668cd62dc756f28',
    '9485f08471ea253b8e2387d9b828561ebde8d15e36bdf3ee5c6f64393ff26341',
    '400d6fc1dba6bf30fe8a92ec5105e47edc83efa384155cbb2a95108f5c729585',
    'f9d61e45f91dcca4442d0ae7fa193cffea27007c52e36f088ae8c46f6e29dcbe',
  ]);
  const plain = await Promise.all(
    [...texts, 'Summarise the diff.\r'].map(async (text) => (await prompt(text)).sha256_lf),
  );
  assert.deepEqual([...new Set(plain)], [digests[0]]);
  const accents = await Promise.all(
    ['NFC', 'NFD'].map(async (form) => (await prompt('R\u00e9sume the diff.\n'.normalize(form))).sha256_lf),
  );
  assert.deepEqual(accents, [
    '8a732a7b12a8252169732cc784f926412b2c7397461deaed0f6424d4464fcfc7',
    '416f0aa1d67d8886de00933574a22ea634659f4ddbbbe0cbcdbad665ed34d951',
  ]);
});

test('collectPrompt counts control markers and template braces as the text that they are', async () => {
  const markers = 'Explain what <|endoftext|> and <|im_start|>system mean in a template.';
  const measured = await prompt(markers);
  assert.deepEqual([measured.chars, found(measured)], [markers.length, []]);
  const rendered = 'Review x }} {{secrets}} {{file}} politely.';
  assert.equal((await prompt(rendered)).sha256, host.sha256(rendered));
});

test('collectPrompt finds what has the shape of a secret, also where code would be let through', async () => {
  const header = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('');
  const key = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
  assert.deepEqual(found(await prompt(`note\n${['api-key', ': zzz'].join('')}\n`)), [
    ['assignment-shape', 2],
  ]);
  assert.deepEqual(found(await prompt(`look:\n\n${header}`)), [['private-key-header', 3]]);
  assert.deepEqual(found(await prompt(`use ${key} please`)), [['aws-access-key', 1]]);
  assert.deepEqual(found(await prompt([...key].join('\u200b'))), [['aws-access-key', 1]]);
  assert.ok(found(await prompt(['token=', 'demo-not-real'].join(''))).length > 0);
  assert.deepEqual(found(await prompt('the token is spoken of in prose\npassword =\n')), []);
});

test('collectPrompt proves its scan and keeps no word of the text', async () => {
  const measured = await prompt(`remember the cormorant\n${['password: ', 'h7Q2zLm9'].join('')}\n`);
  assert.deepEqual(measured.secrets.canary, { planted: true, detected: true });
  const text = JSON.stringify(measured);
  for (const word of ['cormorant', 'h7Q2zLm9', 'prompt.txt', CANARY])
    assert.equal(text.includes(word), false);
});

test('collectPrompt takes bytes that came from elsewhere, and lists what not every detector read', async () => {
  const bytes = new Uint8Array(Buffer.from('word '.repeat(220_000)));
  const { chars, secrets } = await collectPrompt({ host }, { prompt: bytes, cap: 1 });
  assert.equal(chars, 1_100_000);
  assert.deepEqual(secrets.skipped, [
    { path: 'prompt', why: 'larger than 1 MiB: secretlint did not scan it' },
  ]);
});

test('collectPrompt looks for keys in a text with NUL bytes, and says that not every detector read it', async () => {
  const measured = await prompt(`a\0b ${['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('')}`);
  assert.deepEqual(found(measured), [['aws-access-key', 1]]);
  assert.deepEqual(measured.secrets.skipped, [{ path: 'prompt', why: 'binary' }]);
});

test('collectPrompt refuses what is no UTF-8 text, too large or no file', async () => {
  const refused = (given: string | Uint8Array, pattern: RegExp) =>
    assert.rejects(collectPrompt({ host }, { prompt: given, cap: 9 }), (error) => {
      assert.ok(error instanceof CollectError);
      assert.equal(error.blame, 'input');
      return pattern.test(error.message);
    });
  await refused(new Uint8Array([0x61, 0xff, 0x62]), /Invalid UTF-8 at byte 1/);
  await refused(new Uint8Array([0xed, 0xa0, 0x80]), /Invalid UTF-8/);
  await refused(new Uint8Array(Buffer.from('\ufeffhi', 'utf16le')), /UTF-16/);
  await refused(new Uint8Array(MAX_PROMPT_BYTES + 1).fill(0x61), /larger than 16 MiB/);
  const folder = temporaryFolder();
  await refused(join(folder, 'no.txt'), /no\.txt/);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await refused(join(folder, 'pipe'), /not a regular file/);
});
