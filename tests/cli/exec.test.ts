/** `act exec` as a process: real programs, real counters, callers that race and one that is killed. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ended, folderWith, holdpoint, signal, start } from './holdpoint.ts';

const SHIPPED = fileURLToPath(new URL('../../rules/tool-catalog.yaml', import.meta.url));

/** A catalogue of tools without arguments; `echo` takes one. */
const rules = (tools: Readonly<Record<string, readonly string[]>>, most: number) =>
  JSON.stringify({
    version: 1,
    policy: 'tools',
    action: 'run',
    label: { release: 'exec', hold: 'refuse' },
    gates: [
      {
        id: 'call',
        kind: 'tool-call',
        max_steps: most,
        tools: {
          ...Object.fromEntries(
            Object.entries(tools).map(([name, argv]) => [
              name,
              { description: name, schema: { type: 'object', additionalProperties: false }, argv },
            ]),
          ),
          echo: {
            description: 'Says a text',
            schema: {
              type: 'object',
              additionalProperties: false,
              required: ['text'],
              properties: { text: { type: 'string', maxLength: 100 } },
            },
            argv: ['echo', '{text}'],
            free_text: ['text'],
          },
        },
      },
    ],
  });

/** A run that has not begun: an empty counter beside the folder that commands run in. */
function begun(tools: Readonly<Record<string, readonly string[]>> = {}, most = 8) {
  const top = folderWith({ 'tools.yaml': rules(tools, most) });
  const [cwd, steps] = [join(top, 'work'), join(top, 'steps')];
  mkdirSync(cwd);
  mkdirSync(steps);
  const args = (...more: string[]) => [
    'act',
    'exec',
    '--rules',
    join(top, 'tools.yaml'),
    '--call',
    '-',
    '--steps',
    steps,
    '--format',
    'json',
    ...more,
  ];
  const exec = (tool: string, given: object = {}, ...more: string[]) =>
    holdpoint(args(...more), { cwd, input: JSON.stringify({ tool, args: given }) });
  return { top, cwd, steps, args, exec, taken: () => readdirSync(steps).sort() };
}

const answer = (stdout: string) => JSON.parse(stdout);
const reasonsOf = (stdout: string): string[] =>
  answer(stdout).verdict.policies[0].gates[0].reasons.map(
    ({ code, subject }: { code: string; subject?: string }) =>
      subject === undefined ? code : `${code}:${subject}`,
  );

test('the command runs as one list of words, and its output is told', async () => {
  const { exec, cwd, taken } = begun();
  const text = '$(touch pwned); `id` && * "x"';
  const run = await exec('echo', { text });
  assert.equal(run.status, 0, run.stderr);
  const { result } = answer(run.stdout);
  assert.deepEqual([result.argv, result.step, result.exit_code], [['echo', text], 1, 0]);
  assert.deepEqual(result.stdout, { text: `${text}\n`, bytes: text.length + 1, cut: false });
  assert.deepEqual([readdirSync(cwd), taken()], [[], ['1']]);
});

test('a command that fails is status 4, with its own status in the result; one that is not there costs its step', async () => {
  const { exec, taken } = begun({ fails: ['ls', '/no/such/folder'], missing: ['no-such-program-here'] });
  const failed = await exec('fails');
  assert.equal(failed.status, 4, failed.stderr);
  assert.notEqual(answer(failed.stdout).result.exit_code, 0);
  const missing = await exec('missing');
  assert.equal(missing.status, 69);
  assert.match(missing.stderr, /no such program on the search path\n {2}The step counts as used/);
  assert.deepEqual(taken(), ['1', '2']);
});

test('nothing runs and no step is taken on a hold, on --dry-run, and when the call is prose', async () => {
  const { exec, args, cwd, taken } = begun({ make: ['touch', 'made'] });
  const shown = await exec('make', {}, '--dry-run');
  assert.equal(shown.status, 0);
  assert.match(answer(shown.stdout).done.join('\n'), /take step 1 .*\nrun \["touch","made"\]/);
  const held = await exec('bash');
  assert.deepEqual([held.status, reasonsOf(held.stdout)], [2, ['unknown-tool:bash']]);
  const prose = await holdpoint(args(), { cwd, input: 'Sure! I will run make.' });
  assert.deepEqual([prose.status, reasonsOf(prose.stdout)], [2, ['call-shape']]);
  assert.deepEqual([taken(), readdirSync(cwd)], [[], []]);
});

test('the ninth call of a run of eight holds, and so does every call after it', async () => {
  const { top, cwd, steps } = begun();
  for (let step = 1; step <= 7; step += 1) writeFileSync(join(steps, String(step)), '');
  const call = join(top, 'call.json');
  writeFileSync(call, '{"tool":"git_status","args":{}}');
  const exec = () =>
    holdpoint(['act', 'exec', '--rules', SHIPPED, '--call', call, '--steps', steps], { cwd });
  // Not a repository: git itself fails, and that costs a step as well.
  assert.equal((await exec()).status, 4);
  for (const _ of [1, 2]) {
    const held = await exec();
    assert.equal(held.status, 2);
    assert.match(held.stdout, /max-steps/);
  }
  assert.equal(readdirSync(steps).length, 8);
});

