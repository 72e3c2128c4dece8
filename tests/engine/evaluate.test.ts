/** Verdicts: their shape, their receipt, how gates and policies compose, and what no evidence may change or leak. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  ACTIONS,
  type CompiledRuleset,
  canonicalJson,
  compile,
  ENGINE,
  type Evidence,
  evaluate,
  evidenceDigest,
  GATE_KINDS,
  isObject,
  type Json,
  type JsonObject,
  loadRuleset,
  receiptOf,
  type Snapshot,
  type Verdict,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (name: string) => ({ name, text: readFileSync(at(name), 'utf8') });

function rulesOf(...files: readonly { name: string; text: string }[]): CompiledRuleset {
  const loaded = loadRuleset(files, { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return compile(loaded.value);
}

function policy(name: string, gates: readonly JsonObject[], more: JsonObject = {}) {
  return { name: `${name}.yaml`, text: JSON.stringify({ version: 1, policy: name, ...more, gates }) };
}

function ask(
  rules: CompiledRuleset,
  evidence: JsonObject,
  action: string | null = 'send',
  more: Partial<Snapshot> = {},
): Verdict {
  const snapshot = { schema: 'holdpoint/snapshot@1', evidence, ...more } as Snapshot;
  return evaluate(rules, snapshot, { sha256, action: action ?? undefined });
}

const by = (id: string, then: string, more: JsonObject = {}): JsonObject => ({
  id,
  kind: 'decision',
  evidence: 'card',
  branches: [{ when: { egress_class: 'never' }, then: 'hold', reason: 'never' }],
  otherwise: then === 'release' ? { then } : { then, reason: `${id}-says-${then}` },
  ...more,
});
const CARD = { card: { egress_class: 'a' } };

const EGRESS = read('rules/egress-leaf.yaml');
const CLEAN = {
  fixture_id: 'fx-1',
  fixture_hash: 'sha256:9f2c',
  egress_class: 'public-fixture',
  residue: [] as Json[],
  host_pin: 'free-server',
  replay_window: '24h',
  writable_surface: 'tmp/job',
};

test('a verdict has the agreed shape, field by field', () => {
  const snapshot: Snapshot = {
    schema: 'holdpoint/snapshot@1',
    action: 'send',
    subject: { job: 'job-1', repo: 'r' },
    collected: { at: '2026-10-13T01:44:33Z' },
    evidence: { card: { ...CLEAN, residue: ['email', 'name'] } },
  };
  const rules = rulesOf(EGRESS);
  const { receipt_sha256, ...rest } = evaluate(rules, snapshot, { sha256 });
  const line = EGRESS.text.split('\n').findIndex((text) => text.includes('residue: { empty: false }')) + 1;
  assert.deepEqual(rest, {
    schema: 'holdpoint/verdict@1',
    decision: 'hold',
    action: 'send',
    subject: { job: 'job-1', repo: 'r' },
    ruleset_digest: rules.ruleset.digest,
    evidence_digest: `sha256:${sha256(canonicalJson({ subject: { job: 'job-1', repo: 'r' }, evidence: snapshot.evidence }))}`,
    engine: ENGINE,
    policies: [
      {
        policy: 'egress-leaf',
        digest: `sha256:${sha256(EGRESS.text)}`,
        source: 'rules/egress-leaf.yaml',
        decision: 'hold',
        label: 'hold',
        gates: [
          {
            gate: 'leaf',
            kind: 'decision',
            enforce: 'block',
            decision: 'hold',
            reasons: [
              {
                code: 'residue-present',
                message: 'Private matter is left in the fixture',
                fix: 'Clear what residue lists, then ask again',
                evidence: '/evidence/card/residue/0',
                rule: { file: 'rules/egress-leaf.yaml', line, column: 9 },
              },
            ],
            notes: [],
          },
        ],
      },
    ],
  });
  assert.equal(receipt_sha256, sha256(canonicalJson(rest as unknown as JsonObject)));
  assert.match(receipt_sha256, /^[0-9a-f]{64}$/);
});

test('the ruleset digest is over the name, file and digest of each policy', () => {
  const rules = rulesOf(EGRESS);
  const listed = [
    { policy: 'egress-leaf', source: 'rules/egress-leaf.yaml', digest: `sha256:${sha256(EGRESS.text)}` },
  ];
  assert.equal(rules.ruleset.digest, `sha256:${sha256(canonicalJson({ policies: listed }))}`);
});

test('when and by whom evidence was collected is not part of its digest; subject and evidence are', () => {
  const one: Snapshot = { schema: 'holdpoint/snapshot@1', subject: { job: 'a' }, evidence: { card: CLEAN } };
  const digest = evidenceDigest(one, sha256);
  assert.equal(evidenceDigest({ ...one, collected: { at: 'now', by: 'me' }, action: 'run' }, sha256), digest);
  assert.notEqual(evidenceDigest({ ...one, subject: { job: 'b' } }, sha256), digest);
  assert.notEqual(
    evidenceDigest({ ...one, evidence: { card: { ...CLEAN, host_pin: 'x' } } }, sha256),
    digest,
  );
  const { subject: _, ...nobody } = one;
  assert.equal(evidenceDigest(nobody, sha256), evidenceDigest({ ...one, subject: {} }, sha256));
});

test('editing any field of a verdict gives it another receipt', () => {
  const verdict = ask(rulesOf(EGRESS), { card: { ...CLEAN, residue: ['email'] } }, 'send', {
    subject: { job: 'j' },
  });
  assert.equal(receiptOf(verdict, sha256), verdict.receipt_sha256);
  let edits = 0;
  for (const edited of editsOf(verdict as unknown as Json)) {
    const changed = edited as unknown as Verdict;
    if (changed.receipt_sha256 !== verdict.receipt_sha256) continue;
    edits += 1;
    assert.notEqual(receiptOf(changed, sha256), verdict.receipt_sha256);
  }
  assert.ok(edits > 25, `${edits} edits`);
});

/** The value with one part of it changed or left out, for every part. */
function editsOf(value: Json): Json[] {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const shorter = items.length === 0 ? [] : [items.slice(1)];
    return [
      [...items, 'more'],
      ...shorter,
      ...items.flatMap((item, i) => editsOf(item).map((e) => items.with(i, e))),
    ];
  }
  if (!isObject(value)) return [typeof value === 'string' ? `${value}!` : !value];
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...others } = value;
    return [others, ...editsOf(inner).map((edited) => ({ ...others, [key]: edited }))];
  });
}

