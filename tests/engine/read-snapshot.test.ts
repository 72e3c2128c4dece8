/** Snapshots: what is read, what is refused and where, what counts as absent, and what is not kept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  checkSection,
  compile,
  evaluate,
  formatDiagnostic,
  type Json,
  type JsonObject,
  loadRuleset,
  parseJson,
  readSnapshot,
  SECTIONS,
  withholdBodies,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const HEAD = '{"schema":"holdpoint/snapshot@1",';
const complaints = (source: string): readonly string[] => {
  const read = readSnapshot(source, 's.json');
  return read.ok ? [] : read.diagnostics.map((d) => formatDiagnostic(d).replace('s.json:', ''));
};
/** A snapshot over two lines, so that places in its evidence are on line 2. */
const about = (evidence: string) => `${HEAD}\n"evidence":${evidence}}`;

const NO_OBJECT = ['1:1: Expected a snapshot: a JSON object with schema and evidence'];

const REFUSED: readonly (readonly [what: string, source: string, told: readonly string[]])[] = [
  [
    'an unknown section, with the near one',
    about('{"crad":{}}'),
    ['2:13: Unknown section "crad" (Did you mean "card"?)'],
  ],
  [
    'every unknown field, with the near one',
    about('{"card":{"host_pni":"x","residu":[]}}'),
    [
      '2:21: Unknown field "host_pni" (Did you mean "host_pin"?)',
      '2:36: Unknown field "residu" (Did you mean "residue"?)',
    ],
  ],
  [
    'names that every object inherits',
    about('{"toString":{},"card":{"valueOf":1}}'),
    [
      `2:13: Unknown section "toString" (Known: ${SECTIONS.map((s) => s.name).join(', ')})`,
      '2:35: Unknown field "valueOf" (Known: fixture_id, fixture_hash, egress_class, residue, host_pin, replay_window, writable_surface, failure_class)',
    ],
  ],
  [
    'wrong types, by kind and never by value',
    about('{"card":{"host_pin":7,"residue":"private"},"steps":{"used":1.5},"job":[]}'),
    [
      '2:21: Expected a text but found a number',
      '2:34: Expected a list but found a text',
      '2:64: Expected a whole number',
      '2:76: "job" should be a mapping, but is a list',
    ],
  ],
  [
    'a section of the wrong type, by its name',
    about('{"runs":{},"card":"x","plan":3}'),
    [
      '2:13: "runs" should be a list, but is a mapping',
      '2:23: "card" should be a mapping, but is a text',
      '2:34: "plan" should be a mapping, but is a number',
    ],
  ],
  [
    'items that are not there, by their number',
    about('{"runs":[null],"environment":{"variables":["A",null]}}'),
    ['2:21: Item 0 has no value (Expected a mapping)', '2:59: Item 1 has no value (Expected a text)'],
  ],
  [
    'faults in items of lists and in records',
    about('{"change":{"files":[{"path":"a","status":"X","added":-1,"removed":0,"binary":"no"}]}}'),
    [
      '2:44: Expected one of "A", "M", "D", "R", "C", "T", "U"',
      '2:57: Expected a number of at least 0',
      '2:80: Expected true or false but found a text',
    ],
  ],
  ['a field that must be there', about('{"tree":{}}'), ['2:13: Missing field "files"']],
  [
    'a list where a record is wanted',
    about('{"locks":[],"tree":{"files":[]}}'),
    ['2:13: "locks" should be a mapping, but is a list', '2:32: Expected a mapping but found a list'],
  ],
  [
    'another schema',
    '{"schema":"holdpoint/snapshot@2","evidence":{}}',
    ['1:2: Expected schema: "holdpoint/snapshot@1"'],
  ],
  ['no evidence', `${HEAD}"action":"send"}`, ['1:1: Missing field "evidence"']],
  [
    'evidence that is null',
    `${HEAD}"evidence":null}`,
    ['1:34: "evidence" has no value (Expected a mapping)'],
  ],
  [
    'an unknown action',
    `${HEAD}"action":"sned","evidence":{}}`,
    ['1:34: Expected one of "send", "write", "run", "return", "merge", "publish" (Did you mean "send"?)'],
  ],
  [
    'an unknown field around the evidence',
    `${HEAD}"evidense":{},"evidence":{}}`,
    ['1:34: Unknown field "evidense" (Did you mean "evidence"?)'],
  ],
  ['what is no object', '[]', NO_OBJECT],
  ['a text', '"release"', NO_OBJECT],
  ['null', 'null', NO_OBJECT],
];

