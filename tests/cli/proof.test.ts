/** From a contract to a proof and its second look, over the real command and a real git. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { repository, temporaryFolder, write } from '../collect/temporary.ts';
import { holdpoint } from './holdpoint.ts';

const RULES = fileURLToPath(new URL('../../rules/proof-bundle.yaml', import.meta.url));
const FOUR = ['git_stat.txt', 'git_name_status.txt', 'forbidden.txt', 'env_fingerprint.txt'];
const DONE = {
  job_id: 'fix-1',
  must_pass: ['adds'],
  min_tests: 2,
  max_failures: 0,
  max_files_changed: 2,
  max_diff_lines: 10,
  forbidden_globs: ['.env', '**/*.pem'],
  junit_path: 'proof/junit.xml',
  agent_must_not_touch: ['proof/junit.xml', 'proof/PROOF.sha256', 'proof/done.json'],
};
const REPORT =
  '<testsuites><testcase name="adds" classname="t"/><testcase name="rounds" classname="t"/></testsuites>';

/** A job: a contract that was committed, then a change, then a report of its tests. */
function job(change: Readonly<Record<string, string>> = { 'src/a.js': 'one\ntwo\n' }, done: object = DONE) {
  const made = repository(fs.realpathSync(temporaryFolder()));
  const { folder } = made;
  write(folder, { 'src/a.js': 'one\n', 'proof/done.json': JSON.stringify(done), '.gitattributes': '' });
  const base = made.commit();
  write(folder, change);
  const head = made.commit();
  write(folder, { 'proof/junit.xml': REPORT });
  const at = (name: string) => join(folder, 'proof', name);
  const act = (...more: string[]) =>
    holdpoint(
      [
        'act',
        'proof',
        '--rules',
        RULES,
        '--git',
        `${base}..HEAD`,
        '--toolchain',
        'git',
        '--format',
        'json',
        ...more,
      ],
      { cwd: folder },
    );
  const eval_ = (...more: string[]) =>
    holdpoint(
      ['eval', '--rules', RULES, '--action', 'merge', '--format', 'json', '--proof', 'proof', ...more],
      {
        cwd: folder,
      },
    );
  return { ...made, base, head, at, act, eval: eval_ };
}
const files = (folder: string) => fs.readdirSync(join(folder, 'proof')).sort();
type Printed = {
  readonly policies: readonly {
    readonly gates: readonly { readonly reasons: readonly { code: string; subject?: string }[] }[];
  }[];
};
const reasonsIn = ({ policies }: Printed): string[] =>
  policies
    .flatMap(({ gates }) => gates)
    .flatMap(({ reasons }) =>
      reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
    );
/** Of `act`, whose answer stands beside what was done. */
const reasonsOf = ({ stdout }: { readonly stdout: string }) => reasonsIn(JSON.parse(stdout).verdict);

test('the first run writes, the digest last, and every later run compares and writes nothing', async () => {
  const { folder, at, act, base, head } = job();
  assert.equal((await act('--dry-run')).status, 0);
  assert.deepEqual(files(folder), ['done.json', 'junit.xml']);
  const first = await act();
  assert.equal(first.status, 0, first.stderr);
  assert.deepEqual(JSON.parse(first.stdout).result.written, true);
  const hash = createHash('sha256');
  for (const name of ['done.json', 'junit.xml', ...FOUR])
    hash
      .update(`${name}\0`)
      .update(fs.readFileSync(at(name)))
      .update('\0');
  const digest = hash.digest('hex');
  assert.equal(fs.readFileSync(at('PROOF.sha256'), 'utf8'), `${digest}\n`);
  assert.equal(fs.readFileSync(at('git_name_status.txt'), 'utf8'), 'M\tsrc/a.js\n');
  assert.match(
    fs.readFileSync(at('git_stat.txt'), 'utf8'),
    /^ src\/a\.js \| 1 \+\n 1 file changed, 1 insertion/,
  );
  assert.equal(fs.readFileSync(at('forbidden.txt'), 'utf8'), '');
  assert.match(
    fs.readFileSync(at('env_fingerprint.txt'), 'utf8'),
    new RegExp(`^git=[0-9.]+\nbase=${base}\nhead=${head}\n$`),
  );
  const stamp = () =>
    files(folder).map((name) => [name, fs.statSync(at(name)).mtimeMs, fs.statSync(at(name)).ino]);
  const before = stamp();
  const second = await act();
  assert.equal(second.status, 0, second.stderr);
  assert.deepEqual(JSON.parse(second.stdout).result, { folder: 'proof', sha256: digest, written: false });
  assert.deepEqual(stamp(), before);
});

