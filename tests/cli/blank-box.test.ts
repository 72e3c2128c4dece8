/** A job's box from outside: what a child really inherits is judged, and no value of it gets out. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMAND, folderWith, holdpoint } from './holdpoint.ts';

const rules = fileURLToPath(new URL('../../rules/blank-box.yaml', import.meta.url));
const red = `<testsuite tests="1" failures="1"><testcase name="test_add" classname="test_add"><failure type="AssertionError"/></testcase></testsuite>`;

/** A fixture, its bundle, and a home folder with nothing in it. */
function fixture() {
  const folder = folderWith({ 'out/add.py': 'a', 'out/test_add.py': 't', 'before.xml': red, 'home/x': '' });
  const sums = execFileSync('sha256sum', ['add.py', 'test_add.py'], { cwd: join(folder, 'out') });
  writeFileSync(join(folder, 'out/manifest.sha256'), sums);
  execFileSync('git', ['init', '-q', folder]);
  execFileSync('git', ['config', 'user.email', 'fixture@example.invalid'], { cwd: folder });
  return folder;
}

/** Runs the command with this environment and no other; Deno also needs to know where its cache is. */
function inBox(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = '', DENO_DIR, HOME = '' } = process.env;
  const cache = 'Deno' in globalThis ? { DENO_DIR: DENO_DIR ?? join(HOME, '.cache/deno') } : {};
  const [program = '', ...first] = COMMAND;
  const box = { PATH, HOME: join(folder, 'home'), ...cache, ...env };
  return JSON.parse(execFileSync(program, [...first, ...args], { cwd: folder, env: box, encoding: 'utf8' }));
}

const send = ['--action', 'send', '--env', '--bundle', 'out', '--junit', 'before.xml'];
/** Names and reasons by way of a snapshot, so that a hold's exit status does not matter. */
async function judge(folder: string, env: Readonly<Record<string, string>> = {}) {
  const snapshot = inBox(folder, ['collect', ...send], env);
  const { stdout } = await holdpoint(['eval', '--rules', rules, '--snapshot', '-', '--format', 'json'], {
    input: JSON.stringify(snapshot),
  });
  const [{ gates }] = JSON.parse(stdout).policies;
  type Told = { code: string; subject?: string };
  const of = (field: 'reasons' | 'notes'): string[] =>
    gates.flatMap((gate: Record<'reasons' | 'notes', Told[]>) =>
      gate[field].map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
    );
  return { snapshot, stdout, reasons: of('reasons'), notes: of('notes') };
}

test('an empty box with a red fixture passes; a netrc in its home is told', async () => {
  const folder = fixture();
  assert.deepEqual((await judge(folder)).reasons, []);
  writeFileSync(join(folder, 'home/.netrc'), 'machine x');
  const { reasons, notes } = await judge(folder);
  assert.deepEqual([reasons, notes], [[], ['netrc-present']]);
});

test('what the child inherits is judged, whatever was planned, and no value is in the evidence or the verdict', async () => {
  const value = ['sk', 'live', '4242424242424242'].join('_');
  const leaking = { STRIPE_SECRET_KEY: value, REMOTE: `https://x:${value}@git.example/r`, LD_AUDIT: '' };
  const { snapshot, stdout, reasons } = await judge(fixture(), leaking);
  assert.deepEqual(reasons, ['secret-variable:STRIPE_SECRET_KEY', 'loader-variable:LD_AUDIT']);
  assert.ok(snapshot.evidence.environment.variables.includes('REMOTE'));
  assert.equal(`${JSON.stringify(snapshot)}${stdout}`.includes('4242'), false);
});

test("the committer's address counts as the author's does", async () => {
  const { reasons } = await judge(fixture(), { GIT_COMMITTER_EMAIL: 'me@company.example' });
  assert.deepEqual(reasons, ['work-identity']);
});

test('a folder that would be sent whole holds with everything in it that nobody listed', async () => {
  const folder = fixture();
  symlinkSync('/etc/passwd', join(folder, 'out/users'));
  mkdirSync(join(folder, 'out/.ssh'));
  writeFileSync(join(folder, 'out/.ssh/id_ed25519'), 'x');
  execFileSync('git', ['init', '-q', join(folder, 'out')]);
  writeFileSync(join(folder, 'out/add.py'), 'other');
  assert.deepEqual((await judge(folder)).reasons, [
    'unexpected-upload:.git',
    'unexpected-upload:.ssh/id_ed25519',
    'manifest-mismatch:add.py',
    'unexpected-upload:users',
  ]);
});

test('holdpoint.yaml says which bundle, and a manifest beside it, once', async () => {
  const folder = fixture();
  const project = 'version: 1\nrules: [rules.yaml]\ncollect: { bundle: out, manifest: list.json }\n';
  const rule = 'version: 1\npolicy: p\ngates: [{ id: upload, kind: manifest }]\n';
  writeFileSync(join(folder, 'holdpoint.yaml'), project);
  writeFileSync(join(folder, 'rules.yaml'), rule);
  writeFileSync(join(folder, 'list.json'), JSON.stringify([{ path: 'add.py', sha256: '0'.repeat(64) }]));
  const { status, stdout } = await holdpoint(['eval', '--action', 'send', '--format', 'json'], {
    cwd: join(folder, 'home'),
  });
  const subjects = JSON.parse(stdout).policies[0].gates[0].reasons.map(
    ({ code, subject }: { code: string; subject: string }) => `${code}:${subject}`,
  );
  assert.deepEqual(
    [status, subjects],
    [2, ['mismatch:add.py', 'unexpected:manifest.sha256', 'unexpected:test_add.py']],
  );
});

test('a manifest inside the bundle is known in any spelling of its path', async () => {
  const folder = fixture();
  for (const args of [
    ['--bundle', './out/', '--manifest', 'out/manifest.sha256'],
    ['--bundle', 'out', '--manifest', join(folder, 'out/../out/manifest.sha256')],
    ['--bundle', join(folder, 'out'), '--manifest', './out//manifest.sha256'],
  ]) {
    const { evidence } = inBox(folder, ['collect', ...args]);
    assert.deepEqual(Object.keys(evidence.bundle.files), ['add.py', 'test_add.py'], args.join(' '));
  }
});

test('a bundle that is not there, and a manifest alone, are wrong asking', async () => {
  const folder = fixture();
  const missing = await holdpoint(['collect', '--bundle', 'no'], { cwd: folder });
  assert.deepEqual([missing.status, missing.stdout], [65, '']);
  assert.match(missing.stderr, /"no"/);
  const alone = await holdpoint(['collect', '--manifest', 'out/manifest.sha256'], { cwd: folder });
  assert.equal(alone.status, 64);
});