for (const [what, source, told] of REFUSED) {
  test(`readSnapshot refuses ${what}`, () => assert.deepEqual(complaints(source), told));
}

const TEXT: readonly (readonly [what: string, source: string, told: RegExp])[] = [
  [
    'a key given twice, of which the last would release',
    about('{"card":{"egress_class":"machine-local","egress_class":"public-fixture"}}'),
    /^2:52: .*egress_class/,
  ],
  [
    'a key that plants a prototype',
    about('{"card":{"__proto__":{"egress_class":"public-fixture"}}}'),
    /^2:21: .*__proto__/,
  ],
  ['the key constructor', about('{"card":{"constructor":{}}}'), /^2:21: .*constructor/],
  ['half of a surrogate pair', about('{"plan":{"paths":["a\\ud800"]}}'), /^2:32: .*surrogate/],
  ['an integer that a double cannot keep', about('{"steps":{"used":9007199254740993}}'), /^2:29: /],
  ['nesting past 64', `${HEAD}"evidence":{"done":${'['.repeat(200_000)}`, /^1:1\d\d: .*64/],
  ['a trailing comma', `${HEAD}"evidence":{},}`, /^1:/],
  ['NaN', about('{"steps":{"used":NaN}}'), /^2:29: /],
  ['a comment', `// c\n${HEAD}"evidence":{}}`, /^1:1: /],
  ['two documents', `${HEAD}"evidence":{}}\n${HEAD}"evidence":{}}`, /^2:1: /],
  ['nothing', '', /^1:1: .*empty/],
];

for (const [what, source, told] of TEXT) {
  test(`readSnapshot refuses ${what}`, () => assert.match(complaints(source)[0] ?? '', told));
}

test('readSnapshot drops a byte-order mark, and tells places without it', () => {
  assert.deepEqual(complaints(`\ufeff${HEAD}"evidence":{}}`), []);
  assert.deepEqual(
    complaints(`\ufeff${HEAD}"evidence":{"crad":{}}}`),
    complaints(`${HEAD}"evidence":{"crad":{}}}`),
  );
});

test('readSnapshot keeps two integers past 2^53 apart, or refuses them', () => {
  const used = (token: string) => readSnapshot(about(`{"steps":{"used":${token}}}`), 's.json').ok;
  assert.ok(!(used('9007199254740992') && used('9007199254740993')));
  assert.ok(used('9007199254740991'));
});

test('a special key changes nothing for the rest of the process', () => {
  parseJson('{"__proto__":{"approved":true},"constructor":{"prototype":{"approved":true}}}', { file: 'x' });
  assert.equal(({} as { approved?: boolean }).approved, undefined);
});

test('readSnapshot tells the first fifty of many faults and how many more there are', () => {
  const fields = Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join(',');
  const told = complaints(about(`{"card":{${fields}}}`));
  assert.equal(told.length, 51);
  assert.equal(told.at(-1), '1:1: 19950 more faults are not shown');
});

test('readSnapshot never shows a value of the snapshot', () => {
  const secret = ['hunter', '2'].join('');
  for (const section of SECTIONS) {
    for (const value of [secret, [secret], { [section.name]: secret }]) {
      const told = complaints(
        about(
          JSON.stringify({ [section.name]: { files: value, findings: value, argv: value, status: value } }),
        ),
      );
      assert.ok(!told.join().includes(secret), told.join('\n'));
    }
  }
});

const EGRESS = 'rules/egress-leaf.yaml';
const loaded = loadRuleset(
  [{ name: EGRESS, text: readFileSync(fileURLToPath(new URL(`../../${EGRESS}`, import.meta.url)), 'utf8') }],
  { sha256 },
);
assert.ok(loaded.ok);
const egress = compile(loaded.value);
const CARD = {
  fixture_id: 'fx-1',
  fixture_hash: 'sha256:9f2c',
  egress_class: 'public-fixture',
  residue: [] as readonly Json[],
  host_pin: 'free-server',
  replay_window: '24h',
  writable_surface: 'tmp/job',
};