test('a job that is not as it was agreed leaves no file behind', async () => {
  const long = Array.from({ length: 11 }, (_, line) => `${line}\n`).join('');
  const table: readonly (readonly [change: Readonly<Record<string, string>>, reason: string])[] = [
    [{ 'src/a.js': `one\n${long}` }, 'too-many-lines'],
    [{ 'a.js': 'x', 'b.js': 'x', 'c.js': 'x' }, 'too-many-files'],
    [{ 'deep/key.pem': 'x' }, 'forbidden:deep/key.pem'],
    [{ 'proof/junit.xml': REPORT }, 'agent-touched-proof:proof/junit.xml'],
    [
      { 'proof/done.json': JSON.stringify({ ...DONE, max_diff_lines: 999 }) },
      'agent-touched-proof:proof/done.json',
    ],
  ];
  for (const [change, reason] of table) {
    const { folder, act } = job(change);
    const run = await act();
    const reasons = reasonsOf(run).filter((one) => one !== 'forbidden:forbidden.txt');
    assert.deepEqual([run.status, reasons], [2, [reason]], run.stderr);
    assert.deepEqual(files(folder), ['done.json', 'junit.xml']);
  }
});

test('without a contract, a whole contract or a report nothing is written', async () => {
  const { folder, at, act } = job();
  fs.rmSync(at('junit.xml'));
  assert.deepEqual(reasonsOf(await act()), ['missing:junit.xml']);
  write(folder, {
    'proof/junit.xml': '<testsuites><testcase name="adds"><failure/></testcase></testsuites>',
  });
  assert.deepEqual(reasonsOf(await act()), ['too-many-failures', 'too-few-tests', 'must-pass-absent:adds']);
  write(folder, { 'proof/junit.xml': REPORT });
  fs.writeFileSync(at('done.json'), JSON.stringify({ ...DONE, min_tests: undefined }));
  assert.deepEqual(reasonsOf(await act()), ['done-incomplete:min_tests']);
  fs.rmSync(at('done.json'));
  const run = await act();
  assert.deepEqual([run.status, reasonsOf(run)], [2, ['missing:done.json']]);
  assert.deepEqual(files(folder), ['junit.xml']);
});

test('rules that ask for nothing still get no proof without a contract and a report', async () => {
  const { folder, base } = job();
  fs.rmSync(join(folder, 'proof/junit.xml'));
  const rules = {
    version: 1,
    policy: 'any',
    gates: [{ id: 'g', kind: 'equal', left: { from: 'change.base' }, right: base }],
  };
  write(folder, { '.git/any.yaml': JSON.stringify(rules) });
  const run = await holdpoint(['act', 'proof', '--rules', '.git/any.yaml', '--git', `${base}..HEAD`], {
    cwd: folder,
  });
  assert.equal(run.status, 65);
  assert.match(run.stderr, /proof lacks junit\.xml/);
  assert.deepEqual(files(folder), ['done.json']);
});

test('what moved after the digest was written is a mismatch, and the digest stays as it is', async () => {
  const { folder, at, act, eval: judge, git } = job();
  assert.equal((await act()).status, 0);
  const digest = fs.readFileSync(at('PROOF.sha256'), 'utf8');
  const held = async (told: RegExp) => {
    const run = await act();
    assert.deepEqual([run.status, reasonsOf(run)], [2, ['hash-mismatch']], run.stderr);
    assert.match(run.stdout, told);
    assert.equal(fs.readFileSync(at('PROOF.sha256'), 'utf8'), digest);
  };
  fs.writeFileSync(at('junit.xml'), REPORT.replace('rounds', 'sounds'));
  await held(/"done": \[\]/);
  assert.deepEqual(reasonsIn(JSON.parse((await judge()).stdout)), ['hash-mismatch']);
  fs.writeFileSync(at('junit.xml'), REPORT);
  assert.equal((await act()).status, 0);
  git('commit', '-q', '--allow-empty', '-m', 'the same patch, another commit');
  await held(/of other commits/);
  write(folder, { 'src/a.js': 'one\ntwo\nthree\n' });
  git('commit', '-q', '-am', 'more');
  await held(/git_stat\.txt is not what was recorded/);
  assert.equal((await judge()).status, 0);
});

test('what git says is judged instead of the files of the proof, when git is asked', async () => {
  const { folder, act, eval: judge, git, base } = job();
  assert.equal((await act()).status, 0);
  write(folder, { 'src/a.js': 'x\n'.repeat(40) });
  git('commit', '-q', '-am', 'more');
  const run = await judge('--git', `${base}..HEAD`);
  assert.deepEqual([run.status, reasonsIn(JSON.parse(run.stdout))], [2, ['too-many-lines']]);
});

test('a tree that is not the commit is not proved, and nothing that the repository configures is run to see it', async () => {
  const { folder, act, git, base } = job({ '.gitattributes': '*.js filter=own\n', 'src/a.js': 'one\ntwo\n' });
  const ran = join(folder, '.git', 'ran');
  git('config', 'filter.own.clean', `touch '${ran}' && cat`);
  git('config', 'core.fsmonitor', `touch '${ran}'; false`);
  fs.rmSync(ran, { force: true });
  write(folder, { 'src/a.js': 'one\nthree\n', 'new.txt': 'x' });
  const dirty = await act();
  assert.equal(dirty.status, 65);
  assert.match(dirty.stderr, /not committed: src\/a\.js, new\.txt/);
  write(folder, { 'src/a.js': 'one\ntwo\n' });
  fs.rmSync(join(folder, 'new.txt'));
  assert.equal((await act()).status, 0);
  assert.ok(!fs.existsSync(ran));
  fs.rmSync(join(folder, 'proof/PROOF.sha256'));
  const other = await act('--git', `${base}..${base}`);
  assert.equal(other.status, 65);
  assert.match(other.stderr, /is checked out/);
});

