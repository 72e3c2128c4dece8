/** Changes that try to look like less than they are, from a real repository to the answer that is printed. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository, type TestRepository, temporaryFolder, write } from '../collect/temporary.ts';
import { folderWith, holdpoint } from './holdpoint.ts';

const rules = folderWith({
  'fence.yaml': `
version: 1
policy: fence
action: merge
gates:
  - { id: fence, kind: paths, paths: { from: change.files }, allow: [src/**, run.sh, '*.png', notes.md] }
`,
  'budget.yaml': `
version: 1
policy: budget
action: merge
gates:
  - { id: size, kind: budget, limits: [{ measure: changes, min: 1 }, { measure: lines, max: 3 }, { measure: files, max: 1 }] }
`,
});

type Made = (repo: TestRepository) => void;
type Judged = { readonly status: number | null; readonly reasons: readonly string[]; readonly text: string };

/** Judges what `after` does to what `before` made, by one rule file. */
async function judge(rule: string, before: Made, after: Made, range = 'HEAD~1..HEAD'): Promise<Judged> {
  const repo = repository();
  before(repo);
  repo.commit('base');
  after(repo);
  repo.git('commit', '-q', '--allow-empty', '-m', 'head');
  const args = ['eval', '--rules', join(rules, rule), '--action', 'merge', '--git', range];
  const { status, stdout } = await holdpoint([...args, '--format', 'json'], { cwd: repo.folder });
  const { stdout: text, stderr } = await holdpoint(args, { cwd: repo.folder });
  if (stdout === '') return { status, reasons: [], text: stderr };
  type Gates = { gates: { reasons: { code: string; subject?: string }[] }[] };
  const { policies } = JSON.parse(stdout) as { policies: Gates[] };
  const reasons = policies.flatMap(({ gates }) => gates.flatMap((gate) => gate.reasons));
  return {
    status,
    reasons: reasons.map(({ code, subject }) => [code, ...(subject ?? [])].join('')).sort(),
    text,
  };
}

const staged =
  (made: Made): Made =>
  (repo) => {
    made(repo);
    repo.git('add', '-A');
  };

test('a rename out of the fence holds, for the place that it comes to', async () => {
  const { status, reasons } = await judge(
    'fence.yaml',
    ({ folder }) => write(folder, { 'src/a.ts': 'one\ntwo\nthree\n' }),
    ({ folder, git }) => {
      fs.mkdirSync(join(folder, '.github/workflows'), { recursive: true });
      git('mv', 'src/a.ts', '.github/workflows/a.yml');
    },
  );
  assert.deepEqual([status, reasons], [2, ['outside.github/workflows/a.yml']]);
});

test('a rename into the fence holds, for the place that it leaves', async () => {
  const { status, reasons } = await judge(
    'fence.yaml',
    ({ folder }) => write(folder, { 'config/deploy.yml': 'one\ntwo\n', 'src/x': '' }),
    ({ git }) => void git('mv', 'config/deploy.yml', 'src/deploy.yml'),
  );
  assert.deepEqual([status, reasons], [2, ['outsideconfig/deploy.yml']]);
});