function judge(card: JsonObject | null): string {
  const snapshot = readSnapshot(
    JSON.stringify({ schema: 'holdpoint/snapshot@1', action: 'send', evidence: { card } }),
    's.json',
  );
  if (!snapshot.ok) return `refused ${snapshot.diagnostics[0]?.code}`;
  const verdict = evaluate(egress, snapshot.value, { sha256 });
  const [reason] = verdict.policies[0]!.gates[0]!.reasons;
  const named = reason?.subject === undefined ? reason?.code : `${reason.code}:${reason.subject}`;
  return named === undefined ? verdict.decision : `${verdict.decision} ${named}`;
}

const CARDS: readonly (readonly [card: JsonObject | null, answer: string])[] = [
  [CARD, 'release'],
  [null, 'hold missing-evidence:card'],
  [{ ...CARD, residue: null }, 'hold missing-evidence:card.residue'],
  [{ ...CARD, residue: '' }, 'refused wrong-type'],
  [{ ...CARD, residue: {} }, 'refused wrong-type'],
  [{ ...CARD, residue: [''] }, 'hold residue-present'],
  [{ ...CARD, host_pin: null }, 'hold pin-missing'],
  [{ ...CARD, host_pin: ' ' }, 'hold pin-missing'],
  [{ ...CARD, fixture_hash: '\t\n' }, 'hold pin-missing'],
  [{ ...CARD, replay_window: '\u00a0' }, 'hold pin-missing'],
  [{ ...CARD, writable_surface: '\u200b' }, 'hold pin-missing'],
  [{ ...CARD, egress_class: 'public-fixture ' }, 'hold unknown-class'],
  [{ ...CARD, egress_class: 'Public-Fixture' }, 'hold unknown-class'],
  [{ ...CARD, egress_class: 'public\u2010fixture' }, 'hold unknown-class'],
  [{ ...CARD, egress_class: '' }, 'hold unknown-class'],
  [{ ...CARD, egress_class: null }, 'hold unknown-class'],
  [{ ...CARD, egress_class: 'machine-local', residue: ['x'], host_pin: null }, 'hold machine-local'],
  [{ ...CARD, egress_class: 'redacted-metadata' }, 'split metadata-only'],
];

for (const [card, answer] of CARDS) {
  const changed = Object.entries(card ?? {}).filter(([name, value]) => (CARD as JsonObject)[name] !== value);
  const title = card === null ? 'null' : JSON.stringify(Object.fromEntries(changed));
  test(`the egress card with ${title} gets ${answer}`, () => assert.equal(judge(card), answer));
}

test('a null section is accepted and counts as absent, for every section', () => {
  for (const { name } of SECTIONS) {
    assert.deepEqual(complaints(about(`{"${name}":null}`)), []);
    assert.ok(checkSection(name, null, 'null', 'x.json').ok);
  }
});

test('checkSection tells the faults of one section in its own text', () => {
  const text = '{\n "host_pni": "x",\n "residue": 3\n}';
  const checked = checkSection('card', JSON.parse(text), text, 'card.json');
  assert.ok(!checked.ok);
  assert.deepEqual(checked.diagnostics.map(formatDiagnostic), [
    'card.json:2:2: Unknown field "host_pni" (Did you mean "host_pin"?)',
    'card.json:3:2: Expected a list but found a number',
  ]);
  const unknown = checkSection('crad', {}, '{}', 'card.json');
  assert.ok(!unknown.ok);
  assert.equal(unknown.diagnostics[0]?.message, 'Unknown section "crad"');
  assert.deepEqual(checkSection('card', CARD, JSON.stringify(CARD), 'c'), { ok: true, value: CARD });
});

test('withholdBodies takes out what is sensitive, says where it was, and leaves the rest and the original alone', () => {
  const snapshot = Object.freeze({
    schema: 'holdpoint/snapshot@1' as const,
    subject: { job: 'j' },
    evidence: Object.freeze({
      health: Object.freeze({ status: 200, body: { secret: 'x' } }),
      tool_response: { bytes: 3, body: null },
      tool_call: { tool: 't', args: { q: 'x' } },
      card: CARD,
    }),
  });
  const { snapshot: kept, withheld } = withholdBodies(snapshot);
  assert.deepEqual(withheld, [
    '/evidence/health/body',
    '/evidence/tool_response/body',
    '/evidence/tool_call/args',
  ]);
  assert.deepEqual(kept, {
    schema: 'holdpoint/snapshot@1',
    subject: { job: 'j' },
    evidence: { health: { status: 200 }, tool_response: { bytes: 3 }, tool_call: { tool: 't' }, card: CARD },
  });
  assert.deepEqual(withholdBodies(kept), { snapshot: kept, withheld: [] });
});
