/** Bad snapshots through the command: one clear error with its place, exit status 65, and nothing stored. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, holdpoint } from './holdpoint.ts';
import { card, judge, RELEASED, RULES } from './samples.ts';

const about = (content: string) => `{"schema":"holdpoint/snapshot@1","action":"send","evidence":${content}}`;

const CASES: readonly [name: string, input: string | Uint8Array, told: RegExp][] = [
  ['no JSON', '{"schema": nope}', /:1:12: A value expected, but found an unquoted word/],
  ['a comment', `// c\n${RELEASED}`, /:1:1: /],
  ['a trailing comma', '{"a":1,}', /:1:8: /],
  ['NaN', about('{"steps":{"used":NaN}}'), /:1:\d+: /],
  ['single quotes', "{'a':1}", /:1:2: /],
  [
    'a repeated key',
    about('{"card":{"host_pin":"a",\n"host_pin":"b"}}'),
    /:2:1: Key "host_pin" stands twice/,
  ],
  [
    '__proto__',
    about('{"card":{"__proto__":{"egress_class":"x"}}}'),
    /:1:\d+: Key "__proto__" is not allowed/,
  ],
  ['half a character', card('\ud800'), /:1:\d+: .*half of a surrogate pair/],
  ['a number past 2^53', about('{"steps":{"used":9007199254740993}}'), /:1:\d+: .*exactly/],
  ['65 levels', about(`{"health":{"body":${'['.repeat(63)}${']'.repeat(63)}}}`), /:1:\d+: More than 64/],
  ['200,000 brackets', '['.repeat(200_000), /:1:65: More than 64/],
  ['an unknown section', about('{"cards":{}}'), /:1:\d+: Unknown section "cards" \(Did you mean "card"\?\)/],
  [
    'an unknown field',
    about('{"card":{"egres_class":"x"}}'),
    /Unknown field "egres_class" \(Did you mean "egress_class"\?\)/,
  ],
  ['a wrong type', about('{"card":{"egress_class":5}}'), /:1:\d+: Expected a text but found a number/],
  ['an unknown action', RELEASED.replace('send', 'sendd'), /Did you mean "send"/],
  ['another schema', RELEASED.replace('@1', '@2'), /:1:\d+: Expected .*"holdpoint\/snapshot@1"/],
  ['no schema', '{"action":"send","evidence":{}}', /:1:1: Missing field "schema"/],
  ['two values', `${RELEASED}\n${RELEASED}`, /:2:1: One JSON value expected, .*--snapshots/],
  ['nothing', '', /:1:1: A JSON value expected, but the text is empty/],
  ['null', 'null', /:1:1: Expected a snapshot/],
  ['a list', '[]', /:1:1: Expected a snapshot/],
  ['a text', '"release"', /:1:1: Expected a snapshot/],
  ['UTF-16', Buffer.from(`\ufeff${RELEASED}`, 'utf16le'), /:1:1: The text is UTF-16 \(little-endian\)/],
  ['Latin-1', Buffer.from(card('\u00e9'), 'latin1'), /:1:1: Invalid UTF-8 at byte \d+/],
];

const folder = folderWith({ 'egress.yaml': RULES, 'there/is/a.folder': '' });
const untouched = fs.readdirSync(folder);

test('eval refuses a bad snapshot with one error at its place, and stores nothing', async () => {
  for (const [name, input, told] of CASES) {
    const { status, stdout, stderr } = await judge(folder, input, '--store');
    assert.deepEqual([status, stdout], [65, ''], name);
    assert.match(stderr, /^error: <stdin>:\d+:\d+: [^\n]+\n$/, name);
    assert.match(stderr, told, name);
    assert.deepEqual(fs.readdirSync(folder), untouched, name);
  }
});

test('eval names the file of a bad snapshot, and says why it cannot be read', async () => {
  fs.writeFileSync(join(folder, 'bad.json'), '{');
  const table: [file: string, stderr: RegExp][] = [
    ['bad.json', /^error: bad\.json:1:2: /],
    ['no.json', /^error: no\.json: There is no such file or folder\n$/],
    ['there', /^error: there: It is (a folder|not a regular file)\n/],
    ['egress.yaml/x', /^error: egress\.yaml\/x: A part of the path is not a folder\n$/],
    ['/dev/null', /^error: \/dev\/null:1:1: A JSON value expected, but the text is empty/],
  ];
  for (const flag of ['--snapshot', '--merge', '--snapshots'])
    for (const [file, told] of table) {
      if (flag === '--snapshots' && file === '/dev/null') continue;
      const args = ['eval', '--rules', 'egress.yaml', '--action', 'send', flag, file];
      const { status, stdout, stderr } = await holdpoint(args, { cwd: folder });
      assert.deepEqual([status, stdout], [65, ''], `${flag} ${file}`);
      assert.match(stderr, told, `${flag} ${file}`);
    }
});

test('eval refuses an endless or over-long input without keeping it', async () => {
  const long = Buffer.alloc(100 * 1024 * 1024, ' ');
  fs.writeFileSync(join(folder, 'long.json'), long);
  for (const [args, input] of [
    [['--snapshot', 'long.json'], ''],
    [['--snapshot', '/dev/zero'], ''],
    [['--snapshot', '-'], long],
  ] as const) {
    const { status, stdout, stderr } = await holdpoint(['eval', '--rules', 'egress.yaml', ...args], {
      cwd: folder,
      input,
    });
    assert.deepEqual([status, stdout], [65, ''], args.join(' '));
    assert.match(stderr, /^error: \S+: The file is over 96 MiB\n/);
  }
  fs.rmSync(join(folder, 'long.json'));
});

test('what --set brings is held to its schema, so that a typo cannot take a guard away', async () => {
  const here = folderWith({
    'egress.yaml': RULES,
    'typo.json': '{\n  "egres_class": "public-fixture"\n}',
    'card.json': '{"egress_class":"public-fixture"}',
  });
  const table: [assignments: string[], status: number, told: RegExp][] = [
    [['card=typo.json'], 65, /^error: typo\.json:2:3: .*Did you mean "egress_class"/],
    [['cart=card.json'], 65, /Did you mean "card"/],
    [['card=no.json'], 65, /no\.json/],
    [['card'], 65, /is not SECTION=FILE/],
    [['card=card.json', 'card=card.json'], 64, /Section "card" is given twice/],
  ];
  for (const [assignments, wanted, told] of table) {
    const sets = assignments.flatMap((assignment) => ['--set', assignment]);
    const { status, stdout, stderr } = await holdpoint(
      ['eval', '--rules', 'egress.yaml', '--action', 'send', ...sets],
      { cwd: here },
    );
    assert.deepEqual([status, stdout], [wanted, ''], assignments.join(' '));
    assert.match(stderr, told);
  }
});