test('an action that no gate speaks about holds with no-gate, and so does no action', () => {
  const rules = rulesOf(EGRESS);
  for (const action of [...ACTIONS.filter((name) => name !== 'send'), null, '', 'SEND', 'toString']) {
    const verdict = ask(rules, { card: CLEAN }, action);
    assert.equal(verdict.decision, 'hold');
    assert.equal(rules.decide(action ?? '', { card: CLEAN }), 'hold');
    assert.deepEqual(
      verdict.reasons?.map((reason) => reason.code),
      ['no-gate'],
    );
    assert.deepEqual(verdict.policies, []);
  }
  assert.equal(ask(rules, { card: CLEAN }).decision, 'release');
  assert.equal(ask(rules, { card: CLEAN }).reasons, undefined);
});

test('the action that is asked for overrides the one that the snapshot names', () => {
  const rules = rulesOf(EGRESS);
  assert.equal(ask(rules, { card: CLEAN }, 'send', { action: 'run' }).decision, 'release');
  assert.equal(ask(rules, { card: CLEAN }, null, { action: 'send' }).decision, 'release');
  assert.equal(ask(rules, { card: CLEAN }, 'run', { action: 'send' }).decision, 'hold');
});

test('a ruleset whose only gates for the action warn or observe holds with no-gate, and lists what they say', () => {
  const gates = [by('a', 'release', { enforce: 'warn' }), by('b', 'hold', { enforce: 'observe' })];
  const rules = rulesOf(policy('p', gates));
  const verdict = ask(rules, CARD);
  assert.equal(verdict.decision, 'hold');
  assert.equal(rules.decide('send', CARD), 'hold');
  assert.deepEqual(
    verdict.reasons?.map((reason) => reason.code),
    ['no-gate'],
  );
  assert.deepEqual(
    verdict.policies[0]?.gates.map(({ gate, enforce, decision }) => [gate, enforce, decision]),
    [
      ['a', 'warn', 'release'],
      ['b', 'observe', 'hold'],
    ],
  );
  assert.equal(verdict.policies[0]?.decision, 'release');
});

