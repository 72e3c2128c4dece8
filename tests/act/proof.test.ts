/** Writing a proof: all of its files, or the folder as it was. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActError } from '../../src/act/act.ts';
import { writeAll } from '../../src/act/proof/write.ts';
import { temporaryFolder, write } from '../collect/temporary.ts';
import { released } from './context.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a proof that cannot be finished leaves the folder as it was', () => {
  const folder = temporaryFolder();
  write(folder, { 'git_stat.txt': 'of an earlier try', 'done.json': '{}' });
  symlinkSync('done.json', join(folder, 'PROOF.sha256'));
  const texts = [
    ['git_stat.txt', bytes('new')],
    ['forbidden.txt', bytes('')],
    ['PROOF.sha256', bytes('digest')],
  ] as const;
  assert.throws(
    () => writeAll(released(), folder, texts),
    (error) => error instanceof ActError && error.blame === 'machine',
  );
  assert.deepEqual(readdirSync(folder).sort(), ['PROOF.sha256', 'done.json', 'git_stat.txt']);
  assert.equal(readFileSync(join(folder, 'git_stat.txt'), 'utf8'), 'of an earlier try');
  assert.equal(readFileSync(join(folder, 'done.json'), 'utf8'), '{}');
});