test('a name with a tab, quotes, a line feed and letters of any script is told exactly, and printed on one line', async () => {
  const name = 'we\tird\n"na\u00efve"\u001b[31m.txt';
  const { status, reasons, text } = await judge(
    'fence.yaml',
    () => {},
    staged(({ folder }) => write(folder, { [name]: 'x\n' })),
  );
  assert.equal(status, 2);
  assert.ok(reasons[0]?.endsWith(name), reasons[0]);
  assert.match(text, /we\\tird\\n.*na\u00efve.*\\u001b\[31m\.txt/i);
  assert.equal(text.includes('\u001b[31m'), false);
});

test("a link in a file's place holds inside the fence too, and what it leads to is not read", async () => {
  const { status, reasons, text } = await judge(
    'fence.yaml',
    ({ folder }) => write(folder, { 'src/a.ts': 'x\n' }),
    staged(({ folder }) => {
      fs.rmSync(join(folder, 'src/a.ts'));
      fs.symlinkSync('/etc/passwd', join(folder, 'src/a.ts'));
    }),
  );
  assert.deepEqual([status, reasons], [2, ['linksrc/a.ts']]);
  assert.equal(text.includes('root:'), false);
});

test('a submodule that moves is one file, and what it brings is told as not counted', async () => {
  const point = (digit: string) => (repo: TestRepository) =>
    void repo.git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},src/lib`);
  const before: Made = (repo) => {
    point('a')(repo);
    fs.mkdirSync(join(repo.folder, 'src/lib'), { recursive: true });
  };
  const fence = await judge('fence.yaml', before, point('b'));
  assert.deepEqual([fence.status, fence.reasons], [2, ['submodulesrc/lib']]);
  const budget = await judge('budget.yaml', before, point('b'));
  assert.deepEqual([budget.status, budget.reasons], [2, ['uncountedsrc/lib']]);
});

test('a budget holds on what has no lines, releases a change of mode, and counts lines that look like headers', async () => {
  const table: readonly (readonly [title: string, before: Made, after: Made, reasons: readonly string[]])[] =
    [
      [
        'a binary file',
        ({ folder }) => write(folder, { 'img.png': new Uint8Array([1, 0, 2]) }),
        ({ folder }) => write(folder, { 'img.png': new Uint8Array([1, 0, 3]) }),
        ['binary-fileimg.png'],
      ],
      [
        'the executable bit',
        ({ folder }) => write(folder, { 'run.sh': 'x\n' }),
        ({ folder }) => fs.chmodSync(join(folder, 'run.sh'), 0o755),
        [],
      ],
      ['nothing', ({ folder }) => write(folder, { a: '' }), () => {}, ['under']],
      [
        'lines that look like headers',
        ({ folder }) => write(folder, { 'notes.md': '--- a\n' }),
        ({ folder }) => write(folder, { 'notes.md': '+++ a\n--- b\n@@ -1 +1 @@\n' }),
        ['over'],
      ],
      [
        'an arrow in a name',
        () => {},
        ({ folder }) => write(folder, { 'docs/a => b.txt': '1\n2\n3\n4\n' }),
        ['over'],
      ],
      [
        'a file that attributes hide',
        ({ folder }) => write(folder, { '.gitattributes': 'a.txt -diff binary\n', 'a.txt': '' }),
        ({ folder }) => write(folder, { 'a.txt': '1\n2\n3\n4\n' }),
        ['over'],
      ],
      [
        'two renames, four places',
        ({ folder }) => write(folder, { a: 'a\n', b: 'b\n' }),
        ({ folder }) => {
          fs.renameSync(join(folder, 'a'), join(folder, 'c'));
          fs.renameSync(join(folder, 'b'), join(folder, 'd'));
        },
        ['over', 'over'],
      ],
    ];
  for (const [title, before, after, reasons] of table) {
    const judged = await judge('budget.yaml', before, staged(after));
    assert.deepEqual([judged.status, judged.reasons], [reasons.length === 0 ? 0 : 2, reasons], title);
  }
});

test('a base that a shallow clone was cut off before is 65, with how to fetch it, and no empty change', async () => {
  const repo = repository();
  const base = repo.commit('base');
  write(repo.folder, { 'src/a.ts': 'x\n' });
  repo.commit('head');
  const clone = join(temporaryFolder(), 'clone');
  repo.git('clone', '-q', '--depth=1', `file://${repo.folder}`, clone);
  const args = ['eval', '--rules', join(rules, 'fence.yaml'), '--action', 'merge', '--git', `${base}..HEAD`];
  const { status, stdout, stderr } = await holdpoint(args, { cwd: clone });
  assert.deepEqual([status, stdout], [65, '']);
  assert.match(
    stderr,
    /^error: The revision "[0-9a-f]{40}" is missing: this clone is shallow.*\n {2}.*git fetch/,
  );
});
