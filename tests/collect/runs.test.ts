/** Runs of real programs: clean each time, ended with all they started, and told of without a word of what they print. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import * as v from 'valibot';
import { CollectError, collectRuns, type RunsOptions } from '../../src/collect/mod.ts';
import { runs as section } from '../../src/engine/evidence/sections/machine.ts';
import type { Host } from '../../src/host/host.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();

/** Collects from a folder with these files, seen from it; `places` are the temporary folders that were used. */
async function collect(
  files: Readonly<Record<string, string>>,
  options: Omit<RunsOptions, 'runs'> & { readonly runs?: number; readonly signal?: AbortSignal },
) {
  const workingDirectory = temporaryFolder();
  write(workingDirectory, files);
  const places: string[] = [];
  const makeTemporary = () => {
    places.push(host.files.makeTemporary());
    return places.at(-1)!;
  };
  const here: Host = { ...host, workingDirectory, files: { ...host.files, makeTemporary } };
  const { signal, ...asked } = options;
  const context = { host: here, ...(signal === undefined ? {} : { signal }) };
  try {
    const runs = await collectRuns(context, { runs: 1, ...asked });
    assert.deepEqual(v.safeParse(section.schema, runs).issues, undefined);
    return { runs, folder: workingDirectory };
  } finally {
    for (const place of places) assert.ok(!fs.existsSync(place), 'the place of the runs was not removed');
  }
}
/** Waits until a process has ended; one that nobody has asked about yet (a zombie) has. */
async function gone(file: string): Promise<void> {
  const stat = `/proc/${Number(fs.readFileSync(file, 'utf8'))}/stat`;
  while (fs.existsSync(stat) && !/\) [ZX] /.test(fs.readFileSync(stat, 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 20));
}
const sh = (line: string) => ({ command: ['sh', '-c', line] });

test('a run tells how it ended and what it failed with, and keeps digests of what it printed', async () => {
  const { runs } = await collect(
    { 'case.mjs': 'console.log("out"); throw new TypeError("remaining");' },
    { command: ['node', 'case.mjs'], runs: 2 },
  );
  assert.equal(runs.length, 2);
  const [first, second] = runs;
  assert.deepEqual(first!.command, ['node', 'case.mjs']);
  assert.deepEqual([first!.exit_code, first!.error_type, first!.timed_out], [1, 'TypeError', false]);
  assert.equal(first!.stdout_sha256, host.sha256('out\n'));
  // The copies stand in one place, one after the other, so that paths are no drift.
  assert.equal(first!.stderr_sha256, second!.stderr_sha256);
  assert.ok(!JSON.stringify(runs).includes('remaining'));
});

test('a run that passes has no error type, whatever it printed', async () => {
  const { runs } = await collect({}, sh('echo "TypeError: x" >&2'));
  assert.deepEqual([runs[0]!.exit_code, runs[0]!.error_type], [0, null]);
});

test('two runs see nothing of each other: not in the folder, the home or the temporary folder', async () => {
  const line =
    'for d in . "$HOME" "$TMPDIR" "$TMP" "$TEMP"; do test -e "$d/left" && exit 1; done; for d in . "$HOME" "$TMPDIR"; do touch "$d/left"; done; mkdir "$HOME/shut"; touch "$HOME/shut/x"; chmod 500 "$HOME/shut"';
  const { runs, folder } = await collect({ 'a.txt': 'a' }, { ...sh(line), runs: 3 });
  assert.deepEqual(
    runs.map((run) => run.exit_code),
    [0, 0, 0],
  );
  assert.deepEqual(fs.readdirSync(folder), ['a.txt']);
});

test('a run gets few variables, and those that are let through by name', async () => {
  process.env['HOLDPOINT_TEST_LET'] = 'through';
  process.env['HOLDPOINT_TEST_KEPT'] = 'back';
  const names = sh(
    'test "$(env | cut -d= -f1 | grep -v -e ^PWD$ -e ^SHLVL$ -e ^_$ -e ^OLDPWD$ | sort | tr "\\n" " ")" = "$WANTED"',
  );
  process.env['WANTED'] = 'HOLDPOINT_RUN HOLDPOINT_TEST_LET HOME LANG LC_ALL PATH TEMP TMP TMPDIR TZ WANTED ';
  const { runs } = await collect({}, { ...names, pass: ['HOLDPOINT_TEST_LET', 'WANTED'] });
  assert.equal(runs[0]!.exit_code, 0);
  await assert.rejects(
    collect({}, { ...sh('true'), pass: ['HOLDPOINT_NOT_SET'] }),
    (error) => error instanceof CollectError && /no variable "HOLDPOINT_NOT_SET"/.test(error.message),
  );
});

