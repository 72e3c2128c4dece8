/** The collector of proof folders: real folders, texts that a real git wrote, and the ways in which a proof is not one. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError, collectProof } from '../../src/collect/mod.ts';
import { checkSection, type Json } from '../../src/engine/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder, write } from './temporary.ts';

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const context = { host: nodeHost() };
const collect = (folder: string) => collectProof(context, { folder });

const FILES = {
  'done.json': '{"job_id":"fix-1","max_failures":0}',
  'junit.xml': '<testsuites><testcase name="adds" classname="t"/></testsuites>',
  'git_stat.txt': ' src/a.js | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n',
  'git_name_status.txt': 'M\tsrc/a.js\n',
  'forbidden.txt': '',
  'env_fingerprint.txt': `node=v20.20.2\nbase=${'a'.repeat(40)}\nhead=${'b'.repeat(40)}\n`,
};
/** The digest as its definition says it: name, NUL, bytes, NUL, in this order. */
const digestOf = (files: Readonly<Record<string, string>>) =>
  sha(
    Object.entries(files)
      .map(([name, text]) => `${name}\0${text}\0`)
      .join(''),
  );

function folderOf(files: Readonly<Record<string, string | Uint8Array>> = FILES): string {
  const folder = temporaryFolder();
  write(folder, { 'PROOF.sha256': `${digestOf(FILES)}\n`, ...files });
  return folder;
}
const whyOf = async (files: Readonly<Record<string, string | Uint8Array>>) =>
  (await collect(folderOf({ ...FILES, ...files }))).proof.skipped.map(({ path, why }) => `${path}: ${why}`);

test('a proof is hashed as it is defined, and its files fill the sections that they speak about', async () => {
  const { proof, tests, ...sections } = await collect(folderOf());
  assert.deepEqual([tests?.tests, tests?.failures, tests?.sources[0]?.path], [1, 0, 'junit.xml']);
  assert.deepEqual(proof, {
    files: Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, { sha256: sha(text) }])),
    skipped: [],
    computed_sha256: digestOf(FILES),
    recorded_sha256: digestOf(FILES),
  });
  assert.deepEqual(sections, {
    done: { job_id: 'fix-1', max_failures: 0 },
    change: {
      base: 'a'.repeat(40),
      head: 'b'.repeat(40),
      files: [{ status: 'M', path: 'src/a.js', binary: false, lines: 4 }],
    },
    toolchain: { node: 'v20.20.2', base: 'a'.repeat(40), head: 'b'.repeat(40) },
  });
  for (const [name, value] of Object.entries({ proof, tests, ...sections }))
    assert.ok(checkSection(name, value as Json, '{}', 'x').ok, name);
});

test('bytes cannot be moved from one file into the next without another digest', async () => {
  const moved = { ...FILES, 'git_stat.txt': '', 'git_name_status.txt': '' };
  const a = (await collect(folderOf({ ...moved, 'git_stat.txt': 'x\0git_name_status.txt\0' }))).proof
    .computed_sha256;
  const b = (await collect(folderOf({ ...moved, 'git_name_status.txt': 'x' }))).proof.computed_sha256;
  const c = (await collect(folderOf({ ...moved, 'git_stat.txt': 'x' }))).proof.computed_sha256;
  assert.equal(new Set([a, b, c]).size, 3);
});

test('one changed byte in any of the six changes the digest, and a missing one leaves none', async () => {
  for (const name of Object.keys(FILES)) {
    const edited = folderOf({ ...FILES, [name]: `${FILES[name as keyof typeof FILES]} ` });
    assert.notEqual((await collect(edited)).proof.computed_sha256, digestOf(FILES), name);
    const folder = folderOf();
    rmSync(join(folder, name));
    const { proof } = await collect(folder);
    assert.deepEqual([proof.computed_sha256, name in proof.files, proof.skipped], [null, false, []], name);
  }
});

test('what was recorded is told as it stands, and null when nothing was', async () => {
  const recorded = async (text: string) =>
    (await collect(folderOf({ ...FILES, 'PROOF.sha256': text }))).proof;
  assert.equal((await recorded(` ${'f'.repeat(64)}\r\n`)).recorded_sha256, 'f'.repeat(64));
  assert.equal((await recorded('')).recorded_sha256, '');
  assert.equal((await recorded('x'.repeat(1000))).recorded_sha256, 'x'.repeat(128));
  const long = await recorded('x'.repeat(5000));
  assert.deepEqual([long.recorded_sha256, long.skipped.length], [null, 1]);
  const folder = folderOf();
  rmSync(join(folder, 'PROOF.sha256'));
  assert.deepEqual((await collect(folder)).proof.recorded_sha256, null);
});