test('of six callers at once for the last step, exactly one runs', async () => {
  const { exec, cwd, taken } = begun({ make: ['mkdir', 'made'] }, 1);
  const all = await Promise.all(Array.from({ length: 6 }, () => exec('make')));
  assert.deepEqual(
    all.map(({ status }) => status).sort(),
    [0, 2, 2, 2, 2, 2],
    all.map((one) => one.stderr).join(),
  );
  assert.deepEqual([readdirSync(cwd), taken()], [['made'], ['1']]);
  for (const { status, stdout } of all) if (status === 2) assert.deepEqual(reasonsOf(stdout), ['max-steps']);
});

test('a run may have a tighter limit than the rule, also for callers that race', async () => {
  const { exec, taken } = begun({ list: ['ls'] });
  const all = await Promise.all([1, 2, 3, 4].map(() => exec('list', {}, '--max-steps', '2')));
  assert.deepEqual(all.map(({ status }) => status).sort(), [0, 0, 2, 2]);
  assert.deepEqual(taken(), ['1', '2']);
});

test('a caller that is killed while its command runs has used its step', async () => {
  const { args, cwd, exec, taken } = begun({ wait: ['sleep', '5'] }, 1);
  const child = start(args(), { cwd });
  child.stdin?.end('{"tool":"wait","args":{}}');
  const end = ended(child);
  while (taken().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  process.kill(child.pid!, 'SIGKILL');
  await end;
  const after = await exec('echo', { text: 'a' });
  assert.deepEqual([after.status, reasonsOf(after.stdout), taken()], [2, ['max-steps'], ['1']]);
});

test('a caller that is interrupted ends its command, and its step is used', async () => {
  const { args, cwd, taken } = begun({ beat: ['./beat'] });
  writeFileSync(join(cwd, 'beat'), '#!/bin/sh\nwhile :; do echo x >> beats; sleep 0.05; done\n');
  chmodSync(join(cwd, 'beat'), 0o755);
  const child = start(args(), { cwd });
  child.stdin?.end('{"tool":"beat","args":{}}');
  const end = ended(child);
  while (!existsSync(join(cwd, 'beats'))) await new Promise((resolve) => setTimeout(resolve, 20));
  signal(child, 'SIGTERM');
  assert.equal((await end).status, 130);
  const size = statSync(join(cwd, 'beats')).size;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual([statSync(join(cwd, 'beats')).size, taken()], [size, ['1']]);
});

test('a grandchild that ignores to be asked ends at the time limit with everything else', async () => {
  const { cwd, exec } = begun({ stubborn: ['./stubborn'] });
  const loop = "trap '' TERM INT HUP; while :; do echo x >> beat; sleep 0.05; done";
  writeFileSync(join(cwd, 'stubborn'), `#!/bin/sh\ntrap '' TERM\nsh -c "${loop}" &\n${loop}\n`);
  chmodSync(join(cwd, 'stubborn'), 0o755);
  const run = await exec('stubborn', {}, '--time-limit', '1');
  assert.equal(run.status, 4, run.stderr);
  assert.deepEqual([answer(run.stdout).result.timed_out, answer(run.stdout).result.exit_code], [true, null]);
  assert.ok(existsSync(join(cwd, 'beat')));
  const size = statSync(join(cwd, 'beat')).size;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(statSync(join(cwd, 'beat')).size, size);
});

test('what a command leaves running, in a session of its own, ends with the step', async () => {
  const { cwd, exec } = begun({ leave: ['./leave'] });
  const loop = 'while :; do echo x >> beat; sleep 0.05; done';
  const script = `#!/bin/sh\nsetsid sh -c "${loop}" >/dev/null 2>&1 </dev/null &\nuntil [ -s beat ]; do sleep 0.05; done\n`;
  writeFileSync(join(cwd, 'leave'), script);
  chmodSync(join(cwd, 'leave'), 0o755);
  const run = await exec('leave');
  assert.equal(run.status, 0, run.stderr);
  const size = statSync(join(cwd, 'beat')).size;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(statSync(join(cwd, 'beat')).size, size);
});

test('a counter that is a link, is gone or was tampered with holds, and nothing runs', async () => {
  const { top, cwd, steps, exec } = begun({ make: ['touch', 'made'] });
  assert.equal((await exec('make', {}, '--dry-run')).status, 0);
  const by = (counter: string) =>
    holdpoint(
      [
        'act',
        'exec',
        '--rules',
        join(top, 'tools.yaml'),
        '--call',
        '-',
        '--steps',
        counter,
        '--format',
        'json',
      ],
      { cwd, input: '{"tool":"make","args":{}}' },
    );
  symlinkSync(steps, join(top, 'link'));
  mkdirSync(join(top, 'gap'));
  writeFileSync(join(top, 'gap/2'), '');
  mkdirSync(join(top, 'odd'));
  writeFileSync(join(top, 'odd/.agent_step'), '0');
  writeFileSync(join(top, 'file'), '0');
  for (const name of ['link', 'gap', 'odd', 'file', 'gone']) {
    const held = await by(join(top, name));
    assert.deepEqual([held.status, reasonsOf(held.stdout)], [2, ['missing-evidence:steps.used']], name);
    assert.match(held.stderr, /^Not counted: /);
  }
  assert.deepEqual(readdirSync(cwd), []);
});

test('the counter may not stand where the command runs, and a command needs one', async () => {
  const { top, cwd, exec } = begun();
  mkdirSync(join(cwd, 'steps'));
  const input = '{"tool":"echo","args":{"text":"a"}}';
  const common = ['act', 'exec', '--rules', join(top, 'tools.yaml'), '--call', '-'];
  const inside = await holdpoint([...common, '--steps', 'steps'], { cwd, input });
  assert.equal(inside.status, 65);
  assert.match(inside.stderr, /where the command runs/);
  writeFileSync(join(top, 'steps.json'), '{"used":0}');
  const claimed = await holdpoint([...common, '--set', `steps=${join(top, 'steps.json')}`], { cwd, input });
  assert.equal(claimed.status, 64);
  assert.match(claimed.stderr, /Add --steps DIR/);
  const absent = await holdpoint([...common, '--format', 'json'], { cwd, input });
  assert.deepEqual([absent.status, reasonsOf(absent.stdout)], [2, ['missing-evidence:steps']]);
  assert.equal((await exec('echo', { text: 'a' })).status, 0);
});

test('the command is given no variable that was not named, and runs in the folder that was', async () => {
  const { top, args } = begun({ env: ['printenv'], pwd: ['pwd'] });
  const elsewhere = join(top, 'elsewhere');
  mkdirSync(elsewhere);
  const secret = ['hun', 'ter2'].join('');
  const env = {
    DEPLOY_TOKEN: secret,
    HTTP_PROXY: 'http://a:b@proxy.invalid',
    ONLY_THIS: '1',
    LANG: 'C.UTF-8',
  };
  const run = (tool: string, ...more: string[]) =>
    holdpoint(args('--cwd', elsewhere, ...more), {
      cwd: top,
      env,
      input: JSON.stringify({ tool, args: {} }),
    });
  const shown = await run('env', '--pass', 'ONLY_THIS');
  const names = answer(shown.stdout)
    .result.stdout.text.trim()
    .split('\n')
    .map((line: string) => line.split('=')[0]);
  const allowed = ['HOLDPOINT_STEP', 'LANG', 'LC_ALL', 'ONLY_THIS', 'PATH', 'TERM'];
  assert.deepEqual(
    names.filter((name: string) => !allowed.includes(name)),
    [],
  );
  assert.ok(names.includes('ONLY_THIS') && names.includes('PATH'));
  assert.ok(!shown.stdout.includes(secret));
  assert.equal(answer((await run('pwd')).stdout).result.stdout.text, `${elsewhere}\n`);
});

test('a program that the tree brings with it does not take the place of the one that is meant', async () => {
  const { cwd, args } = begun({ go: ['uname', '-s'] });
  mkdirSync(join(cwd, 'bin'));
  writeFileSync(join(cwd, 'bin/uname'), '#!/bin/sh\necho pwned\n');
  chmodSync(join(cwd, 'bin/uname'), 0o755);
  const path = `${join(cwd, 'bin')}:bin:${process.env['PATH'] ?? ''}`;
  const run = await holdpoint(args(), { cwd, env: { PATH: path }, input: '{"tool":"go","args":{}}' });
  assert.equal(run.status, 0, run.stderr);
  assert.ok(!run.stdout.includes('pwned'));
});

test('more output than is told is counted and cut, and a person sees it under what was done', async () => {
  const { top, cwd, exec, steps } = begun({ much: ['seq', '1', '1000'] });
  const cut = answer((await exec('much', {}, '--max-output', '5')).stdout).result.stdout;
  assert.deepEqual(cut, { text: '1\n2\n3', bytes: 3893, cut: true });
  const pretty = await holdpoint(
    ['act', 'exec', '--rules', join(top, 'tools.yaml'), '--call', '-', '--steps', steps],
    { cwd, input: '{"tool":"echo","args":{"text":"a\\tb"}}' },
  );
  assert.match(
    pretty.stdout,
    /Done\n {2}took step 2\n.*exit status 0\n {2}standard output, 4 bytes:\n {4}a\\tb\n$/,
  );
  const record = JSON.parse(readFileSync(join(steps, '2'), 'utf8'));
  assert.deepEqual(Object.keys(record), ['at', 'receipt_sha256']);
});
