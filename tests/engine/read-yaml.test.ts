/** readYaml: what a rule file may hold, what is refused, where and in which words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDiagnostic } from '../../src/engine/diagnostic.ts';
import { readYaml } from '../../src/engine/ruleset/read-yaml.ts';
import type { YamlSource } from '../../src/engine/ruleset/yaml-source.ts';

function accept(text: string): YamlSource {
  const read = readYaml(text, 'r.yaml');
  if (!read.ok) assert.fail(read.diagnostics.map(formatDiagnostic).join('\n'));
  return read.value;
}

/** `code line:column` of every diagnostic, in order. */
function faults(text: string): string[] {
  const read = readYaml(text, 'r.yaml');
  return read.ok ? [] : read.diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

function messages(text: string): string {
  const read = readYaml(text, 'r.yaml');
  return read.ok ? '' : read.diagnostics.map(formatDiagnostic).join('\n');
}

const accepted: [string, string, unknown][] = [
  [
    'words of YAML 1.1 as text',
    'deny: [no, off, yes, on, y, N]',
    { deny: ['no', 'off', 'yes', 'on', 'y', 'N'] },
  ],
  ['true, false and null as themselves', '[true, false, null, ~]', [true, false, null, null]],
  ['a key with nothing after it as null', 'deny:\n', { deny: null }],
  [
    'numbers in their own form',
    '[0, 7, -3, 1.5, -0.25, 9007199254740991]',
    [0, 7, -3, 1.5, -0.25, Number.MAX_SAFE_INTEGER],
  ],
  ['quoted numbers as text', `["012", '1e3', "1.10"]`, ['012', '1e3', '1.10']],
  ['!!str as text', 'a: !!str 012', { a: '012' }],
  [
    'digits with underscores, dates and times as text',
    '[1_000, 2026-10-13, 12:30:45]',
    ['1_000', '2026-10-13', '12:30:45'],
  ],
  ['CR LF and a byte-order mark', '\uFEFFa: 1\r\nb: x\r\n', { a: 1, b: 'x' }],
  ['a document between its marks', '---\na: 1\n...\n', { a: 1 }],
  ['literal and folded blocks', 'a: |\n  [{ "\n  \t}\nb: >-\n  x\n  y\n', { a: '[{ "\n\t}\n', b: 'x y' }],
  [
    'a tab between brackets, in a comment and behind a value',
    'a: [1,\n  \t2]\t# x\n\t# y\nb:\t1\n',
    { a: [1, 2], b: 1 },
  ],
  ['a plain text over two lines', 'a: x\n  \ty\n', { a: 'x y' }],
  ['an alias', 'a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
  ['an alias of a key', '&k deny: 1\nb: *k\n', { deny: 1, b: 'deny' }],
  ['quoted keys', '"1": a\n"true": b\n', { '1': 'a', true: 'b' }],
  ['text outside the basic plane', 'a: "\\U0001F600"\nb: \u{1F600}\n', { a: '\u{1F600}', b: '\u{1F600}' }],
  ['one bare word', 'x', 'x'],
  ['null alone, for the schema to refuse', '~\n', null],
];
for (const [name, text, value] of accepted) {
  test(`readYaml accepts ${name}`, () => assert.deepEqual(accept(text).value, value));
}

const refused: [string, string, string[], RegExp][] = [
  ['an empty file', '', ['empty-file 1:1'], /no policy/],
  ['comments alone', '# todo\n', ['empty-file 1:1'], /no policy/],
  ['a document mark alone', '---\n', ['empty-file 1:1'], /no policy/],
  [
    'a duplicate key',
    'kind: paths\nkind: budget',
    ['duplicate-key 2:1'],
    /Key "kind" stands twice \(The first one is at 1:1/,
  ],
  ['a duplicate key in braces', 'a: {b: 1, b: 2}', ['duplicate-key 1:11'], /first one is at 1:5/],
  ['a duplicate key in other words', 'a: 1\n"a": 2', ['duplicate-key 2:1'], /first one is at 1:1/],
  ['a tab that indents', 'gates:\n\t- id: a', ['tab-indent 2:1'], /A tab is used for indentation/],
  ['a tab behind spaces', 'gates:\n  \tid: a', ['tab-indent 2:3'], /A tab/],
  ['a tab behind a dash', '-\ta: 1\n\tb: 2\n', ['tab-indent 1:2', 'tab-indent 2:1'], /A tab/],
  ['a second document', 'a: 1\n---\nb: 2\n', ['second-document 2:1'], /One document expected/],
  ['a second document that is empty', 'a: 1\n---\n', ['second-document 2:1'], /One document expected/],
  ['an unknown tag', 'a: !foo b', ['unknown-tag 1:4'], /Tag "!foo" is not allowed/],
  ['a tag of YAML 1.1', 'a: !!binary aGk=\nb: !!set {x}', ['unknown-tag 1:4', 'unknown-tag 2:4'], /!!binary/],
  ['a tag that changes a type', 'a: !!int "3"\nb: ! 12', ['unknown-tag 1:4', 'unknown-tag 2:4'], /!!int/],
  ['a pattern that reads as a tag', '- !foo/**', ['unknown-tag 1:3'], /Quote it/],
  ['a directive', '%YAML 1.1\n---\na: no\n', ['yaml-directive 1:1'], /directive/],
  [
    'a merge key',
    'base: &b\n  max: 50\nrules:\n  - id: core\n    <<: *b\n',
    ['merge-key 5:5'],
    /Unknown key "<<"/,
  ],
  ['an alias without an anchor', 'a: &xyz 1\nb: *xyy\n', ['unknown-anchor 2:4'], /Did you mean "\*xyz"/],
  [
    'a pattern that reads as an alias',
    'deny: [*.pem]',
    ['unknown-anchor 1:8'],
    /such as a pattern: "\*\.pem"/,
  ],
  ['an alias before its anchor', 'a: *x\nb: &x 1', ['unknown-anchor 1:4'], /No anchor "x" stands before/],
  [
    'an alias inside its anchor',
    'a: &a\n  self: *a\n',
    ['alias-cycle 2:9'],
    /inside the value of its own anchor/,
  ],
  [
    'an anchor set twice',
    'a: &x 1\nb: &x 2\n',
    ['duplicate-anchor 2:7'],
    /Anchor "x" is set twice \(The first one is at 1:7/,
  ],
  ['a number as a key', '1: a', ['key-not-text 1:1'], /Quote the key/],
  [
    'true, null and nothing as keys',
    'true: a\n~: b\n: c\n',
    ['key-not-text 1:1', 'key-not-text 2:1', 'key-not-text 3:1'],
    /A key is not text/,
  ],
  [
    'a list and an alias as keys',
    '? [x]\n: a\n? &y z\n: b\n? *y\n: c\n',
    ['key-not-text 1:3', 'key-not-text 5:3'],
    /plain word/,
  ],
  ['__proto__', 'a:\n  __proto__: 1', ['unsafe-key 2:3'], /Key "__proto__" is not allowed/],
  ['a lone surrogate in an escape', 'a: "\\ud800"', ['lone-surrogate 1:4'], /half of a surrogate pair/],
  ['a lone surrogate as it is', 'a: \ud800', ['yaml-character 1:4'], /U\+D800/],
  ['a NUL character', 'a: x\0', ['yaml-character 1:5'], /U\+0000/],
  ['a CR that is no line end', '# x\ra: 1', ['yaml-character 1:4'], /U\+000D/],
  [
    'a quote without an end',
    'a: 1\nb: "x\nc: 2\n',
    ['yaml-syntax 2:4'],
    /A quote that starts here does not end/,
  ],
  ['a bracket without an end', 'a: [1, 2\nb: 3\n', ['yaml-syntax 2:1'], /bracket that is open here/],
  ['a colon in a plain text', 'a: b: c', ['yaml-syntax 1:4'], /Quote a text that holds ': '/],
  [
    'a text that starts with a reserved character',
    'a: @x\nb: `y`',
    ['yaml-syntax 1:4', 'yaml-syntax 2:4'],
    /Quote the text/,
  ],
  ['an unknown escape', 'a: "\\d"', ['yaml-syntax 1:5'], /Unknown escape/],
  ['a key without a colon', 'a: 1\nb\nc: 2\n', ['yaml-syntax 2:1'], /colon/],
];
for (const [name, text, places, words] of refused) {
  test(`readYaml refuses ${name}`, () => {
    assert.deepEqual(faults(text), places);
    assert.match(messages(text), words);
  });
}

test('readYaml refuses every number whose text is not its value, all at once', () => {
  const text = [
    'pin:',
    '  commit: 0123456789',
    '  short: 4e12345',
    '  version: 1.10',
    '  mode: 0755',
    '  id: 12345678901234567890',
    '  max_lines: .inf',
    '  cap: 1_000',
    '  list: [no, off, 012, 1e3, 0x1F, 0o17, +5, .5, -0, .nan, 9007199254740993]',
  ].join('\n');
  assert.deepEqual(faults(text), [
    'number-form 2:11',
    'number-not-finite 3:10',
    'number-form 4:12',
    'number-form 5:9',
    'inexact-number 6:7',
    'number-not-finite 7:14',
    ...['9:19', '9:24', '9:29', '9:35', '9:41', '9:45', '9:49'].map((place) => `number-form ${place}`),
    'number-not-finite 9:53',
    'inexact-number 9:59',
  ]);
  for (const line of messages(text).split('\n')) assert.match(line, /Quote it if text is meant/);
});

test('readYaml reports faults of several kinds in one run, in reading order', () => {
  const text = 'a: 012\nb: !x y\nb: *no\n__proto__: {c: 1, c: 2}\n---\nd: 1\n';
  assert.deepEqual(faults(text), [
    'number-form 1:4',
    'unknown-tag 2:4',
    'duplicate-key 3:1',
    'unknown-anchor 3:4',
    'unsafe-key 4:1',
    'duplicate-key 4:19',
    'second-document 5:1',
  ]);
});

const bomb = (levels: number, width: number, leaf: string) =>
  [`n0: &n0 [${Array(width).fill(leaf).join(',')}]`]
    .concat(
      Array.from(
        { length: levels },
        (_, i) => `n${i + 1}: &n${i + 1} [${Array(width).fill(`*n${i}`).join(',')}]`,
      ),
    )
    .join('\n');

test('readYaml refuses an alias bomb without unfolding it', () => {
  assert.deepEqual(faults(bomb(9, 8, 'q')), ['alias-bomb 5:10']);
  assert.match(messages(bomb(9, 8, 'q')), /more than 10000 values/);
  assert.deepEqual(faults(bomb(40, 100, 'q')).slice(0, 1), ['alias-bomb 2:406']);
});

test('readYaml bounds the depth that a chain of aliases builds', () => {
  const chain = [
    'n0: &n0 [q]',
    ...Array.from({ length: 100 }, (_, i) => `n${i + 1}: &n${i + 1} [*n${i}]`),
  ].join('\n');
  assert.deepEqual(faults(chain).slice(0, 1), ['yaml-too-deep 64:12']);
});

test('readYaml loads a file that uses one short anchor 150 times', () => {
  const rules = Array.from({ length: 150 }, (_, i) => `  - id: r${i}\n    paths: *secret\n`).join('');
  const { value } = accept(`secret: &secret ['**/*.pem', '**/*.key']\nrules:\n${rules}`);
  const { rules: read } = value as { rules: { paths: string[] }[] };
  assert.equal(read.length, 150);
  assert.deepEqual(read[149]!.paths, ['**/*.pem', '**/*.key']);
});

test('readYaml refuses more than 60 collections inside each other, however they are written', () => {
  const nests: Record<string, (depth: number) => string> = {
    brackets: (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    braces: (depth) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`,
    'indented keys': (depth) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    dashes: (depth) => `${'- '.repeat(depth)}x`,
    'question marks': (depth) => `${'? '.repeat(depth)}x`,
    'brackets on lines': (depth) => `a: ${' [\n'.repeat(depth - 1)}${' ]'.repeat(depth - 1)}`,
  };
  for (const [name, nest] of Object.entries(nests)) {
    assert.ok(!faults(nest(60)).some((fault) => fault.startsWith('yaml-too-deep')), name);
    assert.match(faults(nest(61)).join(), /^yaml-too-deep \d+:\d+$/, name);
  }
});

test('readYaml survives thousands of levels, closed or not, sound or broken', () => {
  const pieces = [
    '[',
    '{',
    '- ',
    '? ',
    '{a: ',
    '[{',
    'a: ',
    '- ? ',
    ': ',
    'k: : : \n',
    'x: [\n',
    '"[" [',
    '# [\n[',
    '&a [',
    "'x\n",
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.floor(12_000 / piece.length));
    for (const end of ['', '\n]', '\nx: 1']) assert.ok(faults(text + end).length > 0, JSON.stringify(piece));
  }
});

test('readYaml sees the nesting that broken YAML builds at one and the same indentation', () => {
  assert.match(faults('k: : : \n'.repeat(100)).join(), /^yaml-too-deep \d+:\d+$/);
});

test('readYaml does not take brackets in texts, comments and blocks for nesting', () => {
  const line = `  - "[[{{"  # [[{{\n  - '[{'\n  - a[[{{\n  - |\n    [[{{ "\n`;
  assert.equal((accept(`a:\n${line.repeat(100)}`).value as { a: string[] }).a.length, 400);
});

test('readYaml refuses a file over 256 Ki characters', () => {
  assert.deepEqual(faults(`# ${'x'.repeat(256 * 1024)}`), ['yaml-too-long 1:1']);
});

test('readYaml stops after 50 faults', () => {
  assert.equal(faults(`a: [${Array(200).fill('012').join(', ')}]`).length, 50);
});

test('readYaml lets no key reach a prototype', () => {
  readYaml('__proto__: {approved: true}\nconstructor: {prototype: {approved: true}}', 'r.yaml');
  assert.equal(({} as Record<string, unknown>)['approved'], undefined);
});

const RULES = `version: 1
policy: egress-leaf
action: send
shared: &shared
  then: hold
gates:
  - id: leaf
    kind: decision
    deny:
    pin: 'a: 1'
    branches:
      - when: { size: { gt: 10 }, mode: 7 }
        reason: big
    otherwise: *shared
`;

test('place finds keys and values, and the nearest parent of what is not there', () => {
  const { place } = accept(RULES);
  const rows: [(string | number)[], 'key' | 'value', string][] = [
    [['version'], 'value', '1:10'],
    [['version'], 'key', '1:1'],
    [['gates', 0, 'kind'], 'value', '8:11'],
    [['gates', 0, 'kind'], 'key', '8:5'],
    [['gates', 0, 'deny'], 'value', '9:5'],
    [['gates', 0], 'value', '7:5'],
    [['gates', 0, 'branches', 0, 'when', 'size', 'gt'], 'value', '12:29'],
    [['gates', 0, 'branches', 0, 'when', 'mode'], 'key', '12:35'],
    [['gates', 0, 'otherwise'], 'value', '14:16'],
    [['gates', 0, 'otherwise', 'then'], 'value', '5:9'],
    [['gates', 0, 'enforce'], 'value', '7:5'],
    [['gates', 0, 'branches', 0, 'then'], 'key', '12:9'],
    [['gates', 5, 'id'], 'key', '6:1'],
    [['version', 'x'], 'value', '1:10'],
    [['owner'], 'value', '1:1'],
    [[], 'value', '1:1'],
  ];
  for (const [path, at, right] of rows) {
    const { line, column } = place(path, at);
    assert.equal(`${line}:${column}`, right, `${path.join('/')} ${at}`);
  }
  assert.deepEqual(place(['version']), place(['version'], 'value'));
});

test('plain gives the text of unquoted scalars only', () => {
  const { plain } = accept(RULES);
  assert.equal(plain(['version']), '1');
  assert.equal(plain(['policy']), 'egress-leaf');
  assert.equal(plain(['gates', 0, 'branches', 0, 'when', 'mode']), '7');
  assert.equal(plain(['gates', 0, 'otherwise', 'then']), 'hold');
  assert.equal(plain(['gates', 0, 'deny']), '');
  assert.equal(plain(['gates', 0, 'pin']), undefined);
  assert.equal(plain(['gates']), undefined);
  assert.equal(plain(['gates', 0, 'version']), undefined);
});

test('readYaml never throws on a damaged rule file, and a JSON value comes out of all it accepts', () => {
  const scraps = [
    '[',
    ']',
    '{',
    '}',
    ':',
    ': ',
    '- ',
    '? ',
    '&a ',
    '*a',
    '!',
    '|',
    '>',
    "'",
    '"',
    '#',
    '\t',
    '\n',
    '\r',
    '\n  ',
    '---\n',
    '...',
    '%',
    '@',
    ',',
    '<<: ',
    '\0',
    '\ud800',
    '1e9',
    '\uFEFF',
  ];
  const edit = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 4 }),
    insert: fc.oneof(fc.constantFrom(...scraps), fc.string({ maxLength: 3 })),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      let damaged = RULES;
      for (const { at, remove, insert } of edits) {
        const place = at % (damaged.length + 1);
        damaged = damaged.slice(0, place) + insert + damaged.slice(place + remove);
      }
      const read = readYaml(damaged, 'r.yaml');
      if (read.ok) assert.deepEqual(JSON.parse(JSON.stringify(read.value.value)), read.value.value);
      else for (const { line, column } of read.diagnostics) assert.ok(line >= 1 && column >= 1);
    }),
    { seed: 20261201, numRuns: 600 },
  );
});
