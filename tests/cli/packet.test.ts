/** The task packet over the real command: written on a release only, and gone on a hold. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith, holdpoint } from './holdpoint.ts';

const RULES = fileURLToPath(new URL('../../rules/write-fence.yaml', import.meta.url));

test('act packet writes on a release, refuses a denied line, and removes its packet on a hold', async () => {
  const cwd = folderWith({
    'tree/src/calc.js': 'add\n',
    'tree/.env': 'PLACE=here-only\n',
    'fence.json': JSON.stringify({ root: 'tree', allow: ['src/calc.js'], deny_globs: ['.env'] }),
    'plan.json': JSON.stringify({ writes: [{ path: 'src/calc.js' }] }),
    'leak.txt': 'Set PLACE=here-only\n',
  });
  const file = join(cwd, 'packet.json');
  const sections = ['--set', 'fence=fence.json', '--set', 'plan=plan.json', '--tree', 'tree'];
  const act = (...more: string[]) =>
    holdpoint(['act', 'packet', '--rules', RULES, ...sections, ...more], { cwd });
  const shown = await act('--dry-run');
  assert.equal(shown.status, 0, shown.stderr);
  assert.match(shown.stdout, /write the packet to packet\.json/);
  const leak = await act('--task', 'leak.txt');
  assert.equal(leak.status, 65);
  assert.match(leak.stderr, /denied-body:\.env/);
  assert.ok(!`${leak.stdout}${leak.stderr}`.includes('here-only'));
  assert.ok(!existsSync(file));
  assert.equal((await act()).status, 0);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).must_not_change, ['.env']);
  writeFileSync(join(cwd, 'plan.json'), JSON.stringify({ writes: [{ path: '.env' }] }));
  const held = await act();
  assert.equal(held.status, 2);
  assert.match(held.stdout, /Removed the packet of an earlier release/);
  assert.ok(!existsSync(file));
});
