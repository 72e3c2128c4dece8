/** The collector of test reports: real files of every shape and of none, counted from their elements. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { CollectError, collectTests, type Tests } from '../../src/collect/mod.ts';
import { tests as section } from '../../src/engine/evidence/sections/machine.ts';
import { nodeHost } from '../../src/host/node.ts';
import { judgeTests } from './judge-tests.ts';
import { temporaryFolder, write } from './temporary.ts';

const context = { host: nodeHost() };

async function collect(
  files: Readonly<Record<string, string | Uint8Array>>,
  reports: readonly string[] = Object.keys(files),
): Promise<Tests> {
  const folder = temporaryFolder();
  write(folder, files);
  const tests = await collectTests(context, { reports, folder });
  const checked = v.safeParse(section.schema, tests);
  assert.deepEqual(
    checked.issues?.map(({ message }) => message),
    undefined,
  );
  return tests;
}

const counts = ({ tests, failures, errors, skipped }: Tests) => [tests, failures, errors, skipped];

const suite = (inside: string, attributes = '') => `<testsuite name="s"${attributes}>${inside}</testsuite>`;

const SHAPES: readonly (readonly [
  title: string,
  xml: string,
  counted: readonly number[],
  reasons: readonly string[],
])[] = [
  ['one suite as the root', suite('<testcase name="a"/>', ' tests="1"'), [1, 0, 0, 0], []],
  [
    'a failure in a nested suite whose parent says none',
    '<testsuites><testsuite tests="0" failures="0"><testsuite><testcase name="x"><failure/></testcase></testsuite></testsuite></testsuites>',
    [1, 1, 0, 0],
    ['disagreement:r.xml', 'failed'],
  ],
  [
    'cases at three depths',
    '<testsuites><testsuite name="all" tests="0" failures="0"><testcase name="t1"/><testsuite name="inner"><testcase name="t2"/><testsuite name="deep"><testcase name="t3"><failure message="no"/></testcase></testsuite></testsuite></testsuite></testsuites>',
    [3, 1, 0, 0],
    ['disagreement:r.xml', 'failed'],
  ],
  [
    'a suite as the root, with a failure in a CDATA section',
    '<testsuite name="s" tests="2" errors="0" failures="1"><testcase name="bad" classname="c"><failure type="E"><![CDATA[boom]]></failure></testcase><testcase name="good" classname="c"/></testsuite>',
    [2, 1, 0, 0],
    ['failed'],
  ],
  [
    'empty elements that tell of failures',
    suite(
      '<testcase name="a"><failure/></testcase><testcase name="b"><error></error></testcase><testcase name="c"><failure message=""/></testcase>',
    ),
    [3, 2, 1, 0],
    ['failed'],
  ],
  [
    'an error',
    suite('<testcase name="a"><error/></testcase>', ' tests="1" errors="1"'),
    [1, 0, 1, 0],
    ['failed'],
  ],
  [
    'every case skipped, one by its status',
    suite(
      '<testcase name="a"><skipped/></testcase><testcase name="b"><skipped message="ci"/></testcase><testcase name="c" status="notrun"/>',
      ' tests="3" skipped="3"',
    ),
    [3, 0, 0, 3],
    ['none-ran'],
  ],
  [
    'several failures of one case',
    suite(
      '<testcase name="t"><failure message="1"/><failure message="2"/></testcase>',
      ' tests="1" failures="1"',
    ),
    [1, 1, 0, 0],
    ['failed'],
  ],
  [
    'a failure and an error of one case',
    suite(
      '<testcase name="t"><failure/><error/></testcase><testcase name="u"/>',
      ' tests="2" failures="1" errors="1"',
    ),
    [2, 0, 1, 0],
    ['failed'],
  ],
  [
    'a case that was skipped and failed, which no runner excuses',
    suite('<testcase name="t"><skipped/><failure/></testcase><testcase name="u"/>'),
    [2, 1, 0, 0],
    ['failed'],
  ],
  [
    'a case that failed by its status alone',
    suite(
      '<testcase name="t" status="failed"/><testcase name="u" result="error"/><testcase name="v" status="run"/>',
    ),
    [3, 1, 1, 0],
    ['failed'],
  ],
  [
    'an error of a suite that belongs to no case',
    suite('<error message="cannot be loaded"/><testcase name="u"/>', ' tests="1" errors="1"'),
    [2, 0, 1, 0],
    ['failed'],
  ],
  [
    'prefixed names',
    '<j:testsuite xmlns:j="urn:junit" name="s"><j:testcase name="t"><j:failure/></j:testcase></j:testsuite>',
    [1, 1, 0, 0],
    ['failed'],
  ],
  [
    'names in another case',
    '<TestSuite Name="s" Tests="1"><TestCase Name="t"><Failure/></TestCase></TestSuite>',
    [1, 1, 0, 0],
    ['failed'],
  ],
  [
    'more tests declared than shown',
    suite('<testcase name="a"/><testcase name="b"/>', ' tests="40"'),
    [2, 0, 0, 0],
    ['disagreement:r.xml'],
  ],
  [
    'failures declared that no element shows',
    `<testsuites tests="1" failures="0" errors="1">${suite('<testcase name="a"/>', ' tests="1" failures="0"')}</testsuites>`,
    [1, 0, 0, 0],
    ['disagreement:r.xml'],
  ],
  [
    'a count that is no number',
    suite('<testcase name="a"/>', ' tests="many"'),
    [1, 0, 0, 0],
    ['disagreement:r.xml'],
  ],
  [
    'elements of other vocabularies between',
    suite(
      '<properties><property name="failure" value="1"/></properties><testcase name="a"><properties/><system-out>&lt;failure/&gt;</system-out></testcase>',
      ' tests="1" failures="0"',
    ),
    [1, 0, 0, 0],
    [],
  ],
];

for (const [title, xml, counted, reasons] of SHAPES) {
  test(`a report is counted from its elements: ${title}`, async () => {
    const tests = await collect({ 'r.xml': `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n` });
    assert.deepEqual(counts(tests), counted);
    assert.deepEqual(tests.not_counted, []);
    assert.deepEqual(judgeTests(tests), reasons);
  });
}

const GOOD = suite('<testcase name="t" time="0.5"/>');

const NO_REPORT: readonly (readonly [title: string, text: string | Uint8Array, why: RegExp])[] = [
  ['empty', '', /^it is empty$/],
  ['only a blank line', '\n', /^it is empty$/],
  ['no suite in it', '<?xml version="1.0"?><testsuites/>', /^it has no test case$/],
  ['a suite without cases', '<testsuite name="x" tests="0"/>', /^it has no test case$/],
  ['a page of a proxy', '<html><body>502</body></html>', /^it is no JUnit report: it begins with <html>$/],
  ['no XML', '{"tests": 3}', /^it is not well-formed XML: /],
  [
    'cut off between cases',
    '<testsuite name="s" tests="40"><testcase name="t1"/><testcase name="t2"/>',
    /^it is cut off$/,
  ],
  ['cut off in a tag', '<testsuite name="s"><testcase name="t1', /^it is cut off/],
  ['cut off in a section', '<testsuite name="s"><testcase name="t1"><failure><![CDATA[x', /^it is cut off/],
  ['two roots', `${GOOD}${GOOD}`, /^it is not well-formed XML: /],
  ['an end tag too many', `${GOOD}</testsuite>`, /^it is not well-formed XML: /],
  ['an undefined entity', suite('<testcase name="&f;"/>'), /^it is not well-formed XML: undefined entity$/],
  [
    'an inherited name as an entity',
    suite('<testcase name="&constructor;"/>'),
    /^it is not well-formed XML: undefined entity$/,
  ],
  [
    'a tag of two million references',
    suite(`<testcase name="${'&#65;'.repeat(2_000_000)}"/>`),
    /^it has a tag of more than 1 MiB$/,
  ],
  ['nested beyond measure', '<testsuite>'.repeat(5000), /^its elements are nested deeper than 200$/],
  [
    'not UTF-8',
    new Uint8Array([...new TextEncoder().encode('<testsuite name="'), 0xff, 0x22, 0x3e]),
    /^it is not valid UTF-8$/,
  ],
  [
    'an encoding that is not read',
    '<?xml version="1.0" encoding="utf-7"?><testsuite/>',
    /^its encoding "utf-7" is not one that is read: save it as UTF-8$/,
  ],
  ['UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), /^it is UTF-32: save it as UTF-8$/],
];

for (const [title, text, why] of NO_REPORT) {
  test(`what cannot be counted is told, and holds beside a good report: ${title}`, async () => {
    const tests = await collect({ 'bad.xml': text, 'good.xml': GOOD });
    assert.deepEqual(counts(tests), [1, 0, 0, 0]);
    assert.equal(tests.not_counted.length, 1);
    assert.match(tests.not_counted[0]!.why, why);
    assert.deepEqual(judgeTests(tests), ['not-counted:bad.xml']);
  });
}

test('a good report alone is released', async () => {
  const tests = await collect({ 'good.xml': GOOD });
  assert.deepEqual(judgeTests(tests), []);
  assert.equal(tests.duration_ms, 500);
});

const DOCTYPES = {
  bomb: '<!DOCTYPE t [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>',
  external:
    '<!DOCTYPE t [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&f;"/></testsuite>',
  'hidden failure':
    '<!DOCTYPE t [<!ENTITY f "<failure/>">]><testsuite><testcase name="a">&f;</testcase></testsuite>',
  'no entities': '<!DOCTYPE testsuite><testsuite><testcase name="a"/></testsuite>',
};
for (const [title, xml] of Object.entries(DOCTYPES)) {
  test(`a document type is refused, and nothing is expanded: ${title}`, async () => {
    await assert.rejects(
      collect({ 'good.xml': GOOD, 'r.xml': `<?xml version="1.0"?>\n${xml}` }),
      (error: unknown) =>
        error instanceof CollectError &&
        error.blame === 'input' &&
        /^Cannot count the tests in "r\.xml": it has a document type/.test(error.message),
    );
  });
}

test('a failing test that is to do counts as its runner means it, with a note', async () => {
  const todo = suite('<testcase name="t"><skipped type="todo"/><failure/></testcase><testcase name="u"/>');
  const tests = await collect({ 'r.xml': todo });
  assert.deepEqual([...counts(tests), tests.failing_todos], [2, 0, 0, 1, 1]);
  assert.deepEqual(
    tests.cases.map(({ status }) => status),
    ['todo', 'passed'],
  );
  assert.deepEqual(judgeTests(tests), []);
  assert.deepEqual(judgeTests(tests, { must_pass: ['t'] }), ['must-pass-absent:t']);
});

const RERUN = `<testsuite name="s" tests="3" failures="1" flakes="1"><testcase name="flaky"><flakyFailure message="first"/></testcase><testcase name="dead"><failure message="x"/><rerunFailure message="x"/><rerunFailure message="x"/></testcase><testcase name="fine"/></testsuite>`;

test('tests that were run again are failed once, or flaky', async () => {
  const tests = await collect({ 'r.xml': RERUN });
  assert.deepEqual([...counts(tests), tests.flaky], [3, 1, 0, 0, 1]);
  assert.deepEqual(
    tests.cases.map(({ status }) => status),
    ['flaky', 'failed', 'passed'],
  );
  assert.deepEqual(judgeTests(tests), ['failed']);
  const better = await collect({ 'r.xml': suite('<testcase name="a"><flakyError/></testcase>') });
  assert.deepEqual(judgeTests(better), []);
  assert.deepEqual(judgeTests(better, { max_flaky: 0 }), ['flaky']);
});

test('times are added up, or unknown, and never a guess', async () => {
  const cases =
    '<testcase name="a" time="2,001.5"/><testcase name="b" time="N/A"/><testcase name="c" time=""/><testcase name="d" time="-1"/>';
  const whole = await collect({ 'r.xml': suite(cases, ' tests="4" failures="0" time="3,456.789"') });
  assert.equal(whole.duration_ms, 3_456_789);
  assert.equal((await collect({ 'r.xml': suite(cases) })).duration_ms, undefined);
  assert.equal(
    (await collect({ 'r.xml': suite('<testcase name="a"/>', ' time="soon"') })).duration_ms,
    undefined,
  );
  const two = await collect({
    'a.xml': suite('<testcase name="a" time="1.25"/><testcase name="b" time="2"/>'),
    'b.xml': GOOD,
  });
  assert.equal(two.duration_ms, 3750);
});

test('the same test in two reports counts in both, and one report that two patterns hit counts once', async () => {
  const files = { 'linux/unit.xml': GOOD, 'mac/unit.xml': GOOD };
  const tests = await collect(files, ['*/unit.xml', './linux/*.xml', 'linux/unit.xml']);
  assert.deepEqual(counts(tests), [2, 0, 0, 0]);
  assert.deepEqual(
    tests.sources.map(({ path }) => path),
    ['linux/unit.xml', 'mac/unit.xml'],
  );
});

test('a pattern that hits no report is told, and holds beside one that does', async () => {
  const files = { 'reports/unit.xml': GOOD, 'reports/notes.txt': 'x' };
  const tests = await collect(files, ['reports/unit.xml', 'reports/e2e.xml', 'other/*.xml', '**/none-*.xml']);
  assert.deepEqual(counts(tests), [1, 0, 0, 0]);
  assert.deepEqual(judgeTests(tests), [
    'not-counted:reports/e2e.xml',
    'not-counted:other/*.xml',
    'not-counted:**/none-*.xml',
  ]);
  assert.deepEqual(judgeTests(await collect({}, ['*.xml'])), ['not-counted:*.xml', 'none-ran']);
});

