/** Every detector on its own examples and near misses, and on a text that comes in pieces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROMPT_DETECTORS } from '../../src/collect/secrets/detectors/mod.ts';
import { isSecretFileName, SECRET_FILE_NAME } from '../../src/collect/secrets/file-name.ts';
import { type Located, scanText } from '../../src/collect/secrets/scan-text.ts';

function scan(id: string, text: string, pieceLength = text.length): Located[] {
  const hits: Located[] = [];
  const detectors = PROMPT_DETECTORS.filter((detector) => detector.id === id);
  assert.equal(detectors.length, 1, id);
  const scanning = scanText(detectors, (hit) => hits.push(hit));
  for (let at = 0; at < text.length; at += pieceLength) scanning.push(text.slice(at, at + pieceLength));
  scanning.end();
  return hits;
}

for (const detector of PROMPT_DETECTORS) {
  test(`${detector.id} finds each of its examples once`, () => {
    assert.ok(detector.positives.length > 0);
    for (const pieces of detector.positives) {
      const text = pieces.join('');
      const hits = scan(detector.id, text);
      assert.equal(hits.length, 1, JSON.stringify(text));
      assert.equal(hits[0]!.end <= text.length && hits[0]!.start < hits[0]!.end, true);
    }
  });

  test(`${detector.id} leaves its near misses alone`, () => {
    assert.ok(detector.nearMisses.length > 0);
    for (const pieces of detector.nearMisses) {
      const text = pieces.join('');
      assert.deepEqual(scan(detector.id, text), [], JSON.stringify(text));
    }
  });
}

test('secret-file-name flags its examples by name and nothing else', () => {
  for (const name of SECRET_FILE_NAME.positives) assert.equal(isSecretFileName(name), true, name);
  for (const name of SECRET_FILE_NAME.nearMisses) assert.equal(isSecretFileName(name), false, name);
});

test('scanText finds the same hits at the same places however the text is cut', () => {
  const key = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
  const filler = 'some \u{1f511} text\n'.repeat(3000);
  const text = `${key}\n${filler}x=${key}${filler.replaceAll('\n', ' ')}${key}`;
  const whole = scan('aws-access-key', text);
  assert.deepEqual(
    whole.map(({ line, column }) => [line, column]),
    [
      [1, 1],
      [3002, 3],
      [3002, 3 + 20 + filler.length],
    ],
  );
  for (const length of [7, 4096, 20_000]) assert.deepEqual(scan('aws-access-key', text, length), whole);
});

test('scanText gives two hits for two secrets on one line', () => {
  const key = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
  assert.deepEqual(
    scan('aws-access-key', `a=${key} b=${key}`).map((hit) => hit.column),
    [3, 26],
  );
});

test('private-key gives one fingerprint value however the lines of the key are broken', () => {
  const head = ['-----BEGIN ', 'PRIVATE KEY-----'].join('');
  const body = 'MIIBQx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7'.repeat(3);
  const values = ['\n', '\r\n', '\\n', ' '].map(
    (gap) => scan('private-key', `${head}${gap}${body}${gap}`)[0]!.value,
  );
  assert.equal(new Set(values).size, 1);
});
