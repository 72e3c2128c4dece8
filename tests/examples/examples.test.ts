/** Every walk-through under examples/ prints what it says, in a fresh copy of its folder and of the shipped rules. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMAND, ended, folderWith } from '../cli/holdpoint.ts';
import { commandsOf, isAsShown } from './walk.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'examples');
const names = fs.readdirSync(examples).filter((name) => fs.statSync(join(examples, name)).isDirectory());
/** Told by `npm run demo`, which tests/tooling runs. */
const OTHERWISE = ['agent-change'];

for (const name of names.filter((one) => !OTHERWISE.includes(one))) {
  test(`the walk-through of examples/${name} prints what it says`, async () => {
    const commands = commandsOf(fs.readFileSync(join(examples, name, 'README.md'), 'utf8'));
    assert.ok(
      commands.some(({ command }) => command.includes('holdpoint ')),
      'it shows the command at work',
    );
    const place = copyOf(name);
    for (const { command, printed } of commands) {
      const { stdout } = await ended(shell(command, place));
      const lines = stdout.trimEnd() === '' ? [] : stdout.trimEnd().split('\n');
      assert.ok(isAsShown(lines, printed), `$ ${command}\n${stdout}\nbut it shows\n${printed.join('\n')}`);
    }
  });
}

test('examples/README.md leads to every example', () => {
  const text = fs.readFileSync(join(examples, 'README.md'), 'utf8');
  const listed = [...text.matchAll(/\]\(([a-z-]+)\/?(?:README\.md)?\)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(listed)].sort(), [...names].sort());
});

/** The folder as it stands in a clone, with the command within reach. */
function copyOf(name: string): { readonly folder: string; readonly bin: string } {
  const script = `#!/bin/sh\nexec ${COMMAND.map((word) => `'${word}'`).join(' ')} "$@"\n`;
  const top = folderWith({ 'bin/holdpoint': script });
  fs.chmodSync(join(top, 'bin/holdpoint'), 0o755);
  fs.cpSync(join(root, 'rules'), join(top, 'rules'), { recursive: true });
  fs.cpSync(join(examples, name), join(top, 'examples', name), { recursive: true });
  return { folder: join(top, 'examples', name), bin: join(top, 'bin') };
}

/** One line of the walk-through, with both outputs in one, as a terminal shows them. */
function shell(command: string, { folder, bin }: { readonly folder: string; readonly bin: string }) {
  // A test runner that is started by a walk-through would take itself for a part of this one.
  const { HOLDPOINT_DB: _, FORCE_COLOR: __, NODE_TEST_CONTEXT: ___, ...inherited } = process.env;
  const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1', LC_ALL: 'C' };
  const env = { ...inherited, ...quiet, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  return spawn('bash', ['-c', `exec 2>&1 </dev/null\n${command}`], { cwd: folder, env });
}