test('a link, a folder and an extra file are told, and no link is followed', async () => {
  const folder = folderOf();
  renameSync(join(folder, 'junit.xml'), join(folder, '..', `${sha(folder)}.xml`));
  symlinkSync(join(folder, '..', `${sha(folder)}.xml`), join(folder, 'junit.xml'));
  rmSync(join(folder, 'git_stat.txt'));
  mkdirSync(join(folder, 'git_stat.txt'));
  rmSync(join(folder, 'PROOF.sha256'));
  symlinkSync('done.json', join(folder, 'PROOF.sha256'));
  write(folder, { 'evidence/extra.json': '{}' });
  const { proof, change } = await collect(folder);
  rmSync(join(folder, '..', `${sha(folder)}.xml`));
  assert.equal(change, undefined);
  assert.deepEqual([proof.computed_sha256, proof.recorded_sha256], [null, null]);
  assert.deepEqual(Object.keys(proof.files).sort(), [
    'done.json',
    'env_fingerprint.txt',
    'evidence/extra.json',
    'forbidden.txt',
    'git_name_status.txt',
  ]);
  assert.deepEqual(Object.fromEntries(proof.skipped.map(({ path, why }) => [path, why])), {
    'junit.xml': 'it is a symbolic link',
    'PROOF.sha256': 'it is a symbolic link',
    'git_stat.txt': 'it is not a regular file',
  });
});

test('a contract that is not strict JSON is no contract, and nothing of it is shown', async () => {
  const secret = ['hun', 'ter2'].join('');
  for (const text of [
    '',
    '[]',
    '"x"',
    '{"a":1,"a":2}',
    `{"a":"${secret}`,
    '{"a":"\\ud800"}',
    '{"a":1e400}',
  ]) {
    const folder = folderOf({ ...FILES, 'done.json': text });
    const { done, proof } = await collect(folder);
    assert.equal(done, undefined);
    assert.deepEqual(
      proof.skipped.map(({ path }) => path),
      ['done.json'],
      text,
    );
    assert.ok(!JSON.stringify(proof).includes(secret));
    assert.ok('done.json' in proof.files);
  }
  assert.match(
    (await whyOf({ 'done.json': Uint8Array.of(0x7b, 0xc3, 0x28, 0x7d) }))[0]!,
    /^done\.json: Invalid UTF-8/,
  );
  assert.match(
    (await whyOf({ 'done.json': ' '.repeat((1 << 20) + 1) }))[0]!,
    /^done\.json: it is larger than/,
  );
});

test('texts that git would not have written are not read as a change', async () => {
  const sum = (files: number, added: number) => ` ${files} files changed, ${added} insertions(+)\n`;
  const table: readonly (readonly [files: Readonly<Record<string, string>>, why: RegExp])[] = [
    [{ 'git_name_status.txt': 'src/a.js\n' }, /line 1 is not what/],
    [{ 'git_name_status.txt': 'M\n' }, /line 1 is not what/],
    [{ 'git_name_status.txt': 'M\ta\tb\n' }, /line 1 is not what/],
    [{ 'git_name_status.txt': 'R100\ta\n' }, /line 1 is not what/],
    [{ 'git_name_status.txt': 'X\ta\n' }, /line 1 is not what/],
    [{ 'git_name_status.txt': 'M\t\n' }, /line 1 has an empty path/],
    [{ 'git_name_status.txt': 'M\t"a\n' }, /quoted path/],
    [{ 'git_name_status.txt': 'M\t"\\377"\n' }, /not valid UTF-8/],
    [{ 'git_name_status.txt': 'M\ta\nA\ta\n' }, /a path twice/],
    [{ 'git_name_status.txt': 'M\ta\nM\tb\n' }, /tells of 1 files, and git_name_status.txt of 2/],
    [{ 'git_name_status.txt': '' }, /tells of 1 files, and git_name_status.txt of 0/],
    [{ 'git_stat.txt': ' src/a.js | 4 ++--\n' }, /does not end with the sum/],
    [{ 'git_stat.txt': ` src/a.js | 4 ++--\n${sum(2, 4)}` }, /do not add up/],
    [{ 'git_stat.txt': ` src/a.js | 400 ++--\n${sum(1, 4)}` }, /do not add up/],
    [{ 'git_stat.txt': ` src/a.js | few\n${sum(1, 4)}` }, /line 1 is not what/],
    [{ 'git_stat.txt': ` src/a.js | Unmerged\n${sum(1, 0)}` }, /line 1 is not what/],
  ];
  for (const [files, why] of table) {
    const folder = folderOf({ ...FILES, ...files });
    const { change, proof } = await collect(folder);
    assert.equal(change, undefined, JSON.stringify(files));
    assert.equal(proof.skipped.length, 1);
    assert.match(proof.skipped[0]!.why, why);
  }
});