test('gates that warn or observe are listed with their reasons and never decide', () => {
  const gates = [
    by('a', 'release'),
    by('b', 'hold', { enforce: 'warn' }),
    by('c', 'split', { enforce: 'observe' }),
  ];
  const rules = rulesOf(policy('p', gates));
  const verdict = ask(rules, CARD);
  assert.equal(verdict.decision, 'release');
  assert.equal(rules.decide('send', CARD), 'release');
  assert.deepEqual(
    verdict.policies[0]?.gates.map((gate) => gate.reasons.map((reason) => reason.code)),
    [[], ['b-says-hold'], ['c-says-split']],
  );
});

test('the strictest gate of all policies decides', () => {
  const decisions = ['release', 'split', 'hold'] as const;
  for (const [i, first] of decisions.entries())
    for (const [j, second] of decisions.entries())
      for (const [k, third] of decisions.entries()) {
        const rules = rulesOf(policy('p', [by('a', first), by('b', second)]), policy('q', [by('a', third)]));
        assert.equal(ask(rules, CARD).decision, decisions[Math.max(i, j, k)]);
        assert.equal(rules.decide('send', CARD), decisions[Math.max(i, j, k)]);
      }
});

test('a gate is asked only about its own actions, and a policy without any about every action', () => {
  const rules = rulesOf(
    policy('p', [by('a', 'hold', { action: 'run' }), by('b', 'release', { action: ['send', 'run'] })]),
  );
  assert.equal(ask(rules, CARD, 'send').decision, 'release');
  assert.equal(ask(rules, CARD, 'run').decision, 'hold');
  assert.equal(ask(rules, CARD, 'merge').reasons?.[0]?.code, 'no-gate');
  for (const action of ACTIONS)
    assert.equal(ask(rulesOf(policy('p', [by('a', 'release')])), CARD, action).decision, 'release');
});

test('the label of a policy is the word of the gate that decided, else its own word, else the decision', () => {
  const word = (gates: readonly JsonObject[], more: JsonObject = {}) =>
    ask(rulesOf(policy('p', gates, more)), CARD).policies[0]?.label;
  assert.equal(word([by('a', 'hold')]), 'hold');
  assert.equal(word([by('a', 'hold')], { label: { hold: 'refuse', release: 'go' } }), 'refuse');
  assert.equal(word([by('a', 'hold', { label: { hold: 'stop' } })], { label: { hold: 'refuse' } }), 'stop');
  assert.equal(
    word([by('a', 'release', { label: { release: 'go' } }), by('b', 'hold', { label: { hold: 'stop' } })]),
    'stop',
  );
  const own = by('a', 'hold', { otherwise: { then: 'hold', reason: 'r', label: 'branch-word' } });
  assert.equal(word([own], { label: { hold: 'refuse' } }), 'branch-word');
  const warned = by('b', 'hold', { enforce: 'warn', label: { hold: 'stop' } });
  assert.equal(word([by('a', 'release'), warned]), 'release');
});

