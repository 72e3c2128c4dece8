/** Rule files in, ruleset out: read, checked against the schema, every gate compiled, every complaint told at once. */
import type { Checked, Diagnostic } from '../diagnostic.ts';
import { canonicalJson } from '../evidence/canonical.ts';
import { complaintsAbout, unknownField } from '../evidence/issues.ts';
import { sectionNamed } from '../evidence/sections.ts';
import { knownFields, shapeAt } from '../evidence/shape.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { ACTIONS, type Action, type Sha256 } from '../verdict.ts';
import { actionList } from './actions.ts';
import { compileGate } from './compile-gate.ts';
import type { Gate } from './gate.ts';
import { readYaml, type YamlSource } from './read-yaml.ts';
import { type Labels, type PolicySpec, policySchema } from './schema.ts';

/** One rule file; `name` is relative to the ruleset root, with forward slashes. */
export type RuleFile = { readonly name: string; readonly text: string };

export type Policy = {
  readonly policy: string;
  readonly title?: string;
  readonly owner?: string;
  /** Undefined: every action. */
  readonly actions: readonly Action[] | undefined;
  readonly label: Labels;
  readonly source: string;
  /** `sha256:` and the SHA-256 of the file's own bytes. */
  readonly digest: string;
  readonly text: string;
  /** The file as data. */
  readonly document: Json;
  readonly gates: readonly Gate[];
};

export type Ruleset = {
  /** `sha256:` over the RFC 8785 form of each policy's name, file and digest. */
  readonly digest: string;
  /** Sorted by name, so that the order of the files means nothing. */
  readonly policies: readonly Policy[];
};

/**
 * Loads rule files (YAML, `version: 1`, one policy a file) and compiles their gates.
 *
 * @param files  the texts with the names that reasons will show
 * @param options.sha256  lower-case hex SHA-256 of a UTF-8 text, e.g. over `node:crypto`
 * @returns the ruleset, or every fault of every file with file, line and column. Never throws for bad rules.
 */
export function loadRuleset(
  files: readonly RuleFile[],
  options: { readonly sha256: Sha256 },
): Checked<Ruleset> {
  const diagnostics: Diagnostic[] = [];
  if (files.length === 0) diagnostics.push(noFiles());
  const policies: Policy[] = [];
  const names: NonNullable<Loaded['named']>[] = [];
  for (const file of files) {
    const loaded = loadPolicy(file, options.sha256);
    diagnostics.push(...loaded.diagnostics);
    if (loaded.policy !== undefined) policies.push(loaded.policy);
    if (loaded.named !== undefined) names.push(loaded.named);
  }
  diagnostics.push(...twins(names));
  if (diagnostics.length > 0) return { ok: false, diagnostics: onlyOnce(diagnostics) };
  policies.sort((a, b) => (a.policy < b.policy ? -1 : 1));
  const listed = policies.map(({ policy, source, digest }) => ({ policy, source, digest }));
  return {
    ok: true,
    value: { digest: `sha256:${options.sha256(canonicalJson({ policies: listed }))}`, policies },
  };
}

// The frame and the gate itself may complain about the same thing.
function onlyOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = JSON.stringify([file, line, column, message]);
    return seen.has(key) ? false : seen.add(key);
  });
}

type Named = { readonly file: string; readonly line: number; readonly column: number };
type Loaded = {
  readonly policy?: Policy;
  /** Where the name of the policy stands. */
  readonly named?: { readonly name: string; readonly place: Named };
  readonly diagnostics: readonly Diagnostic[];
};

function loadPolicy(file: RuleFile, sha256: Sha256): Loaded {
  const read = readYaml(file.text, file.name);
  if (!read.ok) return { diagnostics: read.diagnostics };
  const source = read.value;
  const document = source.value;
  if (!isObject(document)) return { diagnostics: [noPolicy(file.name, source)] };
  const complaints = complaintsAbout(policySchema, document);
  const diagnostics = complaints.map((c) => ({
    code: c.code,
    message: c.message,
    ...(c.help === undefined ? {} : { help: c.help }),
    file: file.name,
    ...source.place(c.path, c.at),
  }));
  // A gate can be judged by itself even where the frame around it is at fault: its author wants both.
  const gates = compileGates(document, file, source, sha256, diagnostics);
  const name = document['policy'];
  const named =
    typeof name === 'string'
      ? { named: { name, place: { file: file.name, ...source.place(['policy'], 'value') } } }
      : {};
  if (diagnostics.length > 0) return { diagnostics: diagnostics.sort(byPlace), ...named };
  const spec = document as unknown as PolicySpec;
  return {
    diagnostics,
    ...named,
    policy: {
      policy: spec.policy,
      ...(spec.title === undefined ? {} : { title: spec.title }),
      ...(spec.owner === undefined ? {} : { owner: spec.owner }),
      actions: actionList(spec.action),
      label: spec.label ?? {},
      source: file.name,
      digest: `sha256:${sha256(file.text)}`,
      text: file.text,
      document,
      gates,
    },
  };
}

