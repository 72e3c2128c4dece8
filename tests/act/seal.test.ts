/** The bundle: exactly the named files, all or none, on a real disk. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActError } from '../../src/act/act.ts';
import { planSeal } from '../../src/act/seal.ts';
import { temporaryFolder, write } from '../collect/temporary.ts';
import { released } from './context.ts';

function place(files: Readonly<Record<string, string>> = { 'a.txt': 'a', 'src/b.mjs': 'b', '.env': 'x' }) {
  const folder = temporaryFolder();
  write(folder, files);
  const to = join(folder, 'bundle');
  const seal = (...names: string[]) => planSeal(released(), { names, from: folder, to });
  return { folder, to, seal };
}

const tree = (folder: string): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort();
const refusal = (wanted: string) => (error: unknown) =>
  error instanceof ActError && error.blame === 'input' && error.message.includes(wanted);

test('a bundle holds exactly the named files, byte for byte, with their modes', async () => {
  const { folder, to, seal } = place();
  chmodSync(join(folder, 'src/b.mjs'), 0o755);
  const plan = seal('a.txt', './src//b.mjs');
  assert.deepEqual(tree(folder), ['.env', 'a.txt', 'src', 'src/b.mjs']);
  const done = await plan.perform();
  assert.deepEqual(tree(to), ['a.txt', 'src', 'src/b.mjs']);
  assert.equal(readFileSync(join(to, 'src/b.mjs'), 'utf8'), 'b');
  assert.equal(statSync(join(to, 'src/b.mjs')).mode & 0o777, 0o755);
  assert.deepEqual(Object.keys((done.result as { files: object }).files), ['a.txt', 'src/b.mjs']);
  assert.deepEqual(
    tree(folder).filter((name) => name.startsWith('.seal')),
    [],
  );
});

test('a bundle is made again over an earlier one of the same names', async () => {
  const { folder, to, seal } = place();
  await seal('a.txt', 'src/b.mjs').perform();
  writeFileSync(join(folder, 'a.txt'), 'new');
  await seal('a.txt', 'src/b.mjs').perform();
  assert.equal(readFileSync(join(to, 'a.txt'), 'utf8'), 'new');
  assert.deepEqual(
    tree(folder).filter((name) => name.startsWith('.seal')),
    [],
  );
});

test('every file that cannot be sealed is told with its reason, and then none is sealed', () => {
  const ticket = JSON.stringify({ decision: 'local_pass', url: 'u', sha256: 's', body_bytes: 1 });
  const { folder, seal } = place({
    'a.txt': 'a',
    '.env': 'x',
    'src/.hidden/c': 'c',
    'dir/d': 'd',
    'publish_ticket.json': '{}',
    'renamed.json': ticket,
  });
  symlinkSync('a.txt', join(folder, 'link'));
  symlinkSync('dir', join(folder, 'linked'));
  const table: readonly (readonly [name: string, fault: string])[] = [
    ['none', 'missing:none'],
    ['dir', 'missing:dir'],
    ['.env', 'dotfile:.env'],
    ['src/.hidden/c', 'dotfile:src/.hidden/c'],
    ['link', 'symlink:link'],
    ['linked/d', 'symlink:linked/d'],
    ['publish_ticket.json', 'ticket:publish_ticket.json'],
    ['dir/Publish_Ticket.JSON', 'ticket:dir/Publish_Ticket.JSON'],
    ['renamed.json', 'ticket:renamed.json'],
    ['../a.txt', 'unsafe-path:../a.txt'],
    ['/etc/hosts', 'unsafe-path:/etc/hosts'],
    ['dir/../a.txt', 'unsafe-path:dir/../a.txt'],
    ['C:\\a.txt', 'unsafe-path:'],
    ['a.txt\u0000', 'unsafe-path:'],
    ['./a.txt', 'twice:./a.txt'],
  ];
  for (const [name, fault] of table) assert.throws(() => seal('a.txt', name), refusal(fault), name);
  assert.throws(() => seal('a.txt', 'none', '.env'), refusal('missing:none, dotfile:.env'));
  assert.throws(() => seal(), refusal('No file is named'));
  assert.ok(!tree(folder).includes('bundle'));
});

test('a bundle takes no place in which anything else would be lost', () => {
  const { folder } = place({ 'a.txt': 'a', 'keep/other': 'x', 'in/a.txt': 'a' });
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('keep', join(folder, 'link'));
  mkdirSync(join(folder, 'half'));
  writeFileSync(join(folder, 'half', 'a.txt'), 'old');
  symlinkSync('../a.txt', join(folder, 'half', 'b'));
  const before = tree(folder);
  const seal = (to: string, name = 'a.txt') =>
    planSeal(released(), { names: [name], from: folder, to: join(folder, to) });
  for (const to of ['keep', 'file', 'link', 'half', '.', './']) assert.throws(() => seal(to), ActError, to);
  assert.throws(() => seal('in', 'in/a.txt'), refusal('stands in it'));
  assert.throws(() => planSeal(released(), { names: ['a.txt'], from: folder, to: '/' }), ActError);
  assert.deepEqual(tree(folder), before);
});

test('a bundle that cannot be finished leaves the earlier one as it was', async () => {
  const { folder, to, seal } = place();
  await seal('a.txt', 'src/b.mjs').perform();
  writeFileSync(join(folder, 'a.txt'), 'new');
  const context = released();
  const { host } = context;
  let written = 0;
  const writeAtomic: typeof host.files.writeAtomic = (path, data, mode) => {
    written += 1;
    host.files.writeAtomic(written === 2 ? join(folder, 'none', 'x') : path, data, mode);
  };
  const failing = { ...context, host: { ...host, files: { ...host.files, writeAtomic } } };
  const plan = planSeal(failing, { names: ['a.txt', 'src/b.mjs'], from: folder, to });
  await assert.rejects(
    async () => plan.perform(),
    (error) => error instanceof ActError && error.blame === 'machine',
  );
  assert.equal(readFileSync(join(to, 'a.txt'), 'utf8'), 'a');
  assert.deepEqual(tree(to), ['a.txt', 'src', 'src/b.mjs']);
  assert.deepEqual(
    tree(folder).filter((name) => name.startsWith('.seal')),
    [],
  );
});
