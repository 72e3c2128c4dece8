/** The collector of tool versions: the real tools of this machine, and tools that misbehave. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import * as v from 'valibot';
import { CollectError, collectToolchain } from '../../src/collect/mod.ts';
import { toolchain as section } from '../../src/engine/evidence/sections/machine.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { HostError, type RunOptions, type RunResult } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { folderWith, holdpoint } from '../cli/holdpoint.ts';
import { temporaryFolder, write } from './temporary.ts';

const told = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim();

test('the toolchain names the tools of this machine with the versions that they tell', async () => {
  const found = await collectToolchain({ host: nodeHost() });
  assert.equal(`v${found['node']}`, told('node', '--version'));
  assert.equal(`git version ${found['git']}`, told('git', '--version'));
  assert.equal(found['npm'], told('npm', '--version'));
  assert.equal(`Python ${found['python3']}`, told('python3', '--version'));
  assert.ok(v.is(section.schema, found));
  assert.deepEqual(Object.keys(found), Object.keys(found).toSorted());
});

test('tools that are asked for by name are listed when they are not there, and no others', async () => {
  const found = await collectToolchain(
    { host: nodeHost() },
    { tools: ['node', 'no-such-tool-of-ours', 'node'] },
  );
  assert.deepEqual(found, { 'no-such-tool-of-ours': null, node: told('node', '--version').slice(1) });
});

const LINES: readonly (readonly [line: string, version: string | null])[] = [
  ['go version go1.24.1 linux/amd64', '1.24.1'],
  ['openjdk 17.0.15 2025-04-15', '17.0.15'],
  ['openjdk version "1.8.0_412"', '1.8.0_412'],
  ['Python 3.13.0rc1', '3.13.0rc1'],
  ['cargo 1.95.0 (f2d3ce0bd 2026-03-21)', '1.95.0'],
  ['deno 2.9.6 (stable, release, x86_64-unknown-linux-gnu)\nv8 14.1.2', '2.9.6'],
  ['gcc (Debian 12.2.0-14+deb12u1) 12.2.0', '12.2.0-14+deb12u1'],
  ['Welcome! Run "login" first', null],
  ['', null],
];

type Run = (argv: readonly string[], options: RunOptions) => Partial<RunResult>;
const bytes = (text: string) => new TextEncoder().encode(text);
const ask = (run: Run, tools = ['tool']) =>
  collectToolchain(
    { host: fakeHost({ run, env: { PATH: '/bin', TOKEN: 'x', NODE_OPTIONS: '--require evil' } }) },
    { tools },
  );

for (const [line, version] of LINES) {
  test(`of what a tool says only its version is kept: ${JSON.stringify(line)}`, async () => {
    assert.deepEqual(await ask(() => ({ stdout: bytes(`${line}\n`) })), { tool: version });
    assert.deepEqual(await ask(() => ({ stderr: bytes(line) })), { tool: version });
  });
}

test('a tool that fails, hangs, floods or cannot be started has no version', async () => {
  const good = { stdout: bytes('tool 1.2.3') };
  for (const bad of [{ code: 1 }, { code: null, timedOut: true }, { overflowed: true }])
    assert.deepEqual(await ask(() => ({ ...good, ...bad })), { tool: null });
  const refused = () => {
    throw new HostError('EACCES', 'permission denied');
  };
  assert.deepEqual(await ask(refused), { tool: null });
});

test('a tool gets an empty folder, a time limit and no variable of ours', async () => {
  let seen: RunOptions = {};
  await ask((_, options) => {
    seen = options;
    return {};
  });
  assert.equal(seen.env?.['PATH'], '/bin');
  assert.ok(!('TOKEN' in seen.env!) && !('NODE_OPTIONS' in seen.env!));
  assert.match(seen.cwd ?? '', /holdpoint-/);
  assert.ok(seen.timeoutMs! > 0 && seen.maxBytes! > 0);
});

test('only names are asked', async () => {
  for (const name of ['./tool', '/bin/tool', '-rf', 'a b', '', '..'])
    await assert.rejects(
      ask(() => ({}), [name]),
      CollectError,
      name,
    );
});

test('a real tool that never answers is ended', async () => {
  const folder = temporaryFolder();
  write(folder, { 'slow-tool': '#!/bin/sh\nsleep 600\n', 'quick-tool': '#!/bin/sh\necho quick-tool 4.5\n' });
  for (const name of ['slow-tool', 'quick-tool']) chmodSync(join(folder, name), 0o755);
  const host = nodeHost();
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder}:${before}`;
  try {
    assert.deepEqual(await collectToolchain({ host }, { tools: ['slow-tool'], timeoutMs: 500 }), {
      'slow-tool': null,
    });
    assert.deepEqual(await collectToolchain({ host }, { tools: ['quick-tool'] }), { 'quick-tool': '4.5' });
  } finally {
    process.env['PATH'] = before;
  }
});

test('collect takes --toolchain with and without names', async () => {
  const folder = folderWith();
  const some = await holdpoint(['collect', '--toolchain', 'node', 'git'], { cwd: folder });
  assert.deepEqual(Object.keys(JSON.parse(some.stdout).evidence.toolchain), ['git', 'node']);
  const all = await holdpoint(['collect', '--toolchain'], { cwd: folder });
  assert.ok(JSON.parse(all.stdout).evidence.toolchain.npm);
  const bad = await holdpoint(['collect', '--toolchain', './x'], { cwd: folder });
  assert.deepEqual([bad.status, bad.stdout], [65, '']);
  assert.match(bad.stderr, /^error: Cannot ask ".\/x" for its version/);
});
