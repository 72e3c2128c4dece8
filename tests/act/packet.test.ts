/** The task packet: names and allowed digests, and no word of what must not change. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActError } from '../../src/act/act.ts';
import { planPacket } from '../../src/act/packet.ts';
import { collectTree } from '../../src/collect/mod.ts';
import { OWN_FILE } from '../../src/engine/evidence/left-out.ts';
import type { Evidence, Json } from '../../src/engine/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from '../collect/temporary.ts';
import { released } from './context.ts';

const FENCE = { root: 'tree', allow: ['src/calc.js', 'notes/*'], deny_globs: ['.env', '*.pem'] };
const FILES = {
  'tree/src/calc.js': 'add\n',
  'tree/src/other.js': 'export const one = 1;\nexport const two = 2;\n',
  'tree/notes/todo.md': 'draft\n',
  'tree/notes/key.pem': 'not to be told\n',
  'tree/.env': 'MODE=nowhere\nPLACE=here-only\n',
};

async function place(more: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  write(folder, { ...FILES, ...more });
  const output = join(folder, 'packet.json');
  const tree = (await collectTree({ host: nodeHost() }, { root: join(folder, 'tree') })) as unknown as Json;
  const plan = (options: { task?: string; evidence?: Evidence } = {}) => {
    const { task } = options;
    if (task !== undefined) writeFileSync(join(folder, 'task.txt'), task);
    const evidence = options.evidence ?? { fence: FENCE, tree };
    const context = { ...released(), snapshot: { schema: 'holdpoint/snapshot@1' as const, evidence } };
    return planPacket(context, { output, ...(task === undefined ? {} : { task: join(folder, 'task.txt') }) });
  };
  return { folder, output, tree, plan };
}
const refusal =
  (...wanted: string[]) =>
  (error: unknown) =>
    error instanceof ActError &&
    error.blame === 'input' &&
    wanted.every((one) => error.message.includes(one));

test('a packet names what may be written and what must not change, with digests of allowed files only', async () => {
  const { folder, output, tree, plan } = await place();
  const planned = await plan({ task: 'Describe add() in one line.\n' });
  assert.ok(!existsSync(output));
  assert.match(planned.steps.join(), /^write the packet to/);
  await planned.perform();
  const text = readFileSync(output, 'utf8');
  const stamps = (tree as { files: Record<string, { sha256: string }> }).files;
  assert.deepEqual(JSON.parse(text), {
    task: 'Describe add() in one line.\n',
    may_write: ['src/calc.js', 'notes/*'],
    must_not_change: ['.env', 'notes/key.pem', 'src/other.js'],
    pre_hashes: {
      'notes/todo.md': stamps['notes/todo.md']!.sha256,
      'src/calc.js': stamps['src/calc.js']!.sha256,
    },
  });
  for (const path of ['.env', 'notes/key.pem', 'src/other.js'])
    assert.ok(!text.includes(stamps[path]!.sha256), path);
  assert.deepEqual(readdirSync(folder).sort(), ['packet.json', 'task.txt', 'tree']);
});

test('the stamp from before the job is the one that counts', async () => {
  const { output, tree, plan } = await place();
  const before = { root: '.', files: { 'src/calc.js': { sha256: 'b'.repeat(64), size: 1 } } };
  await (await plan({ evidence: { fence: FENCE, tree, tree_before: before } })).perform();
  assert.deepEqual(JSON.parse(readFileSync(output, 'utf8')), {
    may_write: FENCE.allow,
    must_not_change: [],
    pre_hashes: { 'src/calc.js': 'b'.repeat(64) },
  });
});

test('a task that repeats a denied line, or the whole of another file, is refused and its text not told', async () => {
  const { output, plan } = await place();
  const told = (error: unknown) => assert.ok(!String((error as Error).message).includes('here-only'));
  await assert.rejects(plan({ task: 'Use this:\n   PLACE=here-only' }), (error) => {
    told(error);
    return refusal('denied-body:.env')(error);
  });
  const whole = FILES['tree/src/other.js'].replaceAll('\n', '\r\n');
  await assert.rejects(
    plan({ task: `${whole} and not to be told` }),
    refusal('denied-body:notes/key.pem', 'denied-body:src/other.js'),
  );
  assert.ok(!existsSync(output));
  await plan({ task: 'Like export const one = 1; in the other file' });
});

test('a secret is refused in the task and in the name of a file, and its value not told', async () => {
  const key = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
  const silent = (error: unknown) =>
    refusal('a secret would be in the packet', 'aws-access-key')(error) && !String(error).includes(key);
  const { plan, output } = await place();
  await assert.rejects(plan({ task: `Call it with ${key}` }), silent);
  const named = await place({ [`tree/${key}`]: 'x' });
  await assert.rejects(named.plan(), silent);
  assert.ok(!existsSync(output));
});

test('without a fence, a stamp, or a denied file to compare with, there is no packet', async () => {
  const { folder, tree, plan } = await place();
  for (const fence of [
    null,
    {},
    { allow: [] },
    { allow: ['**'] },
    { allow: [1] },
    { allow: ['a'], deny_globs: 'x' },
  ])
    await assert.rejects(plan({ evidence: { fence, tree } }), refusal('no fence'), JSON.stringify(fence));
  await assert.rejects(plan({ evidence: { fence: FENCE } }), refusal('no stamped tree'));
  const gone = { root: join(folder, 'gone'), files: { '.env': { sha256: 'a'.repeat(64), size: 1 } } };
  const evidence = { fence: FENCE, tree: gone };
  await assert.rejects(plan({ task: 'Go on', evidence }), refusal('Cannot compare the task with .env'));
  symlinkSync('tree', join(folder, 'packet.json'));
  await assert.rejects(plan(), refusal('a symbolic link stands there'));
});

test('a file that was not stamped must not change either, and no task can be compared with it', async () => {
  const { output, plan } = await place();
  const skipped = [
    { path: 'keys/a.pem', why: 'permission denied' },
    { path: 'src/calc.js', why: 'permission denied' },
    { path: '.holdpoint', why: OWN_FILE },
  ];
  const evidence = { fence: FENCE, tree: { root: '.', files: {}, skipped } };
  await assert.rejects(plan({ task: 'Go on', evidence }), refusal('keys/a.pem: it was not stamped'));
  await (await plan({ evidence })).perform();
  assert.deepEqual(JSON.parse(readFileSync(output, 'utf8')).must_not_change, ['keys/a.pem']);
});

test('the task may lie in the tree that it is about', async () => {
  const { folder, output, plan } = await place();
  writeFileSync(join(folder, 'task.txt'), '');
  const tree = (await collectTree({ host: nodeHost() }, { root: folder })) as unknown as Json;
  const fence = { allow: ['tree/src/calc.js'], deny_globs: ['.env'] };
  await (await plan({ task: 'Describe add() in one line.', evidence: { fence, tree } })).perform();
  assert.ok(JSON.parse(readFileSync(output, 'utf8')).must_not_change.includes('task.txt'));
});