test('a final gate that holds is the last that is asked; one that does not hold, or only warns, is not', () => {
  const asked = (gates: readonly JsonObject[]) =>
    ask(rulesOf(policy('p', gates)), CARD).policies[0]?.gates.map((gate) => gate.gate);
  const later = by('z', 'hold');
  assert.deepEqual(asked([by('a', 'hold', { final: true }), later]), ['a']);
  assert.deepEqual(asked([by('a', 'split', { final: true }), later]), ['a', 'z']);
  assert.deepEqual(asked([by('a', 'release', { final: true }), later]), ['a', 'z']);
  assert.deepEqual(asked([by('a', 'hold', { final: true, enforce: 'warn' }), later]), ['a', 'z']);
  assert.deepEqual(asked([later, by('a', 'hold', { final: true })]), ['z', 'a']);
});

test('a rule renames codes and gives its own message and fix, for all codes or code by code', () => {
  const gate = {
    id: 'a',
    kind: 'tests',
    reasons: { failed: 'red' },
    fix: { failed: 'Fix it' },
    message: { failed: 'Red' },
  };
  const red = { tests: { tests: 2, failures: 1, errors: 0, skipped: 2 } };
  const told = (more: JsonObject) =>
    ask(rulesOf(policy('p', [{ ...gate, ...more }])), red).policies[0]?.gates[0]?.reasons.map(
      ({ code, message, fix }) => [code, message, fix],
    );
  const none = ['none-ran', '0 tests ran, at least 1 must', 'Run the tests, and check that they are found'];
  assert.deepEqual(told({}), [['red', 'Red', 'Fix it'], none]);
  assert.deepEqual(told({ message: 'No', fix: 'Do' }), [
    ['red', 'No', 'Do'],
    ['none-ran', 'No', 'Do'],
  ]);
  const missing = ask(rulesOf(policy('p', [{ ...gate, fix: { 'missing-evidence': 'Run npm test' } }])), {});
  assert.equal(missing.policies[0]?.gates[0]?.reasons[0]?.fix, 'Run npm test');
});

test('a reason named like a property of every object is only a name', () => {
  const gate = by('a', 'hold', {
    otherwise: { then: 'hold', reason: 'constructor' },
    fix: { never: 'x' },
    message: { never: 'y' },
    reasons: { 'missing-evidence': 'nothing' },
  });
  const [reason] = ask(rulesOf(policy('p', [gate])), CARD).policies[0]!.gates[0]!.reasons;
  assert.equal(reason?.code, 'constructor');
  assert.equal(reason?.message, 'No branch matched this card');
});

const moving = (id: string, then: string, moves: readonly string[], more: JsonObject = {}) =>
  by(id, then, { otherwise: { then, reason: 'r', moves }, ...more });

test('output comes from blocking gates only, and of two the stricter one has the last word', () => {
  const card = { card: { egress_class: 'a', fixture_id: 'f', host_pin: 'h' } };
  const output = (gates: readonly JsonObject[]) => ask(rulesOf(policy('p', gates)), card).policies[0]?.output;
  const narrow = moving('a', 'split', ['fixture_id']);
  assert.deepEqual(output([narrow]), { moves: { fixture_id: 'f' } });
  assert.deepEqual(output([narrow, moving('b', 'release', ['fixture_id', 'host_pin'])]), {
    moves: { fixture_id: 'f' },
  });
  assert.deepEqual(output([narrow, moving('b', 'hold', ['host_pin'], { enforce: 'observe' })]), {
    moves: { fixture_id: 'f' },
  });
  assert.equal(
    output([moving('b', 'split', ['fixture_id'], { enforce: 'warn' }), by('a', 'release')]),
    undefined,
  );
});

test('what moves is only what is there: no inherited name, nothing null', () => {
  const gate = moving('a', 'split', ['tool', 'toString', 'caller'], {
    evidence: 'tool_call',
    branches: [{ when: { tool: 'never' }, then: 'hold', reason: 'never' }],
  });
  const verdict = ask(rulesOf(policy('p', [gate])), { tool_call: { tool: 'x', caller: null } });
  assert.deepEqual(verdict.policies[0]?.output, { moves: { tool: 'x' } });
});

