/** Bad rule files through the command: each fault told with its place, exit status 65, and nothing left behind. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, holdpoint } from './holdpoint.ts';
import { RELEASED, RULES } from './samples.ts';

const deciding = (word: string) => RULES.replace('then: release', `then: ${word}`);
const bomb = 'abcdefghi'
  .split('')
  .map((name, at, all) => `${name}: &${name} [${Array(9).fill(at === 0 ? 'x' : `*${all[at - 1]}`)}]\n`)
  .join('');

const CASES: readonly [name: string, text: string | Uint8Array, told: readonly RegExp[]][] = [
  ['a syntax error', 'version: [1\npolicy: p\n', [/:2:1: A bracket/]],
  ['a repeated key', `${RULES}version: 1\n`, [/:20:1: Key "version" stands twice \(The first one is at 1:1/]],
  ['an alias bomb', bomb, [/:\d+:\d+: Aliases stand for more/]],
  ['an unknown kind', RULES.replace('kind: decision', 'kind: decison'), [/:6:11: .*Did you mean "decision"/]],
  ['an unknown field', RULES.replace('evidence:', 'evidense:'), [/:7:5: .*Did you mean "evidence"/]],
  ['a wrong type', RULES.replace('gates:', 'gates: five\nx:'), [/:4:8: Expected a list but found a text/]],
  [
    'an expression that needs back-tracking',
    RULES.replace('egress_class: machine-local', "egress_class: { matches: '(?=a)b' }"),
    [/:9:\d+: The expression cannot run in linear time/],
  ],
  [
    'two gates of one name',
    `${RULES}  - { id: leaf, kind: tests }\n`,
    [/:20:\d+: Two gates have the id "leaf"; the first stands at line 5/],
  ],
  ['an empty file', '', [/:1:1: The file holds no policy/]],
  ['only comments', '# to do\n', [/:1:1: The file holds no policy/]],
  ['a tab', 'version: 1\ngates:\n\t- id: a\n', [/:3:1: A tab is used/]],
  ['a second document', `${RULES}---\n${RULES}`, [/:20:1: One document expected/]],
  [
    'a merge key',
    RULES.replace('    kind: decision', '    kind: decision\n    <<: { final: true }'),
    [/:7:5: /],
  ],
  ['a misspelt decision', deciding('relese'), [/:18:15: .*Did you mean "release"/]],
  ['a decision in capitals', deciding('RELEASE'), [/:18:15: .*Did you mean "release"/]],
  ['a decision with a blank', deciding('"release "'), [/:18:15: .*Did you mean "release"/]],
  ['another word', deciding('allow'), [/:18:15: Expected one of "release", "split", "hold"/]],
  ['a boolean', deciding('true'), [/:18:15: Expected one of/]],
  ['no decision', deciding(''), [/:18:9: "then" has no value/]],
  ['a null decision', deciding('null'), [/:18:9: "then" has no value/]],
  ['two decisions', deciding('"split,hold"'), [/:18:15: Expected one of/]],
  ['UTF-16', Buffer.from(`\ufeff${RULES}`, 'utf16le'), [/:1:1: The text is UTF-16/]],
];

test('check tells what is wrong with a rule file in one line, where it is, and exits 65', async () => {
  for (const [name, text, told] of CASES) {
    const folder = folderWith({ 'bad.yaml': text });
    const { status, stdout, stderr } = await holdpoint(['check', 'bad.yaml'], { cwd: folder });
    assert.deepEqual([status, stdout], [65, ''], `${name}: ${stderr}`);
    const [first = '', ...more] = stderr.trimEnd().split('\n');
    assert.match(first, /^error: (\S*\/)?bad\.yaml:\d+:\d+: [A-Z"]/, name);
    assert.ok(
      more.every((line) => line.startsWith('error: bad.yaml:')),
      `${name}: ${stderr}`,
    );
    for (const pattern of told) assert.match(stderr, pattern, name);
  }
});

test('check tells the faults of all files at once', async () => {
  const folder = folderWith({
    'rules/a.yaml': RULES.replace('evidence:', 'evidense:'),
    'rules/b.yaml': `${deciding('relese')}actions: send\n`,
    'rules/c.yaml': 'gates:\n\t- id: a\n',
    'rules/deep/d.yaml': RULES,
  });
  const { status, stderr } = await holdpoint(['check', 'rules'], { cwd: folder });
  assert.equal(status, 65);
  for (const place of [
    'rules/a.yaml:7:5: Unknown field "evidense"',
    'rules/b.yaml:18:15: Expected one of',
    'rules/b.yaml:20:1: Unknown field "actions" (Did you mean "action"?)',
    'rules/c.yaml:2:1: A tab',
  ]) {
    assert.ok(stderr.includes(`error: ${place}`), `${place} in ${stderr}`);
  }
});

test('eval refuses two files of one policy and names both', async () => {
  const folder = folderWith({ 'rules/a.yaml': RULES, 'rules/b.yaml': RULES });
  const args = ['eval', '--rules', 'rules', '--snapshot', '-', '--store'];
  const { status, stdout, stderr } = await holdpoint(args, { cwd: folder, input: RELEASED });
  assert.deepEqual([status, stdout], [65, '']);
  assert.match(stderr, /rules\/a\.yaml/);
  assert.match(stderr, /rules\/b\.yaml/);
});

test('eval stores nothing and prints nothing when the rules are bad', async () => {
  const folder = folderWith({ 'bad.yaml': deciding('relese') });
  const args = ['eval', '--rules', 'bad.yaml', '--snapshot', '-', '--store'];
  const { status, stdout } = await holdpoint(args, { cwd: folder, input: RELEASED });
  assert.deepEqual([status, stdout, fs.readdirSync(folder)], [65, '', ['bad.yaml']]);
});

test('check names a path that is missing, and a folder that holds no rule file', async () => {
  const folder = folderWith({ 'empty/README.md': '' });
  const missing = await holdpoint(['check', 'no.yaml'], { cwd: folder });
  assert.deepEqual(missing, {
    status: 65,
    stdout: '',
    stderr: 'error: no.yaml: There is no such file or folder\n  Name a rule file or a folder of them\n',
  });
  const empty = await holdpoint(['check', 'empty'], { cwd: folder });
  assert.equal(empty.status, 65);
  assert.match(empty.stderr, /^error: empty: There is no rule file in this folder\n/);
});

test('rule files of one name in two folders outside of the project are both in force', async () => {
  const outside = folderWith({
    'one/rules/p.yaml': RULES,
    'two/rules/p.yaml': RULES.replace('policy: egress', 'policy: never').replace(
      'then: release',
      'then: hold\n        reason: no',
    ),
  });
  const folder = folderWith();
  const rules = ['one', 'two'].flatMap((name) => ['--rules', join(outside, name, 'rules')]);
  const { status, stdout } = await holdpoint(['eval', ...rules, '--snapshot', '-', '--format', 'json'], {
    cwd: folder,
    input: RELEASED,
  });
  assert.equal(status, 2);
  const sources = JSON.parse(stdout).policies.map(({ source }: { source: string }) => source);
  assert.deepEqual(sources, ['one/rules/p.yaml', 'two/rules/p.yaml']);
});

test('what could be a rule file is never skipped: other spellings of the ending, links, pipes', async () => {
  const folder = folderWith({ 'a/P.YAML': RULES, 'b/p.yml': RULES, 'shared/p.yaml': RULES });
  for (const path of ['a', 'b']) assert.equal((await holdpoint(['check', path], { cwd: folder })).status, 0);
  fs.mkdirSync(join(folder, 'linked'));
  fs.symlinkSync('../shared', join(folder, 'linked', 'more'));
  fs.symlinkSync('shared', join(folder, 'named'));
  fs.mkdirSync(join(folder, 'piped'));
  execFileSync('mkfifo', [join(folder, 'piped', 'p.yaml')]);
  const linked = await holdpoint(['check', 'linked'], { cwd: folder });
  assert.equal(linked.status, 65);
  assert.match(linked.stderr, /more: It is a link to a folder, so its rules would be missed/);
  assert.equal((await holdpoint(['check', 'named'], { cwd: folder })).status, 0);
  const piped = await holdpoint(['check', 'piped'], { cwd: folder });
  assert.equal(piped.status, 65);
  assert.match(piped.stderr, /p\.yaml: It is not a regular file/);
});

test('a fault in holdpoint.yaml is told with its place', async () => {
  const folder = folderWith({
    'rules/egress.yaml': RULES,
    'holdpoint.yaml': 'version: 1\nrules: [rules]\ncolect: {}\n',
  });
  const { status, stderr } = await holdpoint(['check'], { cwd: folder });
  assert.equal(status, 65);
  assert.match(stderr, /^error: holdpoint\.yaml:3:1: Unknown field "colect" \(Did you mean "collect"\?\)\n$/);
  fs.writeFileSync(
    join(folder, 'holdpoint.yaml'),
    'version: 1\nrules: [rules]\ncollect:\n  set: { cart: x }\n',
  );
  assert.match((await holdpoint(['check'], { cwd: folder })).stderr, /:4:10: .*Did you mean "card"/);
});
