/** `--junit` as a person uses it: on the command line, in holdpoint.yaml, and where it goes wrong. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, holdpoint } from './holdpoint.ts';

const RULES = `version: 1
policy: green
action: merge
gates: [{ id: tests, kind: tests }]
`;
const PROJECT = `version: 1
rules: [rules]
collect: { junit: ['reports/*.xml'] }
`;
const suite = (inside: string) => `<testsuite name="s">${inside}</testsuite>`;
const GREEN = suite('<testcase name="a"/>');

const evaluate = async (folder: string, ...args: string[]) => {
  const result = await holdpoint(['eval', '--action', 'merge', '--format', 'json', ...args], { cwd: folder });
  const verdict = result.stdout === '' ? undefined : JSON.parse(result.stdout);
  const reasons = verdict?.policies.flatMap(
    (policy: { gates: { reasons: { code: string; subject?: string }[] }[] }) =>
      policy.gates.flatMap((gate) =>
        gate.reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
      ),
  );
  return { ...result, reasons };
};

test('eval counts every report that --junit names, one word after the other', async () => {
  const folder = folderWith({
    'rules/green.yaml': RULES,
    'a.xml': GREEN,
    'b.xml': GREEN,
    'r/c.xml': suite('<testcase name="c"><error/></testcase>'),
  });
  const args = ['--rules', 'rules', '--junit'];
  assert.equal((await evaluate(folder, ...args, 'a.xml', 'b.xml')).status, 0);
  const red = await evaluate(folder, ...args, 'a.xml', '--junit', 'r/*.xml');
  assert.deepEqual([red.status, red.reasons], [2, ['failed']]);
});

test('a report that is not there or is cut off holds, and the answer says which', async () => {
  const folder = folderWith({
    'rules/green.yaml': RULES,
    'a.xml': GREEN,
    'cut.xml': '<testsuite><testcase name="a"/>',
  });
  const { status, reasons } = await evaluate(
    folder,
    '--rules',
    'rules',
    '--junit',
    'a.xml',
    'cut.xml',
    'no/*.xml',
  );
  assert.deepEqual([status, reasons], [2, ['not-counted:no/*.xml', 'not-counted:cut.xml']]);
  const pretty = await holdpoint(['eval', '--action', 'merge', '--rules', 'rules', '--junit', 'cut.xml'], {
    cwd: folder,
  });
  assert.match(pretty.stdout, /not-counted cut\.xml\n {4}cut\.xml was not counted: it is cut off\n/);
});

test('a report with a document type is refused with 65, whatever is asked', async () => {
  const doctype = '<!DOCTYPE t [<!ENTITY a "aaaa">]><testsuite><testcase name="&a;"/></testsuite>';
  const folder = folderWith({ 'rules/green.yaml': RULES, 'a.xml': doctype, 'b.xml': GREEN });
  for (const command of [['collect'], ['eval', '--action', 'merge', '--rules', 'rules']]) {
    const { status, stdout, stderr } = await holdpoint([...command, '--junit', '*.xml'], { cwd: folder });
    assert.deepEqual([status, stdout], [65, '']);
    assert.match(
      stderr,
      /^error: Cannot count the tests in "a\.xml": it has a document type[^\n]*\n {2}[^\n]+\n$/,
    );
  }
});

test('holdpoint.yaml names the reports, and they are found and called the same from a folder below', async () => {
  const folder = folderWith({
    'holdpoint.yaml': PROJECT,
    'rules/green.yaml': RULES,
    'reports/unit.xml': GREEN,
    'below/x': '',
  });
  const here = await evaluate(folder);
  const below = await evaluate(join(folder, 'below'));
  assert.deepEqual([here.status, here.stderr], [0, '']);
  assert.equal(below.stdout, here.stdout);
  const none = folderWith({ 'holdpoint.yaml': PROJECT, 'rules/green.yaml': RULES });
  assert.deepEqual((await evaluate(none)).reasons, ['not-counted:reports/*.xml', 'none-ran']);
});

test('tests come from one place only', async () => {
  const folder = folderWith({
    'a.xml': GREEN,
    'tests.json': '{"tests":1,"failures":0,"errors":0,"skipped":0}',
  });
  const twice = await holdpoint(['collect', '--junit', 'a.xml', '--set', 'tests=tests.json'], {
    cwd: folder,
  });
  assert.deepEqual([twice.status, twice.stdout], [64, '']);
  assert.match(twice.stderr, /^error: Section "tests" is given twice\n/);
});

test('what a failing test had in hand is in no snapshot and no answer', async () => {
  const secret = ['hunter', 'two', 'two'].join('-');
  const red = suite(
    `<testcase name="logs in"><failure message="got ${secret}" type="${secret}">${secret}</failure><system-err>${secret}</system-err></testcase>`,
  );
  const folder = folderWith({ 'rules/green.yaml': RULES, 'a.xml': red });
  const snapshot = await holdpoint(['collect', '--action', 'merge', '--junit', 'a.xml'], { cwd: folder });
  const answer = await holdpoint(['eval', '--rules', 'rules', '--snapshot', '-'], {
    cwd: folder,
    input: snapshot.stdout,
  });
  assert.equal(answer.status, 2);
  for (const text of [snapshot.stdout, snapshot.stderr, answer.stdout, answer.stderr])
    assert.ok(!text.includes(secret));
});

test('an old report that nobody wrote anew is held where the rule asks for a fresh one', async () => {
  const fresh = RULES.replace('kind: tests', 'kind: tests, fresh: true');
  const folder = folderWith({ 'rules/green.yaml': fresh, 'tree/reports/unit.xml': GREEN });
  const stamp = await holdpoint(['collect', '--tree', 'tree', '-o', 'before.json'], { cwd: folder });
  assert.equal(stamp.status, 0);
  const ask = () =>
    evaluate(folder, '--rules', 'rules', '--junit', 'tree/reports/*.xml', '--tree-before', 'before.json');
  assert.deepEqual((await ask()).reasons, ['stale:tree/reports/unit.xml']);
  writeFileSync(join(folder, 'tree/reports/unit.xml'), suite('<testcase name="a" time="0.1"/>'));
  assert.deepEqual((await ask()).reasons, []);
});