test('an inherited name is no evidence', () => {
  const gate = by('a', 'hold', {
    evidence: 'tool_call',
    branches: [{ when: { toString: { absent: false } }, then: 'release' }],
  });
  const rules = rulesOf(policy('p', [gate]));
  assert.equal(ask(rules, { tool_call: {} }).decision, 'hold');
  assert.equal(rules.decide('send', { tool_call: {} }), 'hold');
  assert.equal(ask(rules, { tool_call: { toString: 'here' } }).decision, 'release');
  const deep = by('a', 'hold', {
    evidence: 'tool_call',
    branches: [{ when: { 'args.valueOf': { absent: false } }, then: 'release' }],
  });
  assert.equal(ask(rulesOf(policy('p', [deep])), { tool_call: { args: {} } }).decision, 'hold');
});

test('a word outside the vocabulary is no answer, whatever is asked of it', () => {
  const vocabulary = { egress_class: ['a', 'b'] };
  for (const when of [
    { egress_class: 'a' },
    { not: { egress_class: 'a' } },
    { egress_class: { in: ['a', 'b'] } },
    { egress_class: { matches: '^a$' } },
    { egress_class: { empty: true } },
  ]) {
    const gate = by('g', 'release', { branches: [{ when, then: 'hold', reason: 'r' }] });
    const rules = rulesOf(policy('p', [gate], { vocabulary }));
    const verdict = ask(rules, { card: { egress_class: 'A ' } });
    assert.equal(verdict.decision, 'hold', JSON.stringify(when));
    const [reason] = verdict.policies[0]!.gates[0]!.reasons;
    assert.deepEqual([reason?.code, reason?.subject], ['missing-evidence', 'card.egress_class']);
    assert.match(reason?.message ?? '', /has a value that this rule does not understand$/);
  }
});

test('what is drawn as nothing is blank', () => {
  const rules = rulesOf(EGRESS);
  for (const host_pin of [
    '',
    ' ',
    '\t\n',
    '\u00a0',
    '\u200b',
    '\u2060\u200d',
    '\u3164',
    '\ufeff',
    null,
    7,
    [],
  ]) {
    const verdict = ask(rules, { card: { ...CLEAN, host_pin } });
    assert.equal(verdict.policies[0]?.gates[0]?.reasons[0]?.code, 'pin-missing', JSON.stringify(host_pin));
  }
  assert.equal(ask(rules, { card: { ...CLEAN, host_pin: '\u200bx' } }).decision, 'release');
});

const EXAMPLES = GATE_KINDS.flatMap((kind) =>
  kind.examples.map(({ title, gate, evidence }) => ({
    name: `${kind.kind}: ${title}`,
    rules: rulesOf(policy('example', [{ id: 'gate', kind: kind.kind, ...gate }])),
    evidence,
    action: 'merge',
  })),
);
type Vector = { rules: readonly string[]; snapshot: { action: string; evidence: Evidence } };
const compiled = new Map<string, CompiledRuleset>();
const VECTORS = readFileSync(at('tests/vectors/decisions.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .flatMap((line, index) => {
    const { rules, snapshot } = JSON.parse(line) as Vector;
    const key = rules.join();
    try {
      if (!compiled.has(key)) compiled.set(key, rulesOf(...rules.map(read)));
    } catch {
      return []; // not shipped yet
    }
    return [
      {
        name: `vector ${index}`,
        rules: compiled.get(key)!,
        evidence: snapshot.evidence,
        action: snapshot.action,
      },
    ];
  });
const ALL = [...EXAMPLES, ...VECTORS];

