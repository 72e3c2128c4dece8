/** From nothing to a verdict in a real repository: init, check, collect, eval, schema. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { folderWith, holdpoint } from './holdpoint.ts';
import { accepts } from './json-schema.ts';

const shipped = fileURLToPath(new URL('../../rules', import.meta.url));

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.test', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

function repository(commits: readonly Readonly<Record<string, string>>[]): string {
  const folder = folderWith();
  git(folder, 'init', '-q', '-b', 'main', '.');
  for (const files of commits) {
    for (const [path, text] of Object.entries(files)) fs.writeFileSync(join(folder, path), text);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'a change');
  }
  return folder;
}

test('init, check and eval work one after the other in a repository with a commit to compare', async () => {
  const folder = repository([{ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' }]);
  const init = await holdpoint(['init'], { cwd: folder });
  assert.deepEqual(init, {
    status: 0,
    stdout: 'rules/write-fence.yaml\nrules/patch-budget.yaml\nholdpoint.yaml\n',
    stderr: 'Next: holdpoint check\n',
  });
  const check = await holdpoint(['check'], { cwd: folder });
  assert.deepEqual([check.status, check.stdout], [0, '2 policies, 6 gates: no faults\n']);
  const judged = await holdpoint(['eval', '--action', 'merge', '--format', 'json'], { cwd: folder });
  const told =
    'Not collected: fence, tests, tree_before\n  Name them under collect in holdpoint.yaml, or add flags\n';
  assert.deepEqual([judged.status, judged.stderr], [2, told]);
  const verdict = JSON.parse(judged.stdout);
  assert.equal(verdict.subject.ref, 'refs/heads/main');
  const missing = JSON.stringify(verdict.policies).match(/"missing-evidence","subject":"\w+"/g);
  assert.deepEqual([...new Set(missing)].sort(), [
    '"missing-evidence","subject":"fence"',
    '"missing-evidence","subject":"tests"',
  ]);
});

test('init works where there is nothing to compare, and eval then holds for want of evidence', async () => {
  for (const folder of [repository([{ 'a.txt': 'a\n' }]), folderWith({ 'a.txt': 'a' })]) {
    assert.equal((await holdpoint(['init'], { cwd: folder })).status, 0);
    const { status, stderr } = await holdpoint(['eval', '--action', 'merge'], { cwd: folder });
    assert.equal(status, 2);
    assert.match(stderr, /^Not collected: change, fence, locks, tests, tree_before\n {2}[^\n]+\n$/);
  }
});

test('init changes nothing that is there, and knows the shipped policies by name', async () => {
  const folder = folderWith({ 'holdpoint.yaml': 'mine' });
  const twice = await holdpoint(['init'], { cwd: folder });
  assert.equal(twice.status, 64);
  assert.match(twice.stderr, /^error: holdpoint\.yaml is there already, and nothing was written\n/);
  assert.deepEqual(fs.readdirSync(folder), ['holdpoint.yaml']);
  const typo = await holdpoint(['init', '--policy', 'egres-leaf'], { cwd: folderWith() });
  assert.equal(typo.status, 64);
  assert.match(typo.stderr, /Did you mean "egress-leaf"\?/);
  const odd = folderWith();
  assert.equal(
    (await holdpoint(['init', '--policy', 'egress-leaf', '--dir', 'a: b, c'], { cwd: odd })).status,
    0,
  );
  assert.equal((await holdpoint(['check'], { cwd: odd })).status, 0);
});

test('eval finds holdpoint.yaml from a folder below, and collects just what the rules need', async () => {
  const folder = repository([{ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' }]);
  fs.mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
  fs.mkdirSync(join(folder, 'policies'));
  fs.cpSync(join(shipped, 'egress-leaf.yaml'), join(folder, 'policies', 'egress-leaf.yaml'));
  fs.writeFileSync(
    join(folder, 'holdpoint.yaml'),
    'version: 1\nrules: [policies]\ncollect:\n  git: nonsense..HEAD\n  set: { card: card.json }\n',
  );
  const card = {
    fixture_id: 'f',
    fixture_hash: 'h',
    egress_class: 'public-fixture',
    residue: [],
    host_pin: 'p',
  };
  fs.writeFileSync(
    join(folder, 'card.json'),
    JSON.stringify({ ...card, replay_window: '1h', writable_surface: 'none' }),
  );
  const { status, stderr } = await holdpoint(['eval', '--action', 'send'], {
    cwd: join(folder, 'deep', 'er'),
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.ok(!fs.existsSync(join(folder, '.holdpoint')));
});

test('collect writes a snapshot that eval judges as it judges on the spot', async () => {
  const folder = repository([{ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' }]);
  const flags = [
    '--git',
    'HEAD~1..HEAD',
    '--locks',
    '--tree',
    '.',
    '--job',
    'j-1',
    '--actor',
    'me',
    '--action',
    'merge',
  ];
  const toFile = await holdpoint(['collect', ...flags, '-o', 'snapshot.json'], { cwd: folder });
  assert.deepEqual(toFile, {
    status: 0,
    stdout: '',
    stderr: 'Wrote tree, change, locks to snapshot.json\n',
  });
  const snapshot = JSON.parse(fs.readFileSync(join(folder, 'snapshot.json'), 'utf8'));
  assert.deepEqual([snapshot.subject.job, snapshot.subject.actor], ['j-1', 'me']);
  fs.renameSync(join(folder, 'snapshot.json'), join(folderWith(), 'snapshot.json'));
  const piped = await holdpoint(['collect', ...flags], { cwd: folder });
  assert.deepEqual([piped.status, piped.stderr], [0, '']);
  assert.deepEqual(JSON.parse(piped.stdout).evidence, snapshot.evidence);
  const rules = ['--rules', join(shipped, 'patch-budget.yaml'), '--format', 'json'];
  const judged = await holdpoint(['eval', ...rules, '--snapshot', '-'], { cwd: folder, input: piped.stdout });
  const onTheSpot = await holdpoint(['eval', ...rules, ...flags], { cwd: folder });
  assert.equal(judged.status, 2);
  assert.deepEqual(JSON.parse(judged.stdout), JSON.parse(onTheSpot.stdout));
});

test('collect refuses to collect nothing, and locks without commits', async () => {
  const folder = folderWith();
  const nothing = await holdpoint(['collect'], { cwd: folder });
  assert.deepEqual([nothing.status, nothing.stdout], [64, '']);
  assert.match(nothing.stderr, /^error: Nothing to collect\n {2}Name at least one source/);
  const locks = await holdpoint(['collect', '--locks'], { cwd: folder });
  assert.equal(locks.status, 64);
  assert.match(locks.stderr, /Add --git BASE\.\.HEAD/);
});

test('schema rules accepts every shipped policy, and refuses what check refuses', async () => {
  const { status, stdout, stderr } = await holdpoint(['schema', 'rules']);
  assert.deepEqual([status, stderr], [0, '']);
  const schema = JSON.parse(stdout);
  assert.match(schema.$schema, /2020-12/);
  const names = fs.readdirSync(shipped).filter((name) => /^[a-z-]+\.yaml$/.test(name));
  assert.ok(names.length >= 5);
  for (const name of names) {
    const policy = parse(fs.readFileSync(join(shipped, name), 'utf8'));
    assert.ok(accepts(schema, policy), name);
    const [gate, ...gates] = policy.gates;
    for (const bad of [
      { ...policy, version: 2 },
      { ...policy, owners: 'x' },
      { ...policy, gates: [] },
    ])
      assert.ok(!accepts(schema, bad), name);
    for (const worse of [
      { ...gate, enforced: 'observe' },
      { ...gate, kind: 'none' },
      { ...gate, id: 'A B' },
    ])
      assert.ok(!accepts(schema, { ...policy, gates: [worse, ...gates] }), name);
  }
});

test('schema snapshot accepts what collect writes, and refuses what eval refuses', async () => {
  const { status, stdout } = await holdpoint(['schema', 'snapshot']);
  assert.equal(status, 0);
  const schema = JSON.parse(stdout);
  const folder = repository([{ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' }]);
  const flags = ['--git', 'HEAD~1..HEAD', '--locks', '--tree', '.', '--secrets', '.', '--env'];
  const collected = await holdpoint(['collect', ...flags], { cwd: folder });
  const snapshot = JSON.parse(collected.stdout);
  assert.ok(accepts(schema, snapshot));
  const { evidence } = snapshot;
  for (const bad of [
    { ...snapshot, schema: 'holdpoint/snapshot@2' },
    { ...snapshot, action: 'sned' },
    { ...snapshot, evidence: { ...evidence, cards: {} } },
    { ...snapshot, evidence: { ...evidence, card: { egres_class: 'x' } } },
    { ...snapshot, evidence: { ...evidence, card: { egress_class: 5 } } },
  ]) {
    assert.ok(!accepts(schema, bad), JSON.stringify(bad).slice(0, 60));
  }
  assert.equal((await holdpoint(['schema', 'verdict'])).status, 64);
});

test('eval warns when the change touches the rules that it is judged by', async () => {
  const rules = fs.readFileSync(join(shipped, 'patch-budget.yaml'), 'utf8');
  const project = 'version: 1\nrules: [mine.yaml]\n';
  const folder = repository([
    { 'a.txt': 'a\n', 'holdpoint.yaml': project, 'mine.yaml': rules },
    { 'a.txt': 'b\n', 'mine.yaml': `${rules}# softer\n` },
    { 'a.txt': 'c\n' },
  ]);
  const asked = (range: string) => holdpoint(['eval', '--action', 'merge', '--git', range], { cwd: folder });
  assert.match(
    (await asked('HEAD~2..HEAD')).stderr,
    /^warning: the change touches what it is judged by: mine\.yaml$/m,
  );
  assert.doesNotMatch((await asked('HEAD~1..HEAD')).stderr, /warning/);
});
