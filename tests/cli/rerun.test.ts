/** From a failing command to a verdict on the spot, and to nothing left behind when it is stopped. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ended, folderWith, holdpoint, signal, start } from './holdpoint.ts';

const rules = fileURLToPath(new URL('../../rules/failure-class.yaml', import.meta.url));
const refused = "require('node:net').connect(1, '127.0.0.1')";
const broken = "throw new TypeError('x')";
const flag = (then: string, otherwise: string) =>
  `const fs = require('node:fs'), f = process.env.FLAG; if (fs.existsSync(f)) { fs.unlinkSync(f); ${then} } else { fs.writeFileSync(f, ''); ${otherwise} }`;

async function judge(script: string, ...flags: readonly string[]) {
  const cwd = folderWith({ 'case.cjs': script });
  const run = await holdpoint(
    [
      'eval',
      '--action',
      'run',
      '--rules',
      rules,
      '--format',
      'json',
      '--rerun',
      '2',
      ...flags,
      '--',
      'node',
      'case.cjs',
    ],
    { cwd, env: { FLAG: join(cwd, 'flag') } },
  );
  const [policy] = JSON.parse(run.stdout).policies;
  const reasons = policy.gates[0].reasons.map(({ code, subject }: { code: string; subject?: string }) =>
    subject === undefined ? code : `${code}:${subject}`,
  );
  return [run.status, policy.label, reasons];
}
const through = ['--rerun-env', 'FLAG'];

test('eval runs the command and judges it: one class that needs a service is let go, everything else is held', async () => {
  const held = (label: string, ...reasons: readonly string[]) => [2, label, reasons];
  assert.deepEqual(await judge(refused), [0, 'eligible-for-isolated-server', []]);
  assert.deepEqual(await judge(broken), held('fix-locally', 'fix-locally:contract'));
  assert.deepEqual(await judge("require('./nothing.cjs')"), held('fix-locally', 'fix-locally:local-typo'));
  assert.deepEqual(await judge(flag(refused, broken), ...through), held('hold', 'class-flip'));
  assert.deepEqual(
    await judge('setInterval(() => {}, 1000)', '--rerun-timeout', '1'),
    held('hold', 'timed-out'),
  );
  assert.deepEqual(await judge('process.abort()'), held('hold', 'unknown-class:SIGABRT'));
});

test('eval answers each pair of two ends with what it is, in either order', async () => {
  const pass = 'process.exit(0)';
  const reasons = async (one: string, other: string) => (await judge(flag(one, other), ...through))[2];
  const flips = ['not-a-failure', 'class-flip'];
  assert.deepEqual([await reasons(pass, broken), await reasons(broken, pass)], [flips, flips]);
  assert.deepEqual(
    [await reasons(pass, pass), await reasons(broken, broken)],
    [['not-a-failure'], ['fix-locally:contract']],
  );
});

test('a remark that both runs print is not taken for their cause', async () => {
  const says = (text: string) =>
    `console.error('Error: Process completed with exit code 1.\\n${text}'); process.exit(1);`;
  const [status, , reasons] = await judge(
    flag(
      says('AssertionError: expected 2 to equal 3 (cart.test)'),
      says('connect ECONNREFUSED 10.0.0.4:5432'),
    ),
    ...through,
  );
  assert.deepEqual([status, reasons], [2, ['class-flip']]);
});

test('--rerun says what is wrong with the asking, and runs nothing', async () => {
  const token = ['h7Q2', 'zLm9'].join('');
  const table: readonly (readonly [string[], number, RegExp])[] = [
    [['--rerun', '2'], 64, /--rerun needs a command to run/],
    [['--rerun', '0', '--', 'true'], 64, /--rerun takes a whole number from 1/],
    [['--rerun', '2', '--', 'no-such-program'], 65, /there is no such program on the search path/],
    [['--rerun', '2', '--rerun-env', 'NOT_SET', '--', 'true'], 65, /no variable "NOT_SET"/],
    [['--rerun', '2', '--rerun-folder', 'nowhere', '--', 'true'], 65, /nowhere/],
    [['--rerun', '2', '--', 'touch', `--token=${token}`], 65, /Word 2 of the command looks like a secret/],
    [['--', 'true'], 64, /Only --rerun takes a command/],
  ];
  for (const [args, status, message] of table) {
    const cwd = folderWith();
    const run = await holdpoint(['collect', ...args], { cwd });
    assert.equal(run.status, status, run.stderr);
    assert.match(run.stderr, message);
    assert.ok(!`${run.stdout}${run.stderr}`.includes(token));
    assert.deepEqual([run.stdout, fs.readdirSync(cwd)], ['', []]);
  }
});

test('an action that was put behind the command is not taken for nothing', async () => {
  const run = await holdpoint(['eval', '--rules', rules, '--rerun', '2', '--', 'false', '--action', 'run']);
  assert.equal(run.status, 64);
  assert.match(run.stderr, /Everything after -- is the command/);
});

test('Ctrl-C ends the run with all that it started, and takes the copy away', async () => {
  const temporary = folderWith();
  const cwd = folderWith();
  const mark = join(cwd, 'pid');
  const line = `trap '' TERM INT; sh -c 'trap "" TERM INT; echo $$ > ${mark}; while :; do sleep 1; done' & wait`;
  const child = start(['collect', '--rerun', '2', '--', 'sh', '-c', line], {
    cwd,
    env: { TMPDIR: temporary },
  });
  const done = ended(child);
  while (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const stat = `/proc/${Number(fs.readFileSync(mark, 'utf8'))}/stat`;
  signal(child, 'SIGINT');
  const { status, stdout } = await done;
  assert.deepEqual([status, stdout], [130, '']);
  assert.deepEqual(fs.readdirSync(temporary), []);
  assert.ok(
    !fs.existsSync(stat) || /\) [ZX] /.test(fs.readFileSync(stat, 'utf8')),
    'the grandchild still runs',
  );
});
