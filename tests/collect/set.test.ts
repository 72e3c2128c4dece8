/** `--set SECTION=FILE`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError, readSet } from '../../src/collect/mod.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder } from './temporary.ts';

const host = fakeHost({
  files: {
    'card=1.json': '{"fixture_id":"f"}',
    'bom.json': '\ufeff[]',
    'typo.json': '{\n  "fixture_idd": "f" }',
    'cut.json': '{\n  "a": ',
    'latin.json': new Uint8Array([0x22, 0xe9, 0x22]),
    'proto.json': '{"__proto__":{}}',
    'deep.json': '['.repeat(65) + ']'.repeat(65),
    'pipe.json': { other: true },
    'shut.json': { fault: 'EACCES' },
  },
});

test("readSet gives the section's name and its content", () => {
  assert.deepEqual(readSet(host, 'card=card=1.json'), { section: 'card', value: { fixture_id: 'f' } });
  assert.deepEqual(readSet(host, 'runs=bom.json'), { section: 'runs', value: [] });
});

test('readSet refuses what is no JSON file, each with one clear message', () => {
  const cases: [string, RegExp][] = [
    ['card', /is not SECTION=FILE/],
    ['=x.json', /is not SECTION=FILE/],
    ['card=', /is not SECTION=FILE/],
    ['a/b=x.json', /is not SECTION=FILE/],
    ['card=no.json', /Cannot read "no.json"/],
    ['card=pipe.json', /Cannot read "pipe.json"/],
    ['card=shut.json', /Cannot read "shut.json"/],
    ['cardd=card=1.json', /Unknown section "cardd" \(Did you mean "card"\?\)/],
    ['card=typo.json', /^typo\.json:2:3: Unknown field "fixture_idd" \(Did you mean "fixture_id"\?\)/],
    ['card=cut.json', /^cut\.json:2:\d+: /],
    ['card=latin.json', /Cannot read "latin.json": Invalid UTF-8 at byte 1/],
    ['card=proto.json', /^proto\.json:1:\d+: /],
    ['card=deep.json', /^deep\.json:1:\d+: /],
  ];
  for (const [assignment, message] of cases) {
    assert.throws(
      () => readSet(host, assignment),
      (error) => {
        assert.ok(error instanceof CollectError, assignment);
        assert.equal(error.blame, 'input');
        assert.match(error.message, message);
        return true;
      },
    );
  }
});

test('readSet refuses a pipe at once and says what to use', () => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  assert.throws(
    () => readSet(nodeHost(), `card=${pipe}`),
    (error) =>
      error instanceof CollectError &&
      error.message === `Cannot read ${JSON.stringify(pipe)}: it is not a regular file` &&
      /regular file/.test(error.help ?? ''),
  );
});