test('the examples and vectors below are not a few', () => assert.ok(ALL.length > 200, `${ALL.length}`));

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffled(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

test('the order of keys in evidence changes no byte of a verdict', () => {
  for (const { name, rules, evidence, action } of ALL) {
    const verdict = ask(rules, evidence, action);
    const other = ask(rules, shuffled(evidence) as JsonObject, action);
    assert.equal(canonicalJson(other as unknown as Json), canonicalJson(verdict as unknown as Json), name);
  }
});

test('file names that look like numbers, and others, are judged in one order whatever order they came in', () => {
  const gate = {
    id: 'g',
    kind: 'paths',
    paths: { from: 'tree.files' },
    deny: ['1', '2', '10', 'a', '\ufffd', '\u{1f600}'],
  };
  const rules = rulesOf(policy('p', [gate]));
  const names = ['10', 'a', '\u{1f600}', '2', '\ufffd', '1'];
  const subjects = (list: readonly string[]) =>
    ask(rules, {
      tree: { files: Object.fromEntries(list.map((name) => [name, {}])) },
    }).policies[0]?.gates[0]?.reasons.map((reason) => reason.subject);
  assert.deepEqual(subjects(names), ['1', '10', '2', 'a', '\u{1f600}', '\ufffd']);
  assert.deepEqual(subjects(names.toReversed()), subjects(names));
});

test('residency names the same secret first whatever order the files came in, and sorts by code point', () => {
  const gate = { id: 'g', kind: 'residency', remote_seat: 'r', local_seat: 'l', secret_names: ['.env'] };
  const rules = rulesOf(policy('p', [gate]));
  const job = { latency_class: 'batch', requires_offline: false, needs_uncommitted_context: false };
  const judge = (names: readonly string[]) =>
    ask(rules, { job, tree: { files: Object.fromEntries(names.map((name) => [name, {}])) } }).policies[0]!;
  const names = ['b/.env', 'a/.env', '\u{1f600}', '\ufffd', '10', '2'];
  assert.equal(judge(names).gates[0]?.reasons[0]?.evidence, '/evidence/tree/files/a~1.env');
  assert.deepEqual(judge(names), judge(names.toReversed()));
  assert.deepEqual(judge(names).output?.['public_files'], ['10', '2', '\ufffd', '\u{1f600}']);
});

test('judging leaves the snapshot as it was, and a second judgement is the same', () => {
  for (const { name, rules, evidence, action } of ALL) {
    const frozen = deepFreeze(structuredClone(evidence));
    const first = ask(rules, frozen, action);
    assert.deepEqual(ask(rules, frozen, action), first, name);
    assert.equal(rules.decide(action, frozen), first.decision, name);
  }
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** Whether a JSON pointer's parent is there, so that a reader is led to the right spot. */
function parentExists(pointer: string, root: Json): boolean {
  const steps = pointer.split('/').slice(1, -1);
  let current: Json | undefined = root;
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return false;
  }
  return typeof current === 'object' && current !== null;
}

test('every reason points into the snapshot, and to a line of its rule file', () => {
  let pointers = 0;
  for (const { name, rules, evidence, action } of ALL) {
    for (const { source, gates } of ask(rules, evidence, action).policies) {
      const lines = rules.ruleset.policies.find((one) => one.source === source)!.text.split('\n');
      for (const { evidence: pointer, rule } of gates.flatMap((gate) => gate.reasons)) {
        assert.equal(rule.file, source);
        assert.match(lines[rule.line - 1]?.slice(rule.column - 1) ?? '', /^\S/, name);
        if (pointer === undefined) continue;
        pointers += 1;
        assert.ok(parentExists(pointer, { evidence }), `${name}: ${pointer}`);
      }
    }
  }
  assert.ok(pointers > 150, `${pointers}`);
});

test('what is missing is pointed at as far as the evidence goes', () => {
  const gate = { id: 'g', kind: 'paths', paths: { from: 'plan.paths' }, allow: { from: 'fence.allow' } };
  const rules = rulesOf(policy('p', [gate]));
  const pointer = (evidence: JsonObject) =>
    ask(rules, evidence).policies[0]?.gates[0]?.reasons.map((reason) => [reason.subject, reason.evidence]);
  assert.deepEqual(pointer({}), [['plan', '/evidence/plan']]);
  assert.deepEqual(pointer({ plan: {} }), [['plan.paths', '/evidence/plan/paths']]);
  assert.deepEqual(pointer({ plan: { paths: ['a'] } }), [['fence', '/evidence/fence']]);
  assert.deepEqual(pointer({ plan: { paths: ['a'] }, fence: { allow: null } }), [
    ['fence.allow', '/evidence/fence/allow'],
  ]);
  const sum = { id: 'g', kind: 'budget', limits: [{ measure: { sum: ['change.files.*.added'] }, max: 1 }] };
  const summed = ask(rulesOf(policy('p', [sum])), { change: { files: [{ added: 1 }, {}] } });
  assert.equal(summed.policies[0]?.gates[0]?.reasons[0]?.evidence, '/evidence/change/files/1/added');
});

/** Evidence whose section throws a given error the first `times` times that it is read. */
function throwing(error: unknown, times: number): Evidence {
  let left = times;
  const evidence = {} as Record<string, Json>;
  Object.defineProperty(evidence, 'card', {
    enumerable: true,
    get() {
      if (left > 0) {
        left -= 1;
        throw error;
      }
      return { egress_class: 'a' };
    },
  });
  return evidence;
}

test('a gate that throws holds with gate-fault; the others are asked as ever, and no word of the error gets out', () => {
  const secret = ['hunter', '2'].join('');
  const named = Object.assign(new Error(secret), { name: secret });
  for (const error of [
    new Error(secret),
    new TypeError(secret),
    named,
    secret,
    { secret },
    null,
    undefined,
  ]) {
    const rules = rulesOf(policy('p', [by('a', 'release'), by('b', 'release')]));
    const verdict = ask(rules, throwing(error, 1));
    assert.equal(verdict.decision, 'hold');
    assert.deepEqual(
      verdict.policies[0]?.gates.map((gate) => gate.reasons.map((reason) => reason.code)),
      [['gate-fault'], []],
    );
    assert.ok(!JSON.stringify(verdict).includes(secret));
    assert.equal(rules.decide('send', throwing(error, 1)), 'hold');
  }
});

test('evidence that JSON cannot carry has no digest, so it has no verdict', () => {
  const rules = rulesOf(EGRESS);
  for (const odd of [Number.NaN, '\ud800', undefined, 1n, new Date(0)])
    assert.throws(() => ask(rules, { card: { ...CLEAN, host_pin: odd as Json } }), TypeError);
});

test('what is no snapshot has no verdict, and the error says what is wrong with it', () => {
  const rules = rulesOf(EGRESS);
  const judge = (snapshot: unknown) => () =>
    evaluate(rules, snapshot as Snapshot, { sha256, action: 'send' });
  for (const odd of [null, undefined, 'x', 3, []])
    assert.throws(judge(odd), { name: 'TypeError', message: /^Expected a snapshot, as readSnapshot/ });
  for (const evidence of [null, undefined, 'x', 3, []]) {
    assert.throws(judge({ evidence }), { name: 'TypeError', message: /^Expected a snapshot whose evidence/ });
    assert.equal(rules.decide('send', evidence as unknown as Evidence), 'hold');
  }
  for (const subject of [3, 'x', []])
    assert.throws(judge({ subject, evidence: {} }), {
      name: 'TypeError',
      message: /^Expected a snapshot whose subject/,
    });
  assert.equal(judge({ evidence: {} })().decision, 'hold');
});

test('numbers that are none never release', () => {
  const tests = rulesOf(policy('p', [{ id: 'g', kind: 'tests' }]));
  const budget = rulesOf(
    policy('p', [{ id: 'g', kind: 'budget', limits: [{ measure: { value: 'steps.used' }, max: 3 }] }]),
  );
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, '1', null]) {
    const report = { tests: 2, failures: 0, errors: 0, skipped: 0 };
    for (const field of Object.keys(report))
      assert.equal(tests.decide('send', { tests: { ...report, [field]: odd as Json } }), 'hold');
    assert.equal(budget.decide('send', { steps: { used: odd as Json } }), 'hold');
  }
  for (const field of ['failures', 'errors'])
    assert.equal(
      tests.decide('send', { tests: { tests: 2, failures: 1, errors: 1, skipped: 0, [field]: -1 } }),
      'hold',
    );
});

