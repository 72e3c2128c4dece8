/** A prompt and a bundle, from the file to the verdict, over the real command; and that no word or key of them gets out. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FORMATS } from '../../src/report/formats.ts';
import { folderWith, holdpoint } from './holdpoint.ts';

const rule = (name: string) => fileURLToPath(new URL(`../../rules/${name}.yaml`, import.meta.url));
const LEDGER = ['--rules', rule('prompt-ledger'), '--action', 'send'];
const PREFLIGHT = ['--rules', rule('prompt-preflight'), '--action', 'send'];
const AWS = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
const GITHUB = ['ghp', '_', 'Zk3vQ9mT2xW7', 'bN5cR8yL1pD4', 'hJ6gF0sA3uE9'].join('');

const reasonsOf = (stdout: string): string[] =>
  JSON.parse(stdout).policies.flatMap(
    ({ gates }: { gates: { reasons: { code: string; subject?: string }[] }[] }) =>
      gates.flatMap(({ reasons }) =>
        reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
      ),
  );

/** Every file under a folder, as Latin-1 text. */
function allOf(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('eval judges a prompt from a file and from standard input, and gives the same verdict for the same text', async () => {
  const cwd = folderWith({ 'prompt.txt': 'Explain.\n', 'approval.json': '{"decision":"eligible"}' });
  const args = ['eval', ...LEDGER, '--cap', '3', '--set', 'approval=approval.json', '--format', 'json'];
  const fromFile = await holdpoint([...args, '--prompt', 'prompt.txt'], { cwd });
  const fromInput = await holdpoint([...args, '--prompt', '-'], { cwd, input: 'Explain.\n' });
  assert.deepEqual([fromFile.status, fromFile.stderr], [0, '']);
  assert.equal(fromInput.stdout, fromFile.stdout);
  const over = await holdpoint([...args, '--prompt', '-'], { cwd, input: 'Explain all.\n' });
  assert.deepEqual([over.status, reasonsOf(over.stdout)], [2, ['over-cap']]);
});

test('--prompt asks for a cap, and refuses what is no text or not there', async () => {
  const cwd = folderWith({ 'a.txt': 'x' });
  const table: readonly (readonly [args: readonly string[], status: number, says: RegExp])[] = [
    [['--prompt', 'a.txt'], 64, /--cap N/],
    [['--prompt', 'a.txt', '--cap', '0'], 64, /--cap takes a whole number from 1/],
    [['--prompt', 'no.txt', '--cap', '9'], 65, /no\.txt/],
    [['--prompt', '.', '--cap', '9'], 65, /not a regular file|is a folder/],
    [['--prompt', '-', '--cap', '9'], 65, /Invalid UTF-8 at byte 1/],
  ];
  for (const [args, status, says] of table) {
    const result = await holdpoint(['collect', ...args], { cwd, input: new Uint8Array([0x61, 0xff]) });
    assert.deepEqual([result.status, result.stdout], [status, ''], args.join(' '));
    assert.match(result.stderr, says);
  }
});

test('no word of a prompt and no key in it is in any output, in the snapshot or in the history', async () => {
  const text = `remember the cormorant\na=${AWS} b=${GITHUB}\n`;
  const cwd = folderWith({ 'approval.json': '{"decision":"eligible"}' });
  const flags = ['--prompt', '-', '--cap', '9', '--set', 'approval=approval.json'];
  let said = '';
  for (const { name } of FORMATS) {
    const result = await holdpoint(['eval', ...LEDGER, ...flags, '--format', name, '--store'], {
      cwd,
      input: text,
    });
    assert.equal(result.status, 2);
    said += result.stdout + result.stderr;
  }
  assert.match(said, /secret-shaped-text/);
  await holdpoint(['collect', ...flags, '-o', 'snapshot.json'], { cwd, input: text });
  said += allOf(cwd);
  assert.match(said, /"assignment-shape"/);
  for (const word of ['cormorant', AWS, GITHUB]) assert.equal(said.includes(word), false, word);
});

test('a bundle goes when the canary was seen and the list is exact, and each thing in the way is told', async () => {
  const cwd = folderWith({ 'out/add.py': 'x = 1\n', 'out/test_add.py': 'y = 2\n' });
  const flags = ['eval', ...PREFLIGHT, '--bundle', 'out', '--secrets', 'out', '--format', 'json'];
  const judged = async (...more: string[]) => {
    const { status, stdout } = await holdpoint([...flags, ...more], { cwd });
    return [status, ...reasonsOf(stdout)];
  };
  assert.deepEqual(await judged(), [2, 'canary-unproven']);
  assert.deepEqual(await judged('--canary'), [0]);
  fs.writeFileSync(join(cwd, 'out/add.py'), `a=${AWS} b=${GITHUB}\n`);
  fs.writeFileSync(join(cwd, 'out/notes.md'), 'n\n');
  fs.symlinkSync('/etc/hostname', join(cwd, 'out/link'));
  assert.deepEqual(await judged('--canary'), [
    2,
    'finding:add.py:1',
    'finding:add.py:1',
    'unexpected-file:link',
    'unexpected-file:notes.md',
  ]);
});

test('no key of a scanned folder is in any output, in the snapshot or in the history', async () => {
  const cwd = folderWith({ 'out/add.py': `a=${AWS} b=${GITHUB}\n` });
  const flags = ['--secrets', 'out', '--canary', '--bundle', 'out'];
  let said = '';
  for (const { name } of FORMATS) {
    const result = await holdpoint(['eval', ...PREFLIGHT, ...flags, '--format', name, '--store'], { cwd });
    said += result.stdout + result.stderr;
  }
  assert.match(said, /finding/);
  await holdpoint(['collect', ...flags, '-o', 'snapshot.json'], { cwd });
  fs.rmSync(join(cwd, 'out'), { recursive: true });
  said += allOf(cwd);
  for (const word of [AWS, GITHUB]) assert.equal(said.includes(word), false);
});
