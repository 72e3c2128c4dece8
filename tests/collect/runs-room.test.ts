/** The search path and the place of a run lead into the copy, never back to the folder. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Room, withPlace, withRoom } from '../../src/collect/runs/room.ts';
import type { Host } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();

/** What a run is given that is started at `workingDirectory` with this search path. */
function roomAt(
  workingDirectory: string,
  folder: string,
  path?: string,
): Promise<Room & { readonly place: string }> {
  const env: Host['env'] = { names: () => [], get: (name) => (name === 'PATH' ? path : undefined) };
  const context = { host: { ...host, workingDirectory, env } };
  return withPlace(context, (place) =>
    withRoom(context, place, { folder, pass: [] }, (room) => Promise.resolve({ ...room, place })),
  );
}

test('the search path leads to the programs of the copy, and to no relative place', async () => {
  const folder = temporaryFolder();
  write(folder, { 'node_modules/.bin/till': 'x' });
  const path = `${folder}/node_modules/.bin:.:bin::/usr/bin:${folder}-other/bin`;
  const { env, place } = await roomAt(folder, '.', path);
  assert.equal(env['PATH'], `${place}/work/node_modules/.bin:/usr/bin:${folder}-other/bin`);
  assert.equal((await roomAt(folder, '.')).env['PATH'], '/usr/bin:/bin');
});

test('a command runs where the caller stands in the copied folder, or at its top', async () => {
  const folder = temporaryFolder();
  write(folder, { 'packages/till/a.txt': 'a' });
  const here = await roomAt(join(folder, 'packages/till'), '../..');
  assert.equal(here.cwd, join(here.place, 'work/packages/till'));
  const elsewhere = await roomAt(temporaryFolder(), folder);
  assert.equal(elsewhere.cwd, join(elsewhere.place, 'work'));
  assert.ok(!fs.existsSync(here.place) && !fs.existsSync(elsewhere.place));
});