function compileGates(
  document: JsonObject,
  file: RuleFile,
  source: YamlSource,
  sha256: Sha256,
  diagnostics: Diagnostic[],
): Gate[] {
  const list = document['gates'];
  if (!Array.isArray(list)) return [];
  const vocabulary = vocabularyOf(document['vocabulary']);
  const labels = (isObject(document['label']) ? document['label'] : {}) as Labels;
  const asked = [document['action'] ?? []].flat() as readonly Action[];
  const actions = asked.length > 0 && asked.every((action) => ACTIONS.includes(action)) ? asked : undefined;
  const first = new Map<string, number>();
  complainOfUnused(vocabulary, list as readonly Json[], file, source, diagnostics);
  return (list as readonly Json[]).flatMap((spec, index) => {
    if (!isObject(spec)) return [];
    const frame = {
      file: file.name,
      source,
      path: ['gates', index],
      sha256,
      vocabulary,
      labels,
      actions,
      diagnostics,
    };
    const gate = compileGate(spec, frame);
    const id = typeof spec['id'] === 'string' ? spec['id'] : undefined;
    if (id !== undefined && first.has(id))
      diagnostics.push(twinGate(id, file.name, source, first.get(id)!, index));
    else if (id !== undefined) first.set(id, index);
    return gate === undefined ? [] : [gate];
  });
}

// A misspelt field in the vocabulary would leave the words of the real one unchecked.
function complainOfUnused(
  vocabulary: ReadonlyMap<string, readonly string[]>,
  gates: readonly Json[],
  file: RuleFile,
  source: YamlSource,
  diagnostics: Diagnostic[],
): void {
  const sections = gates.flatMap((gate) =>
    isObject(gate) && typeof gate['evidence'] === 'string' ? (sectionNamed(gate['evidence']) ?? []) : [],
  );
  for (const field of vocabulary.keys()) {
    const shapes = sections
      .map(({ schema }) => shapeAt(schema, field.split('.')))
      .filter((shape) => shape.ok);
    const odd = shapes.find(({ type }) => type !== 'text' && type !== 'any');
    if (odd !== undefined)
      diagnostics.push({
        code: 'wrong-type',
        message: `"${field}" is a ${odd.type}, and a vocabulary is for texts`,
        file: file.name,
        ...source.place(['vocabulary', field], 'key'),
      });
    if (shapes.length > 0) continue;
    const known = sections.flatMap(({ schema }) => knownFields(schema));
    const { code, message, help } = unknownField(field, [], known);
    const place = source.place(['vocabulary', field], 'key');
    diagnostics.push({
      code,
      message: `${message} in the vocabulary: no decision gate reads it`,
      ...(help === undefined || known.length === 0 ? {} : { help }),
      file: file.name,
      ...place,
    });
  }
}

function twinGate(id: string, file: string, source: YamlSource, first: number, second: number): Diagnostic {
  const { line } = source.place(['gates', first, 'id'], 'value');
  const message = `Two gates have the id "${id}"; the first stands at line ${line}`;
  return {
    code: 'twin-gate',
    message,
    help: 'Give each gate an id of its own',
    file,
    ...source.place(['gates', second, 'id'], 'value'),
  };
}

function twins(names: readonly NonNullable<Loaded['named']>[]): Diagnostic[] {
  const first = new Map<string, string>();
  return names.flatMap(({ name, place }) => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, place.file);
      return [];
    }
    const message = `The policy "${name}" is defined by ${other} as well`;
    return [
      { code: 'twin-policy', message, help: 'Rename one, or leave one of the two files out', ...place },
    ];
  });
}

const byPlace = (a: Diagnostic, b: Diagnostic) => a.line - b.line || a.column - b.column;

function noPolicy(file: string, source: YamlSource): Diagnostic {
  const message = 'Expected a policy: a mapping with version, policy and gates';
  return { code: 'wrong-type', message, file, ...source.place([], 'value') };
}

function noFiles(): Diagnostic {
  return {
    code: 'no-rules',
    message: 'There is no rule file',
    help: 'Name a file or a folder with *.yaml rule files',
    file: '.',
    line: 1,
    column: 1,
  };
}

function vocabularyOf(value: Json | undefined): ReadonlyMap<string, readonly string[]> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([field, words]) =>
      Array.isArray(words) && words.every((word) => typeof word === 'string')
        ? [[field, words as readonly string[]] as const]
        : [],
    ),
  );
}