test('patterns find reports at any depth, and names with brackets as they are', async () => {
  const files = {
    'a/b/target/TEST-x.xml': GOOD,
    'c/target/TEST-y.xml': GOOD,
    'c/target/z.xml': '<z/>',
    'r[1].xml': GOOD,
  };
  const tests = await collect(files, ['**/target/TEST-*.xml', 'r[1].xml']);
  assert.deepEqual(
    tests.sources.map(({ path }) => path),
    ['a/b/target/TEST-x.xml', 'c/target/TEST-y.xml', 'r[1].xml'],
  );
  await assert.rejects(collect(files, ['{a,b']), CollectError);
});

test('a link and a folder in the place of a report are told', async () => {
  const folder = temporaryFolder();
  write(folder, { 'real.xml': GOOD, 'dir/real.xml': GOOD });
  symlinkSync('real.xml', join(folder, 'link.xml'));
  const { not_counted } = await collectTests(context, { folder, reports: ['link.xml', 'dir'] });
  assert.deepEqual(
    not_counted.map(({ path }) => path),
    ['dir', 'link.xml'],
  );
});

test('reports are read in UTF-8 with a mark, UTF-16 of both orders, and one-byte encodings', async () => {
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${suite('<testcase name="Größe 日本"/>')}`;
  const units = [...`\ufeff${text('utf-16')}`].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]);
  const swapped = units.map((_, i) => units[i ^ 1]!);
  const files = {
    'a.xml': `\ufeff${text('UTF-8')}`,
    'b.xml': new Uint8Array(units),
    'c.xml': new Uint8Array(swapped),
    'd.xml': new Uint8Array(units.slice(2)),
    // Programs that build the text in memory declare UTF-16 and save UTF-8.
    'e.xml': text('utf-16'),
  };
  const tests = await collect(files);
  assert.deepEqual(tests.not_counted, []);
  assert.deepEqual(
    tests.cases.map(({ name }) => name),
    Array(5).fill('Größe 日本'),
  );
  const bytes = (encoding: string, letters: readonly number[]) =>
    Uint8Array.from(
      [...text(encoding).replace(/Größe 日本/, '\0')].flatMap((c) =>
        c === '\0' ? letters : c.charCodeAt(0),
      ),
    );
  const latin = await collect({
    'a.xml': bytes('ISO-8859-1', [0x47, 0xf6]),
    'b.xml': bytes('windows-1252', [0x80, 0xf6]),
  });
  assert.deepEqual(
    latin.cases.map(({ name }) => name),
    ['Gö', '€ö'],
  );
});

test('no word of a failure gets into the evidence, and no secret that a name has', async () => {
  const value = ['AKIA', 'Q3EXAMPLE7WXYZ2K'].join('');
  const xml = suite(
    `<testcase name="logs in [${value}]" classname="password=hunter2-${value}"><failure type="${value}" message="got ${value}">expected ${value}</failure><system-out>${value}</system-out></testcase>`,
  ).replace('name="s"', `name="${value}"`);
  const tests = await collect({ 'r.xml': xml });
  assert.ok(!JSON.stringify(tests).includes(value));
  assert.ok(!JSON.stringify(tests).includes('hunter2'));
  assert.equal(tests.cases[0]!.name, 'logs in [[secret]]');
  assert.equal(tests.cases[0]!.error_type, undefined);
});

test('a secret in a long name is not shown in part, where it goes over what is read', async () => {
  const value = ['AKIA', 'Q3EXAMPLE7WXYZ2K'].join('');
  // What stands before it becomes short when it is masked, so that the end of what is read would be shown.
  const others = `password=&quot;${'k9'.repeat(247)}&quot; `.repeat(8);
  const length = others.replaceAll('&quot;', '"').length;
  for (let before = 4070; before < 4096; before += 1) {
    const masked = `${others}${'x'.repeat(before - length - 1)} ${value}`;
    const tests = await collect({ 'r.xml': suite(`<testcase name="${masked}"/>`) });
    assert.ok(!/AKIA|Q3EX/.test(JSON.stringify(tests.cases)), String(before));
  }
});

test('long names are cut, and still told apart', async () => {
  const long = 'x'.repeat(3000);
  const tests = await collect({ 'r.xml': suite(`<testcase name="${long}1"/><testcase name="${long}2"/>`) });
  const [one, two] = tests.cases.map(({ name }) => name);
  assert.ok(one!.length < 600 && one !== two);
});

test('more cases than evidence carries: the counts are whole, failures are listed first, and named tests hold', async () => {
  const many = '<testcase name="t"/>'.repeat(20_000);
  const tests = await collect({ 'r.xml': suite(`${many}<testcase name="last"><failure/></testcase>`) });
  assert.deepEqual(
    [...counts(tests), tests.cases.length, tests.cases_left_out],
    [20_001, 1, 0, 0, 20_000, 1],
  );
  assert.equal(tests.cases.at(-1)!.name, 'last');
  assert.deepEqual(judgeTests(tests, { max_failed: 1 }), []);
  assert.deepEqual(judgeTests(tests, { max_failed: 1, must_pass: ['t'] }), ['names-left-out']);
});
