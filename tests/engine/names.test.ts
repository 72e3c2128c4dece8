/** Names of variables against denied words, over the cases that others met; and what a released branch still tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, evaluate, type JsonObject, loadRuleset } from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

const EIGHT = ['TOKEN', 'SECRET', 'KEY', 'PASS', 'AUTH', 'COOKIE', 'SESSION', 'CREDENTIAL'];

function load(gate: JsonObject) {
  const text = JSON.stringify({
    version: 1,
    policy: 'names',
    action: 'send',
    gates: [{ id: 'gate', ...gate }],
  });
  return loadRuleset([{ name: 'names.yaml', text }], { sha256 });
}

function judge(gate: JsonObject, environment: JsonObject) {
  const loaded = load(gate);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const snapshot = { schema: 'holdpoint/snapshot@1', action: 'send', evidence: { environment } } as const;
  return evaluate(compile(loaded.value), snapshot, { sha256 }).policies[0]!.gates[0]!;
}

const deny = (rest: JsonObject = {}) => ({
  kind: 'deny-names',
  names: { from: 'environment.variables' },
  deny: EIGHT,
  ...rest,
});
const denied = (variables: readonly string[], rest: JsonObject = {}) =>
  judge(deny(rest), { variables }).reasons.map(({ subject }) => subject);

test('names match without case', () => {
  const names = ['npm_config__authtoken', 'aws_secret_access_key', 'Http_Cookie'];
  assert.deepEqual(denied(names), names);
});

test('a harmless name with a denied word in it holds until the rule accepts that name, and the verdict says so', () => {
  assert.deepEqual(denied(['KEYBOARD_LAYOUT', 'MONKEY']), ['KEYBOARD_LAYOUT', 'MONKEY']);
  const { decision, reasons, notes } = judge(deny({ accept: ['KEYBOARD_LAYOUT', 'MONKEY'] }), {
    variables: ['KEYBOARD_LAYOUT', 'LANG'],
  });
  assert.deepEqual([decision, reasons], ['release', []]);
  assert.deepEqual(
    notes.map(({ code, subject }) => [code, subject]),
    [['accepted', 'KEYBOARD_LAYOUT']],
  );
});

test('by whole words, names that only contain such letters pass, and joined ones are missed', () => {
  const harmless = [
    'KEYBOARD_LAYOUT',
    'TOKENIZERS_PARALLELISM',
    'MONKEY',
    'PASSENGER_COUNT',
    'AUTHOR',
    'SSH_TTY',
    'NEXT_PUBLIC_KEYWORDS',
    'COMPASS',
    'XAUTHORITY',
    'APIKEY',
  ];
  assert.deepEqual(denied(harmless, { match: 'word' }), []);
  const secret = ['SSH_AUTH_SOCK', 'githubToken', 'HTTPKey', 'key', 'KEY_1', '_KEY', 'A.KEY', 'a-b-secret'];
  assert.deepEqual(denied(secret, { match: 'word' }), secret);
});

test('letters that only look plain are read as the plain ones', () => {
  const names = ['\uff34\uff2f\uff2b\uff25\uff2e', 'TO\u200bKEN', 'PA\u017f\u017f'];
  assert.deepEqual(denied(names), names);
});

test('a word that could match nothing, or everything, is refused with its place', () => {
  for (const word of ['', 'A-B', '_', 'A__B', 'K*', ' KEY']) {
    const loaded = load(deny({ deny: [word] }));
    assert.deepEqual(loaded.ok ? [] : loaded.diagnostics.map(({ code }) => code), ['bad-word'], word);
  }
});

test('the name is told with its own place in the evidence, and control characters are not', () => {
  const [reason] = judge(deny(), { variables: ['A', 'KEY\u001b[2J'] }).reasons;
  assert.equal(reason?.evidence, '/evidence/environment/variables/1');
  assert.ok(!reason?.message.includes('\u001b'));
});

const noting = (mode: string) => ({
  kind: 'decision',
  evidence: 'environment',
  mode,
  branches: [
    { when: { ssh_agent: true }, then: 'hold', reason: 'agent' },
    { when: { netrc: true }, then: 'release', note: 'netrc-present', message: 'There is a netrc' },
  ],
  otherwise: { then: 'release' },
});

test('a branch that releases can leave a note, also beside a hold of another, and decides nothing', () => {
  const codes = (mode: string, environment: JsonObject) => {
    const { decision, reasons, notes } = judge(noting(mode), environment);
    return [
      decision,
      reasons.map(({ code }) => code),
      notes.map(({ code, message }) => `${code}: ${message}`),
    ];
  };
  const note = 'netrc-present: There is a netrc';
  for (const mode of ['first', 'collect']) {
    assert.deepEqual(codes(mode, { ssh_agent: false, netrc: true }), ['release', [], [note]]);
    assert.deepEqual(codes(mode, { ssh_agent: false, netrc: false }), ['release', [], []]);
    assert.deepEqual(codes(mode, { ssh_agent: false }), ['release', [], []]);
  }
  assert.deepEqual(codes('collect', { ssh_agent: true, netrc: true }), ['hold', ['agent'], [note]]);
  assert.deepEqual(codes('first', { ssh_agent: true, netrc: true }), ['hold', ['agent'], []]);
});

test('a note on a branch that holds is refused: it has a reason', () => {
  const loaded = load({
    ...noting('first'),
    branches: [{ when: { netrc: true }, then: 'hold', reason: 'netrc', note: 'netrc' }],
  });
  assert.deepEqual(loaded.ok ? [] : loaded.diagnostics.map(({ code }) => code), ['note-on-hold']);
});