test('a fingerprint without a version keeps its blank, and a line that is none is told', async () => {
  const toolchain = async (text: string) =>
    (await collect(folderOf({ ...FILES, 'env_fingerprint.txt': text }))).toolchain;
  assert.deepEqual(await toolchain('pytest=\n\npython=Python 3.11.2\nuname=Linux x86_64\r\n'), {
    pytest: '',
    python: 'Python 3.11.2',
    uname: 'Linux x86_64',
  });
  assert.deepEqual(await toolchain(''), {});
  for (const text of [
    'no version here',
    'a b=1',
    '=1',
    'node=1\nnode=2',
    '__proto__=1',
    `node=${'x'.repeat(501)}`,
  ]) {
    assert.equal(await toolchain(text), undefined, text);
    assert.equal((await whyOf({ 'env_fingerprint.txt': text })).length, 1);
  }
});

test('what a real git writes of odd names, links, renames and binaries is read back as it was', async () => {
  const { folder, git, commit } = repository();
  const many = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
  write(folder, { 'keep.txt': many, 'gone.txt': 'x\n', 'mode.sh': '#!/bin/sh\n', 'old/name.txt': many });
  const base = commit();
  write(folder, {
    'keep.txt': `${many}more\n`,
    'caf\u00e9 \u{1f600}.txt': 'a\nb\n',
    'tab\tand "quote"\\\n.txt': 'a\n',
    'a | 5 +.txt': 'a\n',
    [`deep/${'long-folder-name/'.repeat(12)}file.txt`]: 'a\n',
    'image.bin': Uint8Array.of(0, 1, 2, 3),
  });
  rmSync(join(folder, 'gone.txt'));
  mkdirSync(join(folder, 'new'));
  renameSync(join(folder, 'old/name.txt'), join(folder, 'new/name.txt'));
  symlinkSync('keep.txt', join(folder, 'link'));
  git('update-index', '--chmod=+x', 'mode.sh');
  git('add', '-A');
  git('update-index', '--chmod=+x', 'mode.sh');
  git('commit', '-q', '-m', 'x');
  for (const more of [[], ['--no-renames'], ['--stat=300,250']]) {
    const stat = git(
      'diff',
      more.find((flag) => flag.startsWith('--stat')) ?? '--stat',
      ...more,
      base,
      'HEAD',
    );
    const names = git(
      'diff',
      '--name-status',
      ...more.filter((flag) => !flag.startsWith('--stat')),
      base,
      'HEAD',
    );
    const { change, proof } = await collect(
      folderOf({ ...FILES, 'git_stat.txt': stat, 'git_name_status.txt': names }),
    );
    assert.deepEqual(proof.skipped, []);
    const byPath = new Map(change!.files.map((file) => [file.path, file]));
    assert.equal(byPath.get('caf\u00e9 \u{1f600}.txt')?.lines, 2);
    assert.equal(byPath.get('tab\tand "quote"\\\n.txt')?.lines, 1);
    assert.equal(byPath.get('a | 5 +.txt')?.lines, 1);
    assert.equal(byPath.get('mode.sh')?.lines, 0);
    assert.equal(byPath.get('image.bin')?.binary, true);
    assert.equal(byPath.get('link')?.status, 'A');
    assert.equal(byPath.get('gone.txt')?.status, 'D');
    const isRename = !more.includes('--no-renames');
    assert.equal(byPath.get('new/name.txt')?.old_path, isRename ? 'old/name.txt' : undefined);
    assert.equal(byPath.get('new/name.txt')?.lines, isRename ? 0 : 20);
  }
});

test('what is no proof folder is refused', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const refused = (name: string) =>
    assert.rejects(
      collect(join(folder, name)),
      (error) => error instanceof CollectError && error.blame === 'input',
    );
  await refused('none');
  await refused('file');
  for (let index = 0; index < 1001; index += 1) writeFileSync(join(folder, String(index)), '');
  await refused('.');
});
