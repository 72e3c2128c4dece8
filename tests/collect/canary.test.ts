/** The canary: what is planted for each detector is seen by the scan of this session, or the evidence says by whom it was not. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { proveScanner } from '../../src/collect/secrets/canary.ts';
import { DETECTORS } from '../../src/collect/secrets/detectors/mod.ts';
import { describeDetectors, prepareScanner } from '../../src/collect/secrets/prepare.ts';
import { collectSecrets } from '../../src/collect/secrets.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const CANARY = '7f3a9c1e7f3a9c1e';

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  write(folder, files);
  return folder;
}

test('collectSecrets plants a canary that every detector sees, and none of it among the findings or the files', async () => {
  const path = folderOf({ 'src/add.py': 'x = 1\n', 'b.txt': 'b' });
  const secrets = await collectSecrets({ host }, { path, canary: CANARY });
  assert.deepEqual(secrets.canary, { planted: true, detected: true });
  assert.deepEqual([secrets.findings, secrets.skipped, secrets.scanned_files], [[], [], 2]);
  const ids = secrets.detectors.map(({ id }) => id);
  for (const id of [
    'canary',
    'aws-access-key',
    'private-key',
    'assignment',
    'secret-file-name',
    'secretlint',
  ])
    assert.ok(ids.includes(id), id);
  assert.equal(JSON.stringify(secrets).includes(CANARY), false);
});

test('a scan without a canary says that none was planted', async () => {
  const { canary, detectors } = await collectSecrets({ host }, { path: folderOf({ a: 'x' }) });
  assert.deepEqual(canary, { planted: false, detected: false });
  assert.equal(
    detectors.some(({ id }) => id === 'canary'),
    false,
  );
});

test('two canaries make the same evidence: what is drawn is not in it', async () => {
  const path = folderOf({ 'a.txt': 'x' });
  const [one, other] = [CANARY, '0123456789abcdef'].map((canary) =>
    collectSecrets({ host }, { path, canary }),
  );
  assert.deepEqual(await one, await other);
});

test('a detector that has gone blind is named, and the canary counts as not detected', async () => {
  const scanner = await prepareScanner({ host }, DETECTORS, { canary: CANARY });
  const detectors = describeDetectors({ host }, scanner);
  const blind = scanner.detectors.map((one) =>
    one.id === 'private-key' ? { ...one, match: () => undefined } : one,
  );
  assert.deepEqual(await proveScanner({ host }, { ...scanner, detectors: blind }, CANARY, detectors), {
    planted: true,
    detected: false,
    missed_by: ['private-key'],
  });
  const deaf = { ...scanner, secretlint: { ...scanner.secretlint!, lint: async () => [] } };
  assert.deepEqual((await proveScanner({ host }, deaf, CANARY, detectors)).missed_by, ['secretlint']);
});

test('the planted file is gone after the scan, and also after one that was stopped', async () => {
  const temporary = temporaryFolder();
  const planting = {
    ...host,
    files: { ...host.files, makeTemporary: () => fs.mkdtempSync(join(temporary, 'plant-')) },
  };
  const path = folderOf({ 'a.txt': 'x' });
  await collectSecrets({ host: planting }, { path, canary: CANARY });
  assert.deepEqual(fs.readdirSync(temporary), []);
  const failing = {
    ...planting,
    files: {
      ...planting.files,
      *chunks(file: string): Generator<Uint8Array> {
        if (file.startsWith(temporary)) throw new Error('stopped');
        yield* host.files.chunks(file);
      },
    },
  };
  await assert.rejects(collectSecrets({ host: failing }, { path, canary: CANARY }), /stopped/);
  assert.deepEqual(fs.readdirSync(temporary), []);
});

test('a canary that cannot be planted, or is not fresh hexadecimal, is an error and no scan', async () => {
  const path = folderOf({ 'a.txt': 'x' });
  const gone = join(os.tmpdir(), 'holdpoint-no-such-folder');
  const nowhere = { ...host, files: { ...host.files, makeTemporary: () => gone } };
  await assert.rejects(
    collectSecrets({ host: nowhere }, { path, canary: CANARY }),
    (error) =>
      error instanceof CollectError && error.blame === 'machine' && /plant the canary/.test(error.message),
  );
  await assert.rejects(collectSecrets({ host }, { path, canary: 'CANARY_WORD' }), CollectError);
});
