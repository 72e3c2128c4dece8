/** `act exec`: a step is taken before anything runs, by one caller alone, and the command runs within bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActContext, ActError } from '../../src/act/act.ts';
import { environmentOf } from '../../src/act/exec/environment.ts';
import { headOf } from '../../src/act/exec/head.ts';
import { isWithin } from '../../src/act/exec/within.ts';
import { planExec } from '../../src/act/exec.ts';
import type { Evidence, JsonObject } from '../../src/engine/mod.ts';
import { type FakeFile, type FakeMachine, fakeHost } from '../../src/host/fake.ts';
import { HostError } from '../../src/host/host.ts';
import { released } from './context.ts';

const OPTIONS = { steps: '/runs/steps', cwd: '/work', pass: [], timeoutMs: 1000, maxOutput: 10, failed: 4 };

type Machine = FakeMachine & {
  readonly used?: number;
  readonly limit?: number;
  readonly output?: JsonObject;
};

function place({ used = 0, limit = 8, output = { argv: ['git', 'status'] }, ...machine }: Machine = {}) {
  const steps = Object.fromEntries(
    Array.from({ length: used }, (_, index): [string, FakeFile] => [`/runs/steps/${index + 1}`, '']),
  );
  const ran: (readonly string[])[] = [];
  const host = fakeHost({
    run: (argv) => {
      ran.push(argv);
      return {};
    },
    ...machine,
    files: { '/work/a': '', ...steps, ...machine.files },
  });
  host.files.makeDirectory('/runs/steps');
  const base = released(output);
  const context: ActContext = {
    ...base,
    host,
    snapshot: { schema: 'holdpoint/snapshot@1', evidence: { steps: { used, max: 20 } } },
    judge: (evidence: Evidence) => {
      const { used: counted } = evidence['steps'] as { used?: number };
      return { ...base.verdict, decision: counted !== undefined && counted < limit ? 'release' : 'hold' };
    },
  };
  const names = () => host.files.list('/runs/steps').map(({ name }) => name);
  return { host, context, ran, names, plan: (own = {}) => planExec(context, { ...OPTIONS, ...own }) };
}

test('a step is taken before the command runs, and stays taken when it cannot be started', async () => {
  const seen: unknown[] = [];
  const { plan, names } = place({ run: () => Promise.resolve({}) });
  await plan().perform();
  assert.deepEqual(names(), ['1']);
  const broken = place({
    run: () => {
      seen.push(broken.names());
      throw new Error('stopped here');
    },
  });
  await assert.rejects(broken.plan().perform(), /stopped here/);
  assert.deepEqual(seen, [['1']]);
  const missing = place();
  const context = { ...missing.context, host: { ...missing.host, run: fakeHost().run } };
  await assert.rejects(
    planExec(context, OPTIONS).perform(),
    (error) =>
      error instanceof ActError && error.blame === 'machine' && error.help === 'The step counts as used',
  );
  assert.deepEqual(missing.names(), ['1']);
});

test('of two callers that saw the same count, the second counts again, and takes the next step while there is one', async () => {
  const { plan, ran, names } = place({ used: 1 });
  const [first, second] = [plan(), plan()];
  await first.perform();
  const done = await second.perform();
  assert.deepEqual([(done.result as { step: number }).step, ran.length, names()], [3, 2, ['1', '2', '3']]);
});

test('of two callers for the last step, one runs and the other holds', async () => {
  const { plan, ran, names } = place({ used: 7, limit: 8 });
  const [first, second] = [plan(), plan()];
  await first.perform();
  const done = await second.perform();
  assert.deepEqual([done.verdict?.decision, done.evidence], ['hold', { steps: { max: 20, used: 8 } }]);
  assert.deepEqual([ran.length, names().length], [1, 8]);
});

test('a counter that is spoilt meanwhile holds, and one that cannot be written stops the call', async () => {
  const { plan, ran, host } = place({ used: 1 });
  const planned = plan();
  host.files.createNew('/runs/steps/2', '');
  host.files.createNew('/runs/steps/odd', '');
  const done = await planned.perform();
  assert.deepEqual([done.verdict?.decision, done.evidence, ran], ['hold', { steps: {} }, []]);
  const full = place();
  const createNew = () => {
    throw new HostError('ENOSPC', 'Cannot make "/runs/steps/1": no space is left on the disk');
  };
  const onFullDisk = { ...full.host, files: { ...full.host.files, createNew } };
  await assert.rejects(
    planExec({ ...full.context, host: onFullDisk }, OPTIONS).perform(),
    (error) => error instanceof ActError && error.message.startsWith('Nothing was run: Cannot make'),
  );
  assert.deepEqual(full.ran, []);
});

test('the plan tells the step and the command, and does nothing', () => {
  const { plan, ran, names } = place({ used: 2 });
  assert.deepEqual(plan().steps, [
    'take step 3 of /runs/steps',
    'run ["git","status"] in /work, for 1 seconds at most',
  ]);
  assert.deepEqual([ran, names()], [[], ['1', '2']]);
});

test('a shell, an output that is no command, a counter in the working folder and a missing folder are refused', () => {
  const refused: readonly (readonly [machine: Machine, own: JsonObject, wanted: RegExp])[] = [
    [{ output: { argv: ['bash', '-lc', 'echo pwned'] } }, {}, /is a shell/],
    [{ output: { argv: ['/bin/SH.exe'] } }, {}, /is a shell/],
    [{ output: { argv: [] } }, {}, /not a command/],
    [{ output: { argv: 'git status' } }, {}, /not a command/],
    [{ output: { argv: ['git', 7] } }, {}, /not a command/],
    [{ output: {} }, {}, /No policy in force gives "argv"/],
    [{}, { steps: '/work/steps' }, /where the command runs/],
    [{}, { steps: '/work' }, /where the command runs/],
    [{}, { cwd: '/', steps: '/runs/steps' }, /where the command runs/],
    [{}, { cwd: '/none' }, /no folder/],
    [{}, { cwd: '/work/a' }, /no folder/],
  ];
  for (const [machine, own, wanted] of refused)
    assert.throws(
      () => place(machine).plan(own),
      (error) => error instanceof ActError && error.blame === 'input' && wanted.test(error.message),
      String(wanted),
    );
});

test('the end of the command is told: status, time limit, signal, too much output', async () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const table: readonly (readonly [answer: JsonObject, status: number | undefined, how: RegExp])[] = [
    [{ code: 0 }, undefined, /exit status 0$/],
    [{ code: 2 }, 4, /exit status 2$/],
    [{ code: null, timedOut: true }, 4, /limit of 1 seconds$/],
    [{ code: null, overflowed: true }, 4, /printed more than/],
    [{ code: null, signal: { name: 'SIGSEGV', number: 11 } }, 4, /by SIGSEGV$/],
  ];
  for (const [answer, status, how] of table) {
    const done = await place({ run: () => answer })
      .plan()
      .perform();
    assert.equal(done.status, status);
    assert.match(done.lines.at(-1)!, how);
  }
  const done = await place({ run: () => ({ stdout: text('0123456789abc'), stderr: text('no\n') }) })
    .plan()
    .perform();
  const { stdout, stderr } = done.result as JsonObject;
  assert.deepEqual(stdout, { text: '0123456789', bytes: 13, cut: true });
  assert.deepEqual(stderr, { text: 'no\n', bytes: 3, cut: false });
  assert.deepEqual(done.printed, [
    'standard output, 13 bytes, cut:',
    '  0123456789',
    'standard error, 3 bytes:',
    '  no',
  ]);
});

test('the head of an output never ends in half a character', () => {
  const bytes = new TextEncoder().encode('ab\u20ac');
  assert.deepEqual(headOf(bytes, 4), { text: 'ab', bytes: 5, isCut: true });
  assert.deepEqual(headOf(bytes, 5), { text: 'ab\u20ac', bytes: 5, isCut: false });
  assert.deepEqual(headOf(new Uint8Array([0x61, 0xff]), 5), { text: 'a\ufffd', bytes: 2, isCut: false });
  assert.deepEqual(headOf(bytes, 0), { text: '', bytes: 5, isCut: true });
});

test('the command is given the named variables alone, and no search path that its folder can get into', () => {
  const all = {
    PATH: '/bin:.::bin:/work/node_modules/.bin:/work:/worker/bin',
    LANG: 'C',
    A_KEY: 'x',
    OTHER: 'y',
  };
  const { env } = fakeHost({ env: all });
  assert.deepEqual(environmentOf(env, [], '/work'), { PATH: '/bin:/worker/bin', LANG: 'C' });
  assert.deepEqual(environmentOf(env, ['OTHER', 'NONE'], '/work'), {
    PATH: '/bin:/worker/bin',
    LANG: 'C',
    OTHER: 'y',
  });
  assert.deepEqual(environmentOf(fakeHost({ env: { PATH: '.:' } }).env, [], '/work'), {});
  const windows = fakeHost({ env: { PATH: 'C:\\bin;.;C:\\work\\bin' } }).env;
  assert.deepEqual(environmentOf(windows, [], 'C:\\work'), { PATH: 'C:\\bin' });
});

test('a path is within a folder by whole steps', () => {
  assert.ok(
    isWithin('/a/b', '/a') && isWithin('/a', '/a') && isWithin('/a', '/') && isWithin('C:\\a\\b', 'C:\\a'),
  );
  assert.ok(!isWithin('/ab', '/a') && !isWithin('/', '/a'));
});
