/** The gate kind `tool-call`: what its examples cannot say, and what its lint refuses. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are what a shell would read
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, evaluate, type Json, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const TEXT: JsonObject = { type: 'string', maxLength: 200 };

/** A tool with one argument `x`, or as `own` says. */
const tool = (argv: readonly string[], own: JsonObject = {}, argument: Json = TEXT): JsonObject => ({
  description: 'A tool',
  schema: { type: 'object', additionalProperties: false, required: ['x'], properties: { x: argument } },
  argv,
  ...own,
});

function load(tools: JsonObject, maxSteps = 8) {
  const gate = { id: 'g', kind: 'tool-call', max_steps: maxSteps, tools };
  const text = JSON.stringify({ version: 1, policy: 'p', gates: [gate] }, null, 1);
  return loadRuleset([{ name: 'p.yaml', text }], { sha256 });
}

/** The complaints about a catalogue of this one tool, as `code message`. */
function complaints(one: JsonObject): readonly string[] {
  const loaded = load({ t: one });
  return loaded.ok ? [] : loaded.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

function judge(one: JsonObject, call: Json, steps: Json = { used: 0 }) {
  const loaded = load({ t: one });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const snapshot = {
    schema: 'holdpoint/snapshot@1',
    action: 'run',
    evidence: { tool_call: call, steps },
  } as const;
  const [policy] = evaluate(compile(loaded.value), snapshot, { sha256 }).policies;
  const { reasons } = policy!.gates[0]!;
  return {
    reasons: reasons.map((r) => (r.subject === undefined ? r.code : `${r.code}:${r.subject}`)),
    messages: reasons.map((r) => r.message),
    pointers: reasons.map((r) => r.evidence),
    argv: policy!.output?.['argv'],
  };
}

const fill = (value: Json, one = tool(['show', '{x}'])) => judge(one, { tool: 't', args: { x: value } });

test('a slot takes plain names in any language, and nothing that a shell or a glob would read', () => {
  for (const value of [
    'normal-file_1.txt',
    'dir/sub.name',
    'caf\u00e9.txt',
    'a=b',
    'HEAD~1',
    'v1.2^',
    'a[1]',
    '\u{1f600}',
  ])
    assert.deepEqual(fill(value).argv, ['show', value]);
  const refused = [
    ...[
      'a & b',
      'a&b',
      'a;b',
      'a|b',
      '$(id)',
      '`id`',
      '${IFS}x',
      '(id)',
      '{id,x}',
      'a\nb',
      'a\rb',
      'a\tb',
      'a b',
    ],
    ...[
      'a>b',
      'a<b',
      '<(id)',
      '!x',
      '~root',
      "$'\\x72'",
      "r''m",
      'r""m',
      'a\\b',
      'a\u0000b',
      'a\u2028b',
      'a\u00a0b',
    ],
    ...[
      '*.ts',
      '?.ts',
      'a\u200bb',
      'a\u202eb',
      'a\ufeffb',
      'main\n',
      'main\n\n',
      '\nmain',
      '-x',
      '--output=a',
      '-',
    ],
  ];
  for (const value of refused) {
    const { reasons, argv } = fill(value);
    assert.deepEqual([reasons, argv], [['slot-metachar:x'], undefined], JSON.stringify(value));
  }
});

test('what is told of a refused value is one character and where it stands, never the value', () => {
  const secret = ['hun', 'ter2'].join('');
  const spaced = fill(`${secret} x`);
  assert.deepEqual(spaced.messages, ['The argument "x" has the character U+0020 at position 8']);
  assert.deepEqual(spaced.pointers, ['/evidence/tool_call/args/x']);
  assert.deepEqual(fill(`${secret}&`).messages, [
    'The argument "x" has the character & (U+0026) at position 8',
  ]);
  const tight = tool(['show', '{x}'], {}, { enum: ['a'] });
  const invalid = judge(tight, { tool: 't', args: { x: secret, [`more-${secret.slice(0, 3)}`]: secret } });
  assert.deepEqual(invalid.reasons, ['args-invalid']);
  for (const told of [...spaced.messages, ...invalid.messages]) assert.ok(!told.includes(secret), told);
});

test('prose may speak of commands when the catalogue marks it, and is one word of the command', () => {
  const commit = tool(['git', 'commit', '-m', '{x}'], { free_text: ['x'] });
  const message = 'docs: explain `rm -rf` && when not to use it; see #12 (note)\n\nSecond\tline\n';
  assert.deepEqual(fill(message, commit).argv, ['git', 'commit', '-m', message]);
  for (const value of ['a\u0000b', 'a\u001b[2Jb', '--amend'])
    assert.deepEqual(fill(value, commit).reasons, ['slot-metachar:x'], JSON.stringify(value));
});

test('an end anchor lets no trailing line break through', () => {
  const named = tool(['show', '{x}'], {}, { type: 'string', pattern: '^[a-z]+$' });
  assert.deepEqual(fill('main', named).argv, ['show', 'main']);
  assert.deepEqual(fill('main\n', named).reasons, ['slot-metachar:x']);
  for (const value of ['main\n\n', '\nmain', '\n'])
    assert.deepEqual(fill(value, named).reasons, ['args-invalid']);
});

test('arguments are never coerced', () => {
  const typed: JsonObject = {
    description: 'Typed',
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { force: { type: 'boolean' }, count: { type: 'integer', maximum: 10 } },
    },
    argv: ['go'],
  };
  const table: readonly (readonly [text: string, passes: boolean])[] = [
    ['{"force":"false"}', false],
    ['{"count":"5"}', false],
    ['{"count":[5]}', false],
    ['{"force":null}', false],
    ['{"count":11}', false],
    ['{"count":5.0}', true],
    ['{"count":1e1}', true],
  ];
  for (const [text, passes] of table) {
    const { reasons } = judge(typed, { tool: 't', args: JSON.parse(text) });
    assert.deepEqual(reasons, passes ? [] : ['args-invalid'], text);
  }
});

