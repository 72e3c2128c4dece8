/** What the collectors give is what the engine takes: each section passes its schema, and a snapshot of it can be read again. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  collectChange,
  collectEnvironment,
  collectLocks,
  collectPrompt,
  collectSecrets,
  collectTree,
} from '../../src/collect/mod.ts';
import { parseJson } from '../../src/engine/evidence/parse-json.ts';
import * as files from '../../src/engine/evidence/sections/files.ts';
import * as machine from '../../src/engine/evidence/sections/machine.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, write } from './temporary.ts';

test('every collected section passes the schema of its section and survives being written and read', async () => {
  const repo = repository();
  write(repo.folder, { 'a.txt': 'a\n', 'yarn.lock': '1' });
  repo.commit('base');
  write(repo.folder, { 'a.txt': 'b\n', 'yarn.lock': '2', '.env': 'x', bin: new Uint8Array([0, 1]) });
  repo.commit('head');
  const context = { host: nodeHost() };
  const range = { folder: repo.folder, range: 'HEAD~1..HEAD' };
  const sections: [string, v.GenericSchema, unknown][] = [
    ['tree', files.tree.schema, await collectTree(context, { root: repo.folder })],
    ['change', files.change.schema, await collectChange(context, range)],
    ['locks', files.locks.schema, await collectLocks(context, range)],
    [
      'secrets',
      files.secrets.schema,
      await collectSecrets(context, { path: repo.folder, canary: '0123456789abcdef' }),
    ],
    [
      'prompt',
      machine.prompt.schema,
      await collectPrompt(context, { prompt: join(repo.folder, 'a.txt'), cap: 9 }),
    ],
    [
      'environment',
      machine.environment.schema,
      await collectEnvironment(context, { folder: join(repo.folder) }),
    ],
  ];
  for (const [name, schema, value] of sections) {
    const checked = v.safeParse(schema, value);
    assert.deepEqual(
      checked.issues?.map((issue) => issue.message),
      undefined,
      name,
    );
    const read = parseJson(JSON.stringify(value), { file: name });
    assert.deepEqual(read, { ok: true, value }, name);
  }
});
