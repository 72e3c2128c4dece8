/** Tickets and cards: written on a release, gone on a hold, and never anything else in their place. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActError } from '../../src/act/act.ts';
import { planOutputFile, removeStale } from '../../src/act/output-file.ts';
import { temporaryFolder } from '../collect/temporary.ts';
import { released } from './context.ts';

const ticket = { decision: 'local_pass', url: 'http://127.0.0.1/', sha256: 'ab', body_bytes: 2 };
const refuses = (error: unknown) => error instanceof ActError && error.blame === 'input';

test('an output file is written whole, over the one of an earlier release', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'ticket.json');
  writeFileSync(file, 'stale');
  const plan = planOutputFile(released({ ticket }), 'ticket', file);
  assert.equal(readFileSync(file, 'utf8'), 'stale');
  assert.match(plan.steps.join(), /write the ticket to/);
  await plan.perform();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), ticket);
  assert.deepEqual(readdirSync(folder), ['ticket.json']);
});

test('an output that no policy gives is not made up', () => {
  assert.throws(() => planOutputFile(released(), 'ticket', join(temporaryFolder(), 't')), refuses);
});

test('a stale output file is removed and said to be, and nothing is said when there is none', () => {
  const file = join(temporaryFolder(), 'ticket.json');
  assert.deepEqual(removeStale(released(), 'ticket', file), []);
  writeFileSync(file, '{}');
  assert.match(
    removeStale(released(), 'ticket', file).join(),
    /^Removed the ticket of an earlier release: .*ticket\.json$/,
  );
  assert.ok(!existsSync(file));
});

test('a folder or a link in the place of an output file is neither written nor removed', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'dir'));
  writeFileSync(join(folder, 'dir', 'kept'), '');
  writeFileSync(join(folder, 'other'), 'kept');
  symlinkSync(join(folder, 'other'), join(folder, 'link'));
  for (const name of ['dir', 'link']) {
    const file = join(folder, name);
    assert.throws(() => planOutputFile(released({ ticket }), 'ticket', file), refuses);
    assert.throws(() => removeStale(released(), 'ticket', file), refuses);
  }
  assert.ok(existsSync(join(folder, 'dir', 'kept')));
  assert.equal(readFileSync(join(folder, 'other'), 'utf8'), 'kept');
});

test('an output file that cannot be written leaves no older one behind', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'ticket.json');
  writeFileSync(file, 'stale');
  const context = released({ ticket });
  const { host } = context;
  const writeAtomic = () => host.files.writeAtomic(join(folder, 'none', 'x'), '');
  const failing = { ...context, host: { ...host, files: { ...host.files, writeAtomic } } };
  await assert.rejects(
    async () => planOutputFile(failing, 'ticket', file).perform(),
    (error) => error instanceof ActError && error.blame === 'machine',
  );
  assert.ok(!existsSync(file));
});