test('a call is exactly a tool and its args', () => {
  const calls: readonly Json[] = [
    {},
    { tool: 't' },
    { args: { x: 'a' } },
    { tool: 't', args: { x: 'a' }, id: 1 },
    { tool: 't', args: null },
    { tool: 't', args: ['a'] },
    { tool: 't', args: '{"x":"a"}' },
    { tool: ['t'], args: { x: 'a' } },
    { tool: null, args: { x: 'a' } },
    { 'args,tool': 1 },
  ];
  for (const call of calls)
    assert.deepEqual(judge(tool(['show', '{x}']), call).reasons, ['call-shape'], JSON.stringify(call));
  const prose = judge(tool(['show', '{x}']), { parse_error: 'Expected a value' });
  assert.deepEqual(prose.messages, ['The call is not JSON that can be read exactly']);
});

test('the sixty-first call is judged as the first was', () => {
  const loaded = load(
    {
      noop: {
        description: 'Nothing',
        schema: { type: 'object', additionalProperties: false },
        argv: ['true'],
      },
    },
    1000,
  );
  assert.ok(loaded.ok);
  const rules = compile(loaded.value);
  for (let used = 0; used < 61; used += 1)
    assert.equal(rules.decide('run', { tool_call: { tool: 'noop', args: {} }, steps: { used } }), 'release');
  assert.equal(rules.decide('run', { tool_call: { tool: 'curl', args: {} }, steps: { used: 61 } }), 'hold');
});

test('a long or odd tool name is told short and with escapes', () => {
  const { reasons } = judge(tool(['show', '{x}']), { tool: `\u202e${'x'.repeat(500)}`, args: {} });
  assert.equal(reasons[0], `unknown-tool:\\u202e${'x'.repeat(99)}...`);
});

test('the limit is the smaller of the two, and a count that is no count is missing', () => {
  const good: Json = { tool: 't', args: { x: 'a' } };
  const one = tool(['show', '{x}']);
  const table: readonly (readonly [steps: Json, reasons: readonly string[]])[] = [
    [{ used: 7 }, []],
    [{ used: 8 }, ['max-steps']],
    [{ used: 7, max: 100 }, []],
    [{ used: 8, max: 100 }, ['max-steps']],
    [{ used: 2, max: 2 }, ['max-steps']],
    [{ used: 0, max: 0 }, ['max-steps']],
    [{ used: -1 }, ['missing-evidence:steps.used']],
    [{ used: 1.5 }, ['missing-evidence:steps.used']],
    [{ used: '1' }, ['missing-evidence:steps.used']],
    [{ used: 1, max: '9' }, ['missing-evidence:steps.max']],
    [{}, ['missing-evidence:steps.used']],
  ];
  for (const [steps, reasons] of table)
    assert.deepEqual(judge(one, good, steps).reasons, reasons, JSON.stringify(steps));
});

test('the lint refuses shells, launchers and inline code, however they are written', () => {
  const refused: readonly (readonly string[])[] = [
    ...[
      'sh',
      'bash',
      'zsh',
      'dash',
      'fish',
      'cmd',
      'powershell',
      'pwsh',
      'busybox',
      'env',
      '/bin/sh',
      'bash5',
      'ksh93',
    ],
    ...[
      'C:\\Windows\\System32\\cmd.exe',
      'BASH.EXE',
      './sh',
      '/usr/bin/env',
      'sudo',
      'timeout',
      'nice',
      'xargs',
      'sh.',
    ],
  ].map((program) => [program, 'a', '{x}']);
  const coded: readonly (readonly string[])[] = [
    ['/usr/bin/env', 'bash', '-c', 'id', '{x}'],
    ['python', '-c', '{x}'],
    ['python3.11', '-Ic', '{x}'],
    ['python', '-W', 'ignore', '-cprint(1)', '{x}'],
    ['node', '-e', '{x}'],
    ['node', '--eval={x}'],
    ['node', '-r', 'a', '-pe', '{x}'],
    ['deno', 'eval', '{x}'],
    ['perl', '-lane', '{x}'],
    ['ruby', '-e', '{x}'],
    ['php', '-r', '{x}'],
    ['awk', '{x}'],
    ['sed', '-n', '-e', '{x}'],
    ['run.bat', '{x}'],
  ];
  for (const argv of [...refused, ...coded])
    assert.ok(
      complaints(tool(argv)).some((one) => one.startsWith('shell-refused ')),
      argv.join(' '),
    );
});