test('a run that hangs is cut off and told of, with the grandchild that ignores the polite signal', async () => {
  const mark = join(temporaryFolder(), 'pid');
  const line = `trap '' TERM; sh -c 'trap "" TERM HUP; echo $$ > ${mark}; while :; do sleep 1; done' & while :; do sleep 1; done`;
  const { runs } = await collect({}, { ...sh(line), timeoutMs: 1000 });
  const { exit_code, error_type, timed_out } = runs[0]!;
  assert.deepEqual([exit_code, error_type, timed_out], [null, null, true]);
  await gone(mark);
});

test('a run that ends leaves nobody behind, neither in its group nor in a session of its own', async () => {
  const folder = temporaryFolder();
  const left = (name: string) => `sh -c 'echo $$ > ${folder}/${name}; exec sleep 300'`;
  const wait = `while ! test -s ${folder}/in || ! test -s ${folder}/out; do sleep 0.1; done`;
  const { runs } = await collect(
    {},
    sh(`${left('in')} & setsid ${left('out')} >/dev/null 2>&1 </dev/null & ${wait}; exit 3`),
  );
  assert.equal(runs[0]!.exit_code, 3);
  for (const name of ['in', 'out']) await gone(join(folder, name));
});

test('a run that a signal ends is told of by its signal', async () => {
  const { runs } = await collect({}, sh('kill -SEGV $$'));
  const { exit_code, error_type, timed_out } = runs[0]!;
  assert.deepEqual([exit_code, error_type, timed_out], [139, 'SIGSEGV', false]);
});

test('a run that writes without end is cut off and told of', async () => {
  const { runs } = await collect({}, { command: ['yes'], maxBytes: 1_000_000 });
  const { exit_code, overflowed, timed_out } = runs[0]!;
  assert.deepEqual([exit_code, overflowed, timed_out], [null, true, false]);
});

test('a run can be stopped, and then nothing of it is left', async () => {
  const mark = join(temporaryFolder(), 'pid');
  const stop = new AbortController();
  const running = collect({}, { ...sh(`echo $$ > ${mark}; exec sleep 300`), signal: stop.signal });
  while (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort(new Error('stopped'));
  await assert.rejects(running, /stopped/);
  await gone(mark);
});

test('a command that does not exist or may not be run is a fault of the asking', async () => {
  for (const [command, message] of [
    [['no-such-program-here'], /^Cannot run "no-such-program-here": there is no such program/],
    [['./case.sh'], /^Cannot run ".\/case.sh": permission denied$/],
  ] as const)
    await assert.rejects(
      collect({ 'case.sh': '#!/bin/sh\n' }, { command }),
      (error) => error instanceof CollectError && error.blame === 'input' && message.test(error.message),
    );
});

test('a command with a secret in it is refused before it runs, and the secret is not told', async () => {
  const secret = ['h7Q2', 'zLm9', 'pX'].join('');
  const commands = [
    ['touch', `--password=${secret}`],
    ['curl', '--token', secret],
    ['psql', `postgres://app:${secret}@db.example.test/x`],
    ['env', `API_KEY=${secret}`, 'true'],
    ['curl', '-H', `Authorization: Bearer ${secret}`],
    ['curl', '-u', `me:${secret}`],
    ['sh', '-c', `TOKEN=${secret} npm test`],
  ];
  for (const command of commands)
    await assert.rejects(collect({}, { command }), (error) => {
      assert.ok(error instanceof CollectError);
      assert.match(error.message, /^Word \d of the command looks like a secret/);
      return !`${error.message}${error.help}`.includes(secret);
    });
  for (const words of [
    ['--token', '$TOKEN', '--passwords-file', 'list.txt'],
    ['-u', '1000:1000'],
    ['-u', 'me:$PW'],
  ])
    await collect({}, { command: ['true', ...words] });
});

test('a run of fewer tests is told from one of all of them, and the time that they took is not', async () => {
  const digestOf = async (text: string) => (await collect({}, sh(`printf '${text}'`))).runs[0]!.tests_sha256;
  const all = await digestOf('✔ sums (1.5ms)\\n✖ settles (0.2ms)\\n');
  assert.equal(await digestOf('✔ settles (3ms)\\n✔ sums (9ms)\\n'), all);
  assert.notEqual(await digestOf('✔ sums (1.5ms)\\n'), all);
  assert.equal(await digestOf('all is well\\n'), undefined);
});
