/** Snapshots: JSON text in, checked snapshot out; and what must not be kept of one. */
import * as v from 'valibot';
import type { Checked, Diagnostic } from '../diagnostic.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { ACTIONS, type Snapshot } from '../verdict.ts';
import { complaintsAbout, unknownField } from './issues.ts';
import { locateInJson } from './locate.ts';
import { parseJson } from './parse-json.ts';
import { pointerTo } from './reference.ts';
import { SECTIONS, sectionNamed } from './sections.ts';

/** 64 Mi characters: a tree of a few hundred thousand files fits, a runaway file does not. */
export const MAX_SNAPSHOT = 64 * 1024 * 1024;

const text = v.optional(v.string());
const frameSchema = v.strictObject({
  schema: v.literal('holdpoint/snapshot@1', 'Expected schema: "holdpoint/snapshot@1"'),
  action: v.optional(v.picklist(ACTIONS)),
  subject: v.optional(v.strictObject({ repo: text, commit: text, ref: text, job: text, actor: text })),
  collected: v.optional(v.strictObject({ at: text, by: text })),
  evidence: v.record(v.string(), v.any()),
});

/** One fault of a snapshot's content, by path; the text around it gives the place. */
type Fault = {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly help?: string;
  readonly code: string;
};

/**
 * Reads and checks a snapshot.
 *
 * @param source  JSON text (RFC 8259), at most 64 levels deep and 64 Mi characters long
 * @param file  its name in complaints
 * @returns the snapshot, or every fault with file, line and column. Never throws, never quotes a value.
 */
export function readSnapshot(source: string, file: string): Checked<Snapshot> {
  const parsed = parseJson(source, { file, maxLength: MAX_SNAPSHOT });
  if (!parsed.ok) return parsed;
  const faults = faultsOf(parsed.value);
  if (faults.length === 0) return { ok: true, value: parsed.value as unknown as Snapshot };
  return { ok: false, diagnostics: located(faults, source, file) };
}

/** Each place costs a walk through the text, and nobody reads more: a hostile file must not take hours to refuse. */
const MAX_FAULTS = 50;

function located(faults: readonly Fault[], source: string, file: string): readonly Diagnostic[] {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const shown = faults.slice(0, MAX_FAULTS).map((fault): Diagnostic => {
    const { code, message, help } = fault;
    const at = locateInJson(text, fault.path);
    return { code, message, ...(help === undefined ? {} : { help }), file, ...at };
  });
  shown.sort((a, b) => a.line - b.line || a.column - b.column);
  const left = faults.length - shown.length;
  if (left === 0) return shown;
  const message = `${left} more ${left === 1 ? 'fault is' : 'faults are'} not shown`;
  return [...shown, { code: 'more-faults', message, file, line: 1, column: 1 }];
}

/**
 * Checks one section's content against its schema, as `--set SECTION=FILE` brings it. `source` is the JSON text that it
 * was read from and `at` its path in there. Gives the content, or every fault with its place.
 */
export function checkSection(
  name: string,
  content: Json,
  source: string,
  file: string,
  at: readonly string[] = [],
): Checked<Json> {
  const faults = sectionFaults(name, content, at);
  if (faults.length === 0) return { ok: true, value: content };
  return { ok: false, diagnostics: located(faults, source, file) };
}

function faultsOf(value: Json): readonly Fault[] {
  if (!isObject(value))
    return [
      {
        code: 'wrong-type',
        path: [],
        message: 'Expected a snapshot: a JSON object with schema and evidence',
      },
    ];
  const frame = complaintsAbout(frameSchema, value);
  const evidence = isObject(value['evidence']) ? value['evidence'] : {};
  return [
    ...frame,
    ...Object.entries(evidence).flatMap(([name, content]) =>
      sectionFaults(name, content, ['evidence', name]),
    ),
  ];
}

function sectionFaults(name: string, content: Json, path: readonly (string | number)[]): readonly Fault[] {
  const section = sectionNamed(name);
  if (section === undefined)
    return [
      unknownField(
        name,
        path,
        SECTIONS.map((s) => s.name),
        'section',
      ),
    ];
  // A null section is an absent one: unknown, which holds.
  if (content === null) return [];
  return complaintsAbout(section.schema, content, name).map((complaint) => ({
    ...complaint,
    path: [...path, ...complaint.path],
  }));
}

/** A snapshot without the content of sensitive fields, and the JSON pointers of what was withheld. */
export function withholdBodies(snapshot: Snapshot): { snapshot: Snapshot; withheld: readonly string[] } {
  const withheld: string[] = [];
  const evidence: Record<string, Json> = {};
  for (const [name, content] of Object.entries(snapshot.evidence)) {
    const sensitive = isObject(content)
      ? (sectionNamed(name)?.sensitive ?? []).filter((field) => content[field] !== undefined)
      : [];
    withheld.push(...sensitive.map((field) => pointerTo(name, field)));
    evidence[name] = sensitive.length === 0 ? content : without(content as JsonObject, sensitive);
  }
  return { snapshot: withheld.length === 0 ? snapshot : { ...snapshot, evidence }, withheld };
}

function without(content: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([field]) => !fields.includes(field)));
}