test('the lint takes programs that only look like those', () => {
  const taken: readonly (readonly string[])[] = [
    ['python', '-m', 'pytest', '-q', '-c', 'pytest.ini', '{x}'],
    ['python', 'tool.py', '-c', '{x}'],
    ['node', '--test', '{x}'],
    ['deno', 'test', '{x}'],
    ['shellcheck', '{x}'],
    ['envsubst-check', '{x}'],
    ['perl', 'tool.pl', '-e', '{x}'],
    ['git', 'log', '--format=%h %s', '--', '{x}'],
  ];
  for (const argv of taken) assert.deepEqual(complaints(tool(argv)), [], argv.join(' '));
});

test('the lint refuses templates and schemas that could let more through than they say', () => {
  const closed = { type: 'object', additionalProperties: false } as const;
  const withX = { ...closed, required: ['x'] };
  const table: readonly (readonly [one: JsonObject, code: string])[] = [
    [tool(['show', '--path={x}']), 'template-corrupt'],
    [tool(['show', '{x}{x}']), 'template-corrupt'],
    [tool(['show', '{x']), 'template-corrupt'],
    [tool(['show', '{1x}']), 'template-corrupt'],
    [tool(['show', '']), 'template-corrupt'],
    [tool(['show', 'a\nb']), 'template-corrupt'],
    [tool(['{x}', 'a']), 'template-corrupt'],
    [tool(['show', '{y}']), 'missing-slot'],
    [tool(['show', '{toString}']), 'missing-slot'],
    [tool(['show', '{x}'], { schema: { ...closed, properties: { x: TEXT } } }), 'missing-slot'],
    [tool(['show', '{x}'], {}, { type: 'integer' }), 'slot-not-string'],
    [tool(['show', '{x}'], {}, { type: 'string' }), 'free-slot'],
    [tool(['show', '{x}'], {}, { type: 'string', minLength: 1 }), 'free-slot'],
    [tool(['show', '{x}'], {}, true), 'free-slot'],
    [tool(['show', '{x}'], {}, { type: 'string', pattern: '.*' }), 'free-slot'],
    [tool(['show', '{x}'], {}, { type: 'string', maxLength: 1_000_000 }), 'free-slot'],
    [tool(['show', '{x}'], {}, { type: 'string', not: { pattern: '^-' } }), 'free-slot'],
    [tool(['show', '{x}'], { free_text: ['y'] }), 'unknown-slot'],
    [
      tool(['show', '{x}'], {
        schema: { ...withX, $defs: { a: { type: 'string' } }, properties: { x: { $ref: '#/$defs/a' } } },
      }),
      'free-slot',
    ],
    [tool(['show'], { schema: { type: 'object' } }), 'open-schema'],
    [tool(['show'], { schema: { additionalProperties: false } }), 'open-schema'],
    [tool(['show'], { schema: { type: 'object', additionalProperties: TEXT } }), 'open-schema'],
    [tool(['show'], { schema: { ...closed, patternProperties: { '^a': TEXT } } }), 'open-schema'],
    [tool(['show'], { schema: true }), 'open-schema'],
  ];
  for (const [one, code] of table) {
    const [first] = complaints(one);
    assert.equal(first?.split(' ')[0], code, JSON.stringify(one));
  }
  for (const bound of [
    { pattern: '^a' },
    { allOf: [{ maxLength: 9 }] },
    { maxLength: 9 },
    { enum: ['a'] },
    { const: 'a' },
    { format: 'date' },
  ])
    assert.deepEqual(complaints(tool(['show', '{x}'], {}, { type: 'string', ...bound })), []);
});

test('a misspelt schema of arguments is told with its place', () => {
  const schemas: readonly JsonObject[] = [
    { type: 'string', format: 'emial' },
    { type: 'object', propertis: {} },
    { type: 'object', properties: { n: { type: 'integer' } }, additionalProperies: false },
    { $ref: '#/defs/missing' },
    { type: 'strng' },
  ];
  for (const schema of schemas) {
    const loaded = load({ t: { description: 'd', argv: ['show'], schema } });
    assert.ok(!loaded.ok);
    const [first] = loaded.diagnostics;
    assert.ok(first !== undefined && first.line > 1 && first.column > 1, JSON.stringify(schema));
    assert.match(first.code, /^bad-(?:schema|reference)$/);
  }
});
