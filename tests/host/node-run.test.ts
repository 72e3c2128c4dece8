/** Running real programs: status, streams, limits, and that nothing outlives its time. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { HostError } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';

const { run } = nodeHost();
const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const root = fs.mkdtempSync(join(os.tmpdir(), 'holdpoint-run-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));

test('run gives status and both streams, and feeds the input', async () => {
  const result = await run(['sh', '-c', 'cat; echo no >&2; exit 3'], {
    env,
    input: new TextEncoder().encode('in'),
  });
  assert.deepEqual([result.code, text(result.stdout), text(result.stderr)], [3, 'in', 'no\n']);
  assert.deepEqual([result.timedOut, result.overflowed], [false, false]);
});

test('run uses no shell', async () => {
  const result = await run(['echo', '$(touch pwned)', ';', '*'], { env, cwd: root });
  assert.equal(text(result.stdout), '$(touch pwned) ; *\n');
  assert.deepEqual(fs.readdirSync(root), []);
});

test('run gives the child the environment it was given and nothing else', async () => {
  const result = await run(['env'], { env: { ...env, ONLY: '1' } });
  const names = text(result.stdout)
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  assert.deepEqual(names.sort(), ['ONLY', 'PATH']);
});

test('run ends the whole process group at its time limit', async () => {
  const mark = join(root, 'late');
  const result = await run(['sh', '-c', `(sleep 2; touch ${mark}) & sleep 30`], { env, timeoutMs: 200 });
  assert.deepEqual([result.code, result.timedOut], [null, true]);
  await new Promise((resolve) => setTimeout(resolve, 2200));
  assert.equal(fs.existsSync(mark), false);
});

test('run does not wait for a background child that keeps the pipes open', async () => {
  const result = await run(['sh', '-c', 'sleep 300 & echo done'], { env });
  assert.deepEqual([result.code, text(result.stdout)], [0, 'done\n']);
});

test('run ends a child that writes more than it may', async () => {
  const result = await run(['yes'], { env, maxBytes: 100_000 });
  assert.deepEqual([result.overflowed, result.code], [true, null]);
  assert.ok(result.stdout.length <= 100_000);
});

test('run hands over standard output as it comes and ends the child when the taker throws', async () => {
  let seen = 0;
  const result = await run(['printf', 'abc'], {
    env,
    onStdout: (bytes) => {
      seen += bytes.length;
    },
  });
  assert.deepEqual([seen, result.stdout.length], [3, 0]);
  const taker = () => {
    throw new Error('enough');
  };
  await assert.rejects(run(['yes'], { env, onStdout: taker }), /enough/);
});

test('run ends the child when the signal is given', async () => {
  const stop = new AbortController();
  const running = run(['sleep', '30'], { env, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await assert.rejects(running, /stopped/);
});

test('run says which of program and folder is missing', async () => {
  const cases: [string[], string | undefined, RegExp][] = [
    [
      ['no-such-program-here'],
      undefined,
      /^Cannot run "no-such-program-here": there is no such program on the search path$/,
    ],
    [['true'], join(root, 'nowhere'), /^Cannot run "true" in ".*nowhere": there is no such file or folder$/],
    [[], undefined, /^Cannot run an empty command$/],
  ];
  for (const [argv, cwd, message] of cases) {
    await assert.rejects(run(argv, { env, ...(cwd === undefined ? {} : { cwd }) }), (error) => {
      assert.ok(error instanceof HostError);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('run does not fail when the child does not read its input', async () => {
  const result = await run(['true'], { env, input: new Uint8Array(1_000_000) });
  assert.equal(result.code, 0);
});