test('a number below zero makes no room in a sum, whatever it is', () => {
  const gate = { id: 'g', kind: 'budget', limits: [{ measure: { sum: ['done.*'] }, max: 1000 }] };
  const rules = rulesOf(policy('p', [gate]));
  for (const odd of [-1000, -0.5, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    assert.equal(rules.decide('send', { done: { a: 1000, b: odd } }), 'hold');
  assert.equal(rules.decide('send', { done: { a: 1000, b: 0 } }), 'release');
});

test('no verdict tells private content that a gate compared', () => {
  const secret = ['hunter', '2'].join('');
  const when = { 'args.word': { matches: '^h' } };
  const wrong = { 'args.word': { gt: 3 } };
  const rules = rulesOf(
    policy('p', [
      { id: 'equal', kind: 'equal', left: { from: 'tool_call.args.word' }, right: 'other' },
      {
        id: 'budget',
        kind: 'budget',
        limits: [
          { measure: { value: 'tool_call.args.pin' }, max: 1 },
          { measure: { value: 'tool_call.args.pin' }, min: 1e9 },
          { measure: { sum: ['tool_call.args.pins.*'] }, max: 1 },
          { measure: { sum: ['tool_call.args.words.*'] }, max: 1 },
          { measure: { count: 'tool_call.args.word' }, max: 1 },
        ],
      },
      {
        id: 'branches',
        kind: 'decision',
        evidence: 'tool_call',
        mode: 'collect',
        branches: [wrong, when].map((one) => ({ when: one, then: 'hold', reason: 'odd' })),
        otherwise: { then: 'hold', reason: 'other' },
      },
    ]),
  );
  const args = { word: secret, pin: 73519, pins: { [secret]: 73519 }, words: { [secret]: secret } };
  const verdict = ask(rules, { tool_call: { args } });
  const reasons = verdict.policies[0]!.gates.flatMap((gate) => gate.reasons);
  assert.ok(reasons.length >= 7, `${reasons.length}`);
  for (const private_ of [secret, '73519'])
    assert.ok(!JSON.stringify(verdict.policies).includes(private_), JSON.stringify(reasons));
});

test('evaluate lets only those fields move that every splitting gate lets move', () => {
  const split = (id: string, moves: string) =>
    `  - { id: ${id}, kind: decision, evidence: card, branches: [{ when: { egress_class: a }, then: split, reason: some, moves: [${moves}] }], otherwise: { then: hold, reason: other } }`;
  const text = `version: 1\npolicy: two\naction: send\ngates:\n${split('one', 'fixture_id, host_pin')}\n${split('two', 'fixture_id, egress_class')}\n`;
  const loaded = loadRuleset([{ name: 'two.yaml', text }], { sha256 });
  assert.ok(loaded.ok);
  const evidence = { card: { egress_class: 'a', fixture_id: 'f', host_pin: 'h' } };
  const verdict = evaluate(
    compile(loaded.value),
    { schema: 'holdpoint/snapshot@1', action: 'send', evidence },
    { sha256 },
  );
  assert.deepEqual(
    [verdict.decision, verdict.policies[0]?.output],
    ['split', { moves: { fixture_id: 'f' } }],
  );
});
