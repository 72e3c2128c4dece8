/** What is told about faulty rule files: where, in which words, with which suggestion, and everything in one run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDiagnostic, GATE_KINDS, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const complaints = (text: string): readonly string[] => {
  const loaded = loadRuleset([{ name: 'r.yaml', text }], { sha256 });
  return loaded.ok ? [] : loaded.diagnostics.map((d) => formatDiagnostic(d).replace('r.yaml:', ''));
};

const frame = (...gate: readonly string[]) =>
  ['version: 1', 'policy: p', 'action: send', 'gates:', ...gate, ''].join('\n');
const decision = (...branches: readonly string[]) =>
  frame(
    '  - id: a',
    '    kind: decision',
    '    evidence: card',
    '    branches:',
    ...branches.map((branch) => `      - ${branch}`),
    '    otherwise: { then: hold, reason: r }',
  );

type Case = { readonly says: string; readonly text: string; readonly told: readonly string[] };

const FRAME: readonly Case[] = [
  {
    says: 'an unknown kind, with the near one',
    text: frame('  - id: a', '    kind: desicion'),
    told: ['6:11: Unknown kind "desicion" (Did you mean "decision"?)'],
  },
  {
    says: 'every unknown field in one run, each at its key',
    text: frame('  - id: a', '    kind: tests', '    enforced: observe', '    min_runs: 2', '    Message: x'),
    told: [
      '7:5: Unknown field "enforced" (Did you mean "enforce"?)',
      '8:5: Unknown field "min_runs" (Did you mean "min_run"?)',
      '9:5: Unknown field "Message" (Did you mean "message"?)',
    ],
  },
  {
    says: 'an unknown section, and nothing about the fields that it would have',
    text: decision('{ when: { x: 1 }, then: release }').replace('card', 'crad'),
    told: ['7:15: Unknown section "crad" (Did you mean "card"?)'],
  },
  {
    says: 'references that name nothing',
    text: frame(
      '  - id: a',
      '    kind: paths',
      '    paths: { from: plan.writs }',
      '    allow: { from: fense.allow }',
    ),
    told: [
      '7:20: Unknown field "writs" in "plan.writs" (Did you mean "writes"?)',
      '8:20: Unknown section "fense" (Did you mean "fence"?)',
    ],
  },
  {
    says: 'a field of what has none, without a list of nothing',
    text: frame('  - id: a', '    kind: equal', '    left: { from: plan.intent_id.x }', '    right: b'),
    told: ['7:19: Unknown field "x" in "plan.intent_id.x"'],
  },
  {
    says: 'references that could never hold what is wanted',
    text: frame(
      '  - id: a',
      '    kind: paths',
      '    paths: { from: plan.intent_id }',
      '    allow: { from: plan.writes }',
      '    deny: { from: change.files.*.path }',
      '  - id: b',
      '    kind: equal',
      '    left: { from: plan.paths }',
      '    right: " "',
      '  - id: c',
      '    kind: equal',
      '    left: { from: steps.used }',
      '    right: { from: plan.intent_id }',
    ),
    told: [
      '7:20: "plan.intent_id" is a text, not a list of paths',
      '8:20: "plan.writes" is a list of objects, not a list of texts',
      '9:19: "change.files.*.path" names many values, not a list of texts',
      '12:19: "plan.paths" is a list of texts, not a single value',
      '13:12: A blank text equals nothing',
      '17:12: A number can never equal a text',
    ],
  },
  {
    says: 'names that every object inherits are no fields, sections or kinds',
    text: frame(
      '  - id: a',
      '    kind: equal',
      '    left: { from: plan.toString }',
      '    right: { from: steps.valueOf }',
      '  - { id: b, kind: toString }',
    ),
    told: [
      '7:19: Unknown field "toString" in "plan.toString" (Known: intent_id, writes, paths, hosts, deps, commands, parse_error)',
      '8:20: Unknown field "valueOf" in "steps.valueOf" (Known: used, max)',
      `9:20: Unknown kind "toString" (Known: ${GATE_KINDS.map(({ kind }) => kind).join(', ')})`,
    ],
  },
  {
    says: 'unknown reason codes, in each place where codes stand',
    text: frame(
      '  - id: a',
      '    kind: tests',
      '    reasons: { fialed: red }',
      '    fix: { none-ram: x }',
      '    message: { timed-out: x }',
    ),
    told: [
      '7:16: Unknown reason "fialed" (Did you mean "failed"?)',
      '8:12: Unknown reason "none-ram" (Did you mean "none-ran"?)',
    ],
  },
  {
    says: 'reason codes that no branch of a decision gives',
    text: `${decision('{ when: { egress_class: a }, then: hold, reason: known }')}    fix: { knwon: x, r: y }\n`,
    told: ['11:12: Unknown reason "knwon" (Did you mean "known"?)'],
  },
  {
    says: 'unknown actions',
    text: 'version: 1\npolicy: p\naction: sned\ngates:\n  - { id: a, kind: tests, action: [merge, wirte] }\n',
    told: [
      '3:9: Expected an action or a list of actions: send, write, run, return, merge, publish (Did you mean "send"?)',
      '5:43: Expected one of "send", "write", "run", "return", "merge", "publish" (Did you mean "write"?)',
    ],
  },
  {
    says: 'an action of a gate that its policy is never asked about',
    text: frame('  - { id: a, kind: tests, action: [merge, send] }'),
    told: ['5:35: The policy is not asked about "merge" (It is asked about send)'],
  },
  {
    says: 'wrong types, in the frame and in a gate whose kind is unknown',
    text: 'version: "1"\npolicy: My Policy\ntitle: 3\naction: 3\ngates:\n  - { id: A_b, kind: 7, final: yes }\n  - x\n',
    told: [
      '1:10: Expected version: 1',
      '2:9: Expected a kebab-case word such as "my-policy"',
      '3:8: Expected a text but found a number',
      '4:9: Expected an action or a list of actions: send, write, run, return, merge, publish',
      '6:11: Expected a kebab-case word such as "my-policy"',
      '6:22: Expected a text but found a number',
      '6:32: Expected true or false but found a text',
      '7:5: Expected a mapping but found a text',
    ],
  },
  {
    says: 'missing fields, once each',
    text: 'gates: [{}]\n',
    told: [
      '1:1: Missing field "version"',
      '1:1: Missing field "policy"',
      '1:9: Missing field "id"',
      '1:9: Missing field "kind"',
    ],
  },
  {
    says: 'two gates with one id',
    text: frame('  - { id: a, kind: tests }', '  - { id: b, kind: tests }', '  - { id: a, kind: tests }'),
    told: ['7:11: Two gates have the id "a"; the first stands at line 5 (Give each gate an id of its own)'],
  },
];

const VALUES: readonly Case[] = [
  {
    says: 'a key without a value, which is not "no restriction"',
    text: 'version: 1\npolicy: p\ngates:\n',
    told: ['3:1: "gates" has no value (Expected a list)'],
  },
  {
    says: 'a list without gates',
    text: frame('  []'),
    told: ['5:3: Expected at least one gate'],
  },
  {
    says: 'deny without a value, and with a tilde; an empty list is legal and denies nothing',
    text: frame(
      ...['', ' ~', ' []'].flatMap((value, index) => [
        `  - id: g${index}`,
        '    kind: paths',
        '    paths: { from: plan.paths }',
        `    deny:${value}`,
      ]),
    ),
    told: [
      '8:5: "deny" has no value (Expected a list of texts, or { from: SECTION.FIELD })',
      '12:5: "deny" has no value (Expected a list of texts, or { from: SECTION.FIELD })',
    ],
  },
  {
    says: 'a file of comments only',
    text: '# todo\n',
    told: [
      '1:1: The file holds no policy: it is empty, or has only comments (Write the policy, or remove the file)',
    ],
  },
  {
    says: 'a list where a policy is wanted',
    text: '- a\n',
    told: ['1:1: Expected a policy: a mapping with version, policy and gates'],
  },
  {
    says: 'decisions that are none of the three words',
    text: decision(
      ...['relese', 'RELEASE', '"hold "', 'allow', 'true', '""', '"split,hold"'].map(
        (word) => `{ when: { egress_class: a }, then: ${word}, reason: r }`,
      ),
      '{ when: { egress_class: a }, then: , reason: r }',
    ),
    told: [
      '9:44: Expected one of "release", "split", "hold" (Did you mean "release"?)',
      '10:44: Expected one of "release", "split", "hold" (Did you mean "release"?)',
      '11:44: Expected one of "release", "split", "hold" (Did you mean "hold"?)',
      '12:44: Expected one of "release", "split", "hold"',
      '13:44: Expected one of "release", "split", "hold"',
      '14:44: Expected one of "release", "split", "hold"',
      '15:44: Expected one of "release", "split", "hold"',
      '16:38: "then" has no value (Expected one of "release", "split", "hold")',
    ],
  },
  {
    says: 'words that are not in the vocabulary, under equals and under in, and fields that nobody reads',
    text: [
      'version: 1',
      'policy: p',
      'vocabulary: { egress_clas: [a], egress_class: [public-fixture, b], residue: [x] }',
      'gates:',
      '  - id: a',
      '    kind: decision',
      '    evidence: card',
      '    branches:',
      '      - { when: { egress_class: public-fixtre }, then: hold, reason: r }',
      '      - { when: { egress_class: { in: [b, c] } }, then: hold, reason: r }',
      '    otherwise: { then: release }',
      '',
    ].join('\n'),
    told: [
      '3:15: Unknown field "egress_clas" in the vocabulary: no decision gate reads it (Did you mean "egress_class"?)',
      '3:68: "residue" is a list, and a vocabulary is for texts',
      '9:33: "public-fixtre" is not in the vocabulary of "egress_class" (Did you mean "public-fixture"?)',
      '10:43: "c" is not in the vocabulary of "egress_class" (The vocabulary has public-fixture, b)',
    ],
  },
  {
    says: 'a vocabulary of numbers, without falling over it',
    text: 'version: 1\npolicy: p\nvocabulary: { egress_class: [1, 2] }\ngates:\n  - { id: a, kind: decision, evidence: card, branches: [{ when: { egress_class: x }, then: hold, reason: r }], otherwise: { then: hold, reason: r } }\n',
    told: ['3:30: Expected a text but found a number', '3:33: Expected a text but found a number'],
  },
  {
    says: 'patterns that cannot be used, and allow entries that allow everything',
    text: frame(
      '  - id: a',
      '    kind: paths',
      '    paths: { from: plan.paths }',
      '    allow: ["**", "src\\\\x", a]',
      '    deny: ["a/../b", "+(+(a|aa)|+(a))b"]',
    ),
    told: [
      '8:13: "**" allows everything (Name the paths that are meant)',
      '8:19: The pattern "src\\\\x" cannot be used: has a backslash (Use / in patterns)',
      '9:12: The pattern "a/../b" cannot be used: has a `..` segment (Name the path from the root of the tree)',
      '9:22: The pattern "+(+(a|aa)|+(a))b" cannot be used: has a repeating or negating group (Write the alternatives as {a,b}, or use several patterns)',
    ],
  },
  {
    says: 'an allow list of nothing',
    text: frame('  - id: a', '    kind: paths', '    paths: { from: plan.paths }', '    allow: []'),
    told: ['8:12: An empty allow list allows nothing (List what may be touched)'],
  },
  {
    says: 'each host that allows too much, and no shared one that is spelt out',
    text: frame(
      '  - id: a',
      '    kind: within',
      '    sets:',
      '      - { name: h, items: { from: plan.hosts }, compare: host, allowed: ["*.com", com, "*", "exa*ple.com", example.com] }',
    ),
    told: [
      '8:74: The allowed host "*.com" cannot be used: is a top-level domain',
      '8:83: The allowed host "com" cannot be used: is a top-level domain',
      '8:88: The allowed host "*" cannot be used: allows every host',
      '8:93: The allowed host "exa*ple.com" cannot be used: has a wildcard that is not a whole first label',
    ],
  },
  {
    says: 'ranges that release nothing, limits without a bound, and measures that are no numbers',
    text: frame(
      '  - id: a',
      '    kind: budget',
      '    limits:',
      '      - { measure: lines, min: 5, max: 4 }',
      '      - { measure: lines }',
      '      - { measure: { value: plan.intent_id }, max: 1 }',
      '      - { measure: { count: plan.intent_id }, max: 1 }',
      '      - { measure: { sum: [change.files.*.path] }, max: 1 }',
      '      - { measure: { sum: [] }, max: 1 }',
      '      - { measure: linse, max: 1 }',
    ),
    told: [
      '8:32: min 5 is over max 4, so nothing can be released',
      '9:9: A limit needs min, max or both',
      '10:29: "plan.intent_id" is a text, not a number',
      '11:29: "plan.intent_id" is a text, not a list or record',
      '12:28: "change.files.*.path" is a text, not a number',
      '13:27: Expected at least one reference',
      '14:20: Expected lines, changes, files, bytes, imports, { count: LIST }, { sum: [REFERENCE, ...] } or { value: REFERENCE } (Did you mean "lines"?)',
    ],
  },
  {
    says: 'private content that an answer would show, and none that is only compared',
    text: frame(
      '  - { id: a, kind: within, sets: [{ name: n, items: { from: tool_call.args.hosts }, allowed: [a] }] }',
      '  - { id: b, kind: within, sets: [{ name: n, items: { from: plan.deps }, allowed: { from: health.body.deps } }] }',
      '  - { id: c, kind: paths, paths: { from: tool_response.body.paths }, deny: { from: tool_call.args.deny } }',
      '  - { id: d, kind: paths, paths: { from: tool_call } }',
      '  - { id: e, kind: frozen, of: tree, allow: { from: tool_call.args.allow } }',
      '  - { id: f, kind: decision, evidence: health, branches: [{ when: { body: { empty: true } }, then: hold, reason: r, moves: [status, body] }], otherwise: { then: hold, reason: o, moves: [body] } }',
      '  - { id: g, kind: equal, left: { from: tool_call.args.a }, right: b }',
      '  - { id: h, kind: budget, limits: [{ measure: { count: health.body }, max: 1 }, { measure: { sum: [health.body.*] }, max: 1 }] }',
    ),
    told: [
      ...[
        ['5:61', 'tool_call.args.hosts'],
        ['6:91', 'health.body.deps'],
        ['7:42', 'tool_response.body.paths'],
        ['7:84', 'tool_call.args.deny'],
        ['8:42', 'tool_call'],
        ['9:53', 'tool_call.args.allow'],
        ['10:133', 'body'],
        ['10:187', 'body'],
      ].map(
        ([place, what]) =>
          `${place}: "${what}" may hold private content, and its value would be shown and kept (Judge it with a gate that does not show what it reads: equal, budget, or a branch of decision)`,
      ),
    ],
  },
];

const RE2 =
  'The expression cannot run in linear time or is not valid (Use RE2 syntax: no look-ahead, no back-reference)';
const CONDITIONS: readonly (readonly [when: string, told: string])[] = [
  ['{ host_pin: { matches: "(?=a)b" } }', `9:40: ${RE2}`],
  ['{ host_pin: { matches: "(a)\\\\1" } }', `9:40: ${RE2}`],
  ['{ host_pin: { matches: "(a{1000}){1000}" } }', `9:40: ${RE2}`],
  ['{ host_pin: { matches: "(a" } }', `9:40: ${RE2}`],
  ['{ host_pin: { matches: 3 } }', '9:40: Expected a regular expression in quotes'],
  ['{ host_pin: { gt: 3 } }', '9:35: "host_pin" is a text, not a number'],
  ['{ residue: { matches: a } }', '9:39: "residue" is a list, not a text'],
  ['{ residue: { blank: true } }', '9:37: "residue" is a list, which is never blank'],
  ['{ residue: { empty: 1 } }', '9:37: Expected true or false under "empty"'],
  ['{ host_pin: { in: [] } }', '9:35: Expected a list of values under "in"'],
  ['{ host_pin: { in: [a, 3] } }', '9:35: "host_pin" is a text and can never equal 3'],
  ['{ host_pin: { glob: "a/../b" } }', '9:37: The pattern is not usable: has a `..` segment'],
  ['{ host_pin: { mathces: x } }', '9:31: Unknown matcher "mathces" (Did you mean "matches"?)'],
  ['{ host_pin: { toString: x } }', `9:31: Unknown matcher "toString" (Known: ${KNOWN()})`],
  ['{ host_pin: {} }', `9:29: Expected at least one matcher (One of ${KNOWN()})`],
  ['{ hostpin: x }', '9:19: Unknown field "hostpin" of card (Did you mean "host_pin"?)'],
  ['{ host_pin: 3 }', '9:29: "host_pin" is a text and can never equal 3'],
  ['{ host_pin: }', '9:19: "host_pin" has no value (Expected a value or a matcher)'],
  ['{ any: [] }', '9:24: Expected a list of conditions under "any"'],
  ['{ all: { host_pin: x } }', '9:24: Expected a list of conditions under "all"'],
  ['{ not: 3 }', '9:24: Expected a condition: { FIELD: matcher }, or any, all, not'],
  ['{}', '9:17: Expected a condition: { FIELD: matcher }, or any, all, not'],
];

function KNOWN(): string {
  return 'equals, in, blank, empty, absent, gt, gte, lt, lte, matches, glob';
}

for (const { says, text, told } of [...FRAME, ...VALUES]) {
  test(`loadRuleset tells ${says}`, () => assert.deepEqual(complaints(text), told));
}

for (const [when, told] of CONDITIONS) {
  test(`loadRuleset refuses the condition ${when}`, () => {
    assert.deepEqual(complaints(decision(`{ when: ${when}, then: hold, reason: r }`)), [told]);
  });
}

test('loadRuleset tells all faults of a branch list at once, those of its shape and those of its meaning', () => {
  const text = decision(
    '{ when: { host_pin: { gt: 3 } }, then: relese }',
    '{ when: { hostpin: x }, then: hold }',
    '{ when: { egress_class: a }, then: split, reason: r, moves: [fixture_idd, toString] }',
  );
  assert.deepEqual(complaints(text), [
    '9:35: "host_pin" is a text, not a number',
    '9:48: Expected one of "release", "split", "hold" (Did you mean "release"?)',
    '10:9: A branch that gives hold needs a reason (Add reason: a-kebab-case-word)',
    '10:19: Unknown field "hostpin" of card (Did you mean "host_pin"?)',
    '11:70: Unknown field "fixture_idd" (Did you mean "fixture_id"?)',
    '11:83: Unknown field "toString" (Known: fixture_id, fixture_hash, egress_class, residue, host_pin, replay_window, writable_surface, failure_class)',
  ]);
});

const YAML: readonly (readonly [what: string, text: string, told: RegExp])[] = [
  [
    'a repeated key, with both places',
    frame('  - id: a', '    kind: paths', '    kind: budget'),
    /^7:5: .*kind.*6:5/,
  ],
  ['a tab that indents', 'gates:\n\t- id: a\n', /^2:1: .*tab/i],
  ['a second document', `${frame('  - { id: a, kind: tests }')}---\nversion: 1\n`, /^6:1: .*document/],
  ['a merge key', frame('  - &b { id: a, kind: tests }', '  - { <<: *b }'), /^6:7: .*<</],
  ['a number that is not what it looks like', frame('  - { id: a, kind: tests, min_run: 010 }'), /^5:36: /],
  ['aliases that unfold without end', `a: &a [x, x]\n${'b: &b [*a, *a]\n'.repeat(2)}`, /^3:1: /],
];

for (const [what, text, told] of YAML) {
  test(`loadRuleset refuses ${what}`, () => assert.match(complaints(text)[0] ?? '', told));
}

test('loadRuleset takes no, off and 012 for texts only where they are texts', () => {
  const deny = (list: string) =>
    complaints(
      frame('  - id: a', '    kind: paths', '    paths: { from: plan.paths }', `    deny: [${list}]`),
    );
  assert.deepEqual(deny('no, off, "012", "1e3"'), []);
  assert.match(deny('no, 012')[0] ?? '', /^8:16: /);
  assert.deepEqual(deny('a, true'), ['8:15: Expected a text but found true or false']);
});

const sound = (policy: string) => `version: 1\npolicy: ${policy}\ngates: [{ id: a, kind: tests }]\n`;

test('loadRuleset refuses two files with one policy and names both, also when one of them is at fault', () => {
  const loaded = loadRuleset(
    [
      { name: 'a.yaml', text: sound('x') },
      { name: 'b.yaml', text: sound('x').replace('tests', 'test') },
      { name: 'c.yaml', text: sound('y') },
    ],
    { sha256 },
  );
  assert.ok(!loaded.ok);
  assert.deepEqual(loaded.diagnostics.map(formatDiagnostic), [
    'b.yaml:3:24: Unknown kind "test" (Did you mean "tests"?)',
    'b.yaml:2:9: The policy "x" is defined by a.yaml as well (Rename one, or leave one of the two files out)',
  ]);
});

test('loadRuleset tells the faults of every file', () => {
  const files = ['a', 'b'].map((name) => ({ name: `${name}.yaml`, text: `policy: ${name}\n` }));
  const loaded = loadRuleset(files, { sha256 });
  assert.ok(!loaded.ok);
  assert.deepEqual(
    loaded.diagnostics.map(({ file, message }) => `${file} ${message}`),
    ['a.yaml', 'b.yaml'].flatMap((file) => [
      `${file} Missing field "version"`,
      `${file} Missing field "gates"`,
    ]),
  );
});

test('loadRuleset refuses no files at all', () => {
  const loaded = loadRuleset([], { sha256 });
  assert.ok(!loaded.ok);
  assert.deepEqual(loaded.diagnostics.map(formatDiagnostic), [
    '.:1:1: There is no rule file (Name a file or a folder with *.yaml rule files)',
  ]);
});

test('the order of the files changes neither the digest nor the order of the policies; a byte of a file does', () => {
  const files = ['b', 'a', 'c'].map((name) => ({ name: `${name}.yaml`, text: sound(name) }));
  const load = (list: typeof files) => {
    const loaded = loadRuleset(list, { sha256 });
    assert.ok(loaded.ok);
    return loaded.value;
  };
  const one = load(files);
  const other = load([...files].reverse());
  assert.equal(other.digest, one.digest);
  assert.deepEqual(
    other.policies.map((policy) => policy.policy),
    one.policies.map((policy) => policy.policy),
  );
  assert.deepEqual(
    one.policies.map((policy) => policy.policy),
    ['a', 'b', 'c'],
  );
  assert.match(one.digest, /^sha256:[0-9a-f]{64}$/);
  const commented = files.map((file, index) => (index === 0 ? { ...file, text: `${file.text}#\n` } : file));
  assert.notEqual(load(commented).digest, one.digest);
  assert.equal(load(commented).policies[0]?.digest, one.policies[0]?.digest);
});