test('a tool without a version, a file beside the seven and a link in the place of one hold', async () => {
  const { folder, at, act } = job();
  write(folder, { 'proof/notes.md': 'all tests passed' });
  assert.deepEqual(reasonsOf(await act()), ['unexpected:notes.md']);
  fs.rmSync(at('notes.md'));
  fs.symlinkSync('/dev/null', at('forbidden.txt'));
  assert.deepEqual(reasonsOf(await act()), ['missing:forbidden.txt']);
  fs.rmSync(at('forbidden.txt'));
  const run = await act('--toolchain', 'git', 'no-such-tool-anywhere');
  assert.deepEqual(reasonsOf(run), ['toolchain-unpinned:no-such-tool-anywhere']);
  assert.deepEqual(files(folder), ['done.json', 'junit.xml']);
});

test('a proof outside the repository, and one that holdpoint.yaml names, are found', async () => {
  const { folder, act, base } = job();
  const away = join(temporaryFolder(), 'proof');
  fs.cpSync(join(folder, 'proof'), away, { recursive: true });
  fs.rmSync(join(folder, 'proof/junit.xml'));
  const first = await act('--proof', away);
  assert.equal(first.status, 0, first.stderr);
  assert.ok(fs.existsSync(join(away, 'PROOF.sha256')));
  const project = { version: 1, rules: [RULES], collect: { proof: away } };
  write(folder, { 'holdpoint.yaml': JSON.stringify(project) });
  const run = await holdpoint(['eval', '--action', 'merge'], { cwd: folder });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const again = await holdpoint(['act', 'proof', '--git', `${base}..HEAD`], { cwd: folder });
  assert.equal(again.status, 0, again.stdout + again.stderr);
});

test('a folder that was made by hand with git and a digest is a proof as well', async () => {
  const { folder, at, git, base, eval: judge } = job({ 'src/b.js': 'one\n', 'src/a.js': 'two\n' });
  fs.writeFileSync(at('git_stat.txt'), git('diff', '--stat', base, '--'));
  fs.writeFileSync(at('git_name_status.txt'), git('diff', '--name-status', base, '--'));
  fs.writeFileSync(at('forbidden.txt'), '');
  fs.writeFileSync(at('env_fingerprint.txt'), `python=Python 3.11.2\npytest=pytest 9.0.1\nbase=${base}\n`);
  const script = `for f in done.json junit.xml git_stat.txt git_name_status.txt forbidden.txt env_fingerprint.txt
    do printf '%s\\0' "$f"; cat "$f"; printf '\\0'; done | sha256sum | cut -d' ' -f1 > PROOF.sha256`;
  execFileSync('sh', ['-c', script], { cwd: join(folder, 'proof') });
  const run = await judge();
  assert.deepEqual([run.status, reasonsIn(JSON.parse(run.stdout))], [0, []]);
});

test('a digest that was recomputed after an edit is found out by a receipt that was kept elsewhere', async () => {
  const { folder, at, act, eval: judge } = job();
  assert.equal((await act()).status, 0);
  const kept = await holdpoint(['collect', '--proof', 'proof'], { cwd: folder });
  const { files: recorded } = JSON.parse(kept.stdout).evidence.proof;
  write(folder, { '.git/receipt.json': JSON.stringify({ files: recorded }) });
  fs.writeFileSync(at('junit.xml'), REPORT.replace('rounds', 'sounds'));
  fs.rmSync(at('PROOF.sha256'));
  assert.equal((await act()).status, 0);
  assert.equal((await judge()).status, 0);
  const gate = {
    id: 'receipt',
    kind: 'integrity',
    record: { from: 'proof.files' },
    expect: { from: 'receipt.files' },
  };
  write(folder, { '.git/receipt.yaml': JSON.stringify({ version: 1, policy: 'kept', gates: [gate] }) });
  const run = await judge('--rules', '.git/receipt.yaml', '--set', 'receipt=.git/receipt.json');
  const { policies } = JSON.parse(run.stdout) as Printed;
  assert.deepEqual([run.status, reasonsIn({ policies })], [2, ['differs:junit.xml']]);
});

test('act proof says what it needs: a range, and no snapshot', async () => {
  const { folder } = job();
  const bare = await holdpoint(['act', 'proof', '--rules', RULES], { cwd: folder });
  assert.equal(bare.status, 64);
  assert.match(bare.stderr, /--git BASE\.\.HEAD/);
  const given = await holdpoint(['act', 'proof', '--rules', RULES, '--snapshot', 'x.json'], { cwd: folder });
  assert.equal(given.status, 64);
  const nowhere = await holdpoint(
    ['act', 'proof', '--rules', RULES, '--git', 'HEAD~1..HEAD', '--proof', 'none'],
    {
      cwd: folder,
    },
  );
  assert.equal(nowhere.status, 65);
});
