/** Compiles one gate of a rule file, and finds as many faults in it as can be told at once. */
import * as v from 'valibot';
import type { Diagnostic } from '../diagnostic.ts';
import { type Complaint, complaintsAbout, type PathSegment, unknownField } from '../evidence/issues.ts';
import { type Reference, reference } from '../evidence/reference.ts';
import type { CompileContext, GateKind } from '../gates/gate.ts';
import { GATE_KINDS } from '../gates/kinds.gen.ts';
import type { JsonObject } from '../json.ts';
import type { Action, Sha256 } from '../verdict.ts';
import { actionList } from './actions.ts';
import { type Gate, makeGate } from './gate.ts';
import type { YamlSource } from './read-yaml.ts';
import { type CommonSpec, commonEntries, type Labels } from './schema.ts';

/** What a gate needs of the file around it. */
export type GateFrame = {
  readonly file: string;
  readonly source: YamlSource;
  readonly path: readonly PathSegment[];
  readonly sha256: Sha256;
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  readonly labels: Labels;
  readonly actions: readonly Action[] | undefined;
  readonly diagnostics: Diagnostic[];
};

const KINDS: ReadonlyMap<string, GateKind> = new Map(GATE_KINDS.map((kind) => [kind.kind, kind]));

/** Compiles one gate; pushes every fault to `frame.diagnostics` and gives undefined when there is any. */
export function compileGate(spec: JsonObject, frame: GateFrame): Gate | undefined {
  const kind = typeof spec['kind'] === 'string' ? KINDS.get(spec['kind']) : undefined;
  if (typeof spec['kind'] === 'string' && kind === undefined) {
    const { code, message, help } = unknownField(spec['kind'], [], [...KINDS.keys()], 'kind');
    complain(frame, ['kind'], code, message, help);
  }
  const schema =
    kind === undefined ? v.looseObject(commonEntries) : v.strictObject({ ...commonEntries, ...kind.entries });
  const faults = complaintsAbout(schema, spec);
  for (const c of faults) complain(frame, c.path, c.code, c.message, c.help, c.at);
  if (kind === undefined) return undefined;
  if (faults.length === 0) return compileSound(spec, kind, frame);
  findMore(spec, kind, faults, frame);
  return undefined;
}

function compileSound(spec: JsonObject, kind: GateKind, frame: GateFrame): Gate | undefined {
  const before = frame.diagnostics.length;
  const common = spec as unknown as CommonSpec;
  checkCommon(common, kind, frame);
  const needs = new Set<string>();
  const judge = kind.compile(spec as never, contextOf(frame, needs));
  if (frame.diagnostics.length > before) return undefined;
  const place = { file: frame.file, ...frame.source.place(frame.path, 'value') };
  return makeGate(common, kind, judge, [...needs].sort(), place, frame.labels);
}

// A gate of the wrong shape cannot be compiled, but its parts may be judged as far as that goes, so that its author
// hears of all faults in one run. What touches a part of the wrong shape is only an echo, and so is the law of absence.
function findMore(spec: JsonObject, kind: GateKind, faults: readonly Complaint[], frame: GateFrame): void {
  const found: Diagnostic[] = [];
  const context = contextOf({ ...frame, diagnostics: found }, new Set());
  const touches = (path: readonly PathSegment[]) =>
    faults.some((fault) => path.every((step, i) => i >= fault.path.length || step === fault.path[i]));
  const quiet: CompileContext = {
    ...context,
    complain(path, code, ...rest) {
      if (code !== 'releases-on-absence' && !touches(path)) context.complain(path, code, ...rest);
    },
  };
  try {
    kind.compile(spec as never, quiet);
  } catch {
    // It met the part that has been told about already.
  }
  frame.diagnostics.push(...found);
}

function complain(
  frame: GateFrame,
  path: readonly PathSegment[],
  code: string,
  message: string,
  help?: string,
  at: 'key' | 'value' = 'value',
): void {
  const place = frame.source.place([...frame.path, ...path], at);
  frame.diagnostics.push({
    code,
    message,
    ...(help === undefined ? {} : { help }),
    file: frame.file,
    ...place,
  });
}

function contextOf(frame: GateFrame, needs: Set<string>): CompileContext {
  return {
    sha256: frame.sha256,
    vocabulary: frame.vocabulary,
    actions: frame.actions,
    place: (path) => ({ file: frame.file, ...frame.source.place([...frame.path, ...path], 'value') }),
    complain: (path, code, message, help, at) => complain(frame, path, code, message, help, at),
    needs: (section) => needs.add(section),
    reference(text, path): Reference | undefined {
      const found = reference(text);
      if (found.ok) {
        needs.add(found.value.section);
        return found.value;
      }
      complain(frame, path, 'unknown-evidence', found.fault.message, found.fault.help);
      return undefined;
    },
  };
}

function checkCommon(spec: CommonSpec, kind: GateKind, frame: GateFrame): void {
  const own = Object.keys(kind.codes).length === 0 ? ownReasons(spec) : [];
  const renamable = [...Object.keys(kind.codes), 'missing-evidence', 'gate-fault'];
  for (const [field, value] of [
    ['reasons', spec.reasons],
    ['message', spec.message],
    ['fix', spec.fix],
  ] as const) {
    if (value === undefined || typeof value === 'string') continue;
    for (const code of Object.keys(value)) {
      const known = field === 'reasons' ? renamable : [...own, ...renamable];
      if (known.includes(code)) continue;
      const { message, help } = unknownField(code, [], known, 'reason');
      complain(frame, [field, code], 'unknown-reason', message, help, 'key');
    }
  }
  for (const action of actionList(spec.action) ?? []) {
    if (frame.actions === undefined || frame.actions.includes(action)) continue;
    complain(
      frame,
      ['action'],
      'foreign-action',
      `The policy is not asked about "${action}"`,
      `It is asked about ${frame.actions.join(', ')}`,
    );
  }
}

// A kind without codes has the rule's own: the reasons that its branches give.
function ownReasons(spec: CommonSpec): readonly string[] {
  const { branches, otherwise } = spec as {
    branches?: readonly { reason?: string }[];
    otherwise?: { reason?: string };
  };
  return [...(branches ?? []), otherwise].flatMap((answer) => answer?.reason ?? []);
}
