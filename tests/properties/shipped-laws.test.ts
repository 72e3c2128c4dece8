/** The first law for the shipped policies: whatever is taken out of a snapshot, the decision does not get softer. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type CompiledRuleset,
  compile,
  DECISIONS,
  type Decision,
  type Evidence,
  GATE_KINDS,
  type Json,
  type JsonObject,
  loadRuleset,
} from '../../src/engine/mod.ts';
import { snapshotsFor } from '../policies/judged.ts';
import { sha256 } from '../sha256.ts';

const root = new URL('../../', import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, root));

/**
 * Witnesses: fields that a collector writes only when there is something to tell, so that their absence says that there
 * was nothing. Each is the only place where taking evidence away may soften a decision, and each has its reason.
 */
const WITNESSES: Readonly<Record<string, string>> = {
  'tests.timed_out':
    'only the collector that cut a run off writes it; a report is written by a run that ended',
  'tests.not_counted': 'only a collector that met a report which it could not count writes an entry',
  'tests.disagreements': 'as tests.not_counted, for a report that contradicts itself',
  'tree.skipped': 'a collector lists what it could not read; a tree that was read whole has nothing to list',
  'bundle.skipped': 'as tree.skipped; links and repositories that would be sent along stand there as well',
  'secrets.skipped': 'as tree.skipped; that no file was scanned at all is told by scanned_files',
  'prompt.secrets.skipped': 'as secrets.skipped',
  'tree.files.*.kind': 'absent for a regular file',
  'change.files.*.kind': 'absent for a deleted file; git mode 120000 tells a link as well',
  'steps.max': "a run may be given a tighter limit than the rule's; without one the rule's counts",
};

/** Records whose keys are names of things: an entry fewer is another claim about the world, not a claim with a hole. */
const COLLECTIONS = ['tree.files', 'tree_before.files', 'bundle.files', 'proof.files', 'locks', 'toolchain'];

/**
 * One value as it came from somebody else: with a part taken out it is another answer, which is judged anew. Taking it away
 * as a whole is tried.
 */
const WHOLE = ['health.body', 'tool_response.body', 'tool_call'];

type Removal = { readonly field: string; readonly without: JsonObject };

/** Every section and every field at any depth, list items looked into, each taken away and each made null. */
function removals(value: Json, field: string, put: (inner: Json | undefined) => JsonObject): Removal[] {
  if (WHOLE.includes(field)) return [];
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) =>
      removals(item, `${field}.*`, (inner) =>
        put(value.map((other: Json, i) => (i === index ? (inner as Json) : other))),
      ),
    );
  if (typeof value !== 'object' || value === null) return [];
  const record = value as JsonObject;
  const isCollection = COLLECTIONS.includes(field);
  return Object.keys(record).flatMap((key) => {
    const name = field === '' ? key : `${field}.${isCollection ? '*' : key}`;
    const { [key]: inner, ...others } = record;
    const here = isCollection
      ? []
      : [
          { field: name, without: put(others) },
          { field: name, without: put({ ...others, [key]: null }) },
        ];
    const deeper = removals(inner!, name, (changed) => put({ ...others, [key]: changed as Json }));
    return [...here, ...deeper];
  });
}

/** A value of every other type in the place of each field. */
const ODD: readonly Json[] = [7, 'odd', '', true, [], ['odd'], {}];

const shipped = readdirSync(at('rules')).filter((name) => /^[a-z-]+\.yaml$/.test(name));

function rulesetOf(names: readonly string[]): CompiledRuleset {
  const files = names.map((name) => ({ name, text: readFileSync(at(name), 'utf8') }));
  const loaded = loadRuleset(files, { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return compile(loaded.value);
}

const used = new Set<string>();
const softer = (a: Decision, b: Decision) => DECISIONS.indexOf(a) < DECISIONS.indexOf(b);

for (const name of shipped.map((file) => `rules/${file}`)) {
  const own = snapshotsFor(name);

  test(`${name} never decides more softly over less evidence`, () => {
    const rules = rulesetOf([name]);
    let tried = 0;
    for (const { action = '', evidence } of own) {
      const before = rules.decide(action, evidence);
      for (const { field, without } of removals(evidence, '', (inner) => inner as JsonObject)) {
        tried += 1;
        const after = rules.decide(action, without as Evidence);
        if (softer(after, before))
          assert.ok(field in WITNESSES, `without ${field}: ${before} became ${after}`);
      }
    }
    assert.ok(tried >= own.length * 4 && own.length >= 12, `${tried} removals of ${own.length} snapshots`);
  });

  test(`${name} takes a value of the wrong type for an absent one, or is stricter`, () => {
    const rules = rulesetOf([name]);
    for (const { action = '', evidence } of own) {
      for (const [section, content] of Object.entries(evidence)) {
        if (COLLECTIONS.includes(section)) continue;
        for (const [field, value] of Object.entries(content as JsonObject)) {
          const { [field]: _, ...others } = content as JsonObject;
          const judge = (inner: JsonObject) =>
            rules.decide(action, { ...evidence, [section]: inner } as Evidence);
          const absent = judge(others);
          for (const odd of ODD) {
            if (typeof odd === typeof value && Array.isArray(odd) === Array.isArray(value)) continue;
            const wrong = judge({ ...others, [field]: odd });
            assert.ok(
              !softer(wrong, absent),
              `${section}.${field} = ${JSON.stringify(odd)}: ${wrong}, not ${absent}`,
            );
          }
        }
      }
    }
  });
}

for (const kind of GATE_KINDS) {
  test(`${kind.kind} never decides more softly over less of its examples' evidence`, () => {
    for (const { title, gate, evidence } of kind.examples) {
      const rules = rulesOf(kind.kind, gate);
      const before = rules.decide('merge', evidence);
      for (const { field, without } of removals(evidence, '', (inner) => inner as JsonObject)) {
        const after = rules.decide('merge', without as Evidence);
        if (!softer(after, before)) continue;
        used.add(field);
        assert.ok(field in WITNESSES, `${title}: without ${field}: ${before} became ${after}`);
      }
    }
  });
}

function rulesOf(kind: string, gate: JsonObject): CompiledRuleset {
  const text = JSON.stringify({ version: 1, policy: 'example', gates: [{ id: 'gate', kind, ...gate }] });
  const loaded = loadRuleset([{ name: 'example.yaml', text }], { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return compile(loaded.value);
}

test('each witness is needed: without its exemption some case above would fail', () => {
  assert.deepEqual([...used].sort(), Object.keys(WITNESSES).sort());
});

test('adding every other shipped policy never softens a decision', () => {
  const all = rulesetOf(shipped.map((file) => `rules/${file}`));
  for (const name of shipped.map((file) => `rules/${file}`)) {
    const rules = rulesetOf([name]);
    for (const { action = '', evidence } of snapshotsFor(name))
      assert.ok(!softer(all.decide(action, evidence), rules.decide(action, evidence)));
  }
});
