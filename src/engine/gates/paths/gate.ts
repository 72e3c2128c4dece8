/** `paths`: every path of a list must be safe, inside the allow list and outside the deny list. */
import * as v from 'valibot';
import type { Reference } from '../../evidence/reference.ts';
import { segmentsOf } from '../../paths/entry.ts';
import { checkPath, findCollisions, printPath } from '../../paths/path.ts';
import { caseHints } from '../../paths/patterns.ts';
import type { Note } from '../../verdict.ts';
import { compileFence, FENCE_CODES, type Fence } from '../fence.ts';
import { type Cause, defineGate, holdFor, missingFrom, type Outcome, RELEASE } from '../gate.ts';
import { fromSchema, shownReferenceTo, textsOrFrom } from '../spec.ts';
import { examples } from './examples.ts';
import { listPaths, type Touched } from './touched.ts';

export const paths = defineGate({
  kind: 'paths',
  summary: 'Every path of a list must be safe, inside the allow list, and not covered by the deny list.',
  codes: {
    'unsafe-path': {
      says: 'The path could name another place than it seems to.',
      fix: 'Use a plain path relative to the root, with / and without ..',
    },
    outside: {
      says: 'The path is not in the allow list.',
      fix: 'Leave the path alone, or let the owner of the fence add it',
    },
    denied: { says: 'The path is covered by the deny list.', fix: 'Leave the path alone' },
    'no-paths': { says: 'The list of paths is empty.', fix: 'Say which paths are meant' },
    'too-many': { says: 'There are more paths than the rule allows.', fix: 'Split the work' },
    collision: {
      says: 'Two paths become one file on a disk that folds case or Unicode forms.',
      fix: 'Rename one of the two',
    },
    link: {
      says: 'A path becomes a symbolic link, or a link is pointed elsewhere; it can point anywhere.',
      fix: 'Keep a regular file there, or leave the link as it was',
    },
    submodule: {
      says: 'A submodule came or was moved to another commit; what it brings lies in another repository.',
      fix: 'Leave the submodule at its commit, or say allow_submodules: true in the rule',
    },
    ...FENCE_CODES,
  },
  entries: {
    paths: fromSchema,
    allow: v.optional(textsOrFrom),
    deny: v.optional(textsOrFrom),
    max: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    allow_empty: v.optional(v.boolean()),
    allow_links: v.optional(v.boolean()),
    allow_submodules: v.optional(v.boolean()),
  },
  examples,
  compile(spec, context) {
    const ref = shownReferenceTo('a list of paths', holdsPaths, spec.paths, ['paths'], context);
    const changed = spec.paths.from === 'change.files';
    const fenceFor = compileFence(spec, context);
    const may = { link: spec.allow_links === true, submodule: spec.allow_submodules === true };
    return (evidence) => {
      const value = ref?.get(evidence);
      const touched =
        ref === undefined || value === undefined ? undefined : listPaths(value, ref.pointer, changed);
      if (touched === undefined) return holdFor(ref === undefined ? [] : [missingFrom(ref, evidence)]);
      const found = fenceFor(evidence);
      if ('outcome' in found) return found.outcome;
      if (touched.length === 0)
        return spec.allow_empty === true ? RELEASE : holdFor([emptyCause(ref!.pointer)]);
      if (spec.max !== undefined && touched.length > spec.max)
        return holdFor([tooMany(touched.length, spec.max, ref!.pointer)]);
      return judgeAll(touched, found.fence, may);
    };
  },
});

// Texts, records with a path, or a record whose keys are paths.
const holdsPaths = ({ type, items }: Reference) =>
  type === 'any' ||
  type === 'record' ||
  (type === 'list' && (items === 'text' || items === 'object' || items === 'any'));

type May = { readonly link: boolean; readonly submodule: boolean };

/** One cause a path at most, in the order of the evidence, each path named once. */
function judgeAll(touched: readonly Touched[], fence: Fence, may: May): Outcome {
  let causes: Cause[] | undefined;
  let notes: Note[] | undefined;
  // By normalised path, as it was named first: what stands there once the change is made.
  const standing = new Map<string, Touched>();
  const nearOf = fence.allow === undefined ? () => undefined : caseHints(fence.allow);
  for (const one of touched) {
    const checked = checkPath(one.path);
    const cause = checked.ok ? judge(one, checked.path, fence, may) : unsafe(one, checked.why);
    const twin = checked.ok && !one.gone ? twinOf(one, checked.path, standing) : undefined;
    if (cause === undefined && twin === undefined) continue;
    causes ??= [];
    causes.push((cause ?? twin)!);
    const near = checked.ok && cause !== undefined ? nearOf(checked.path) : undefined;
    if (checked.ok && near !== undefined) {
      notes ??= [];
      notes.push(hint(checked.path, near));
    }
  }
  causes = collisions(standing, causes);
  return causes === undefined ? RELEASE : holdFor(once(causes), notes);
}

/**
 * Remembers what stands at a path; gives the collision with what stands there in another Unicode form. The form is all
 * that may differ once harmless spellings are dropped, and to git and to Linux such twins are two files.
 */
function twinOf(one: Touched, path: string, standing: Map<string, Touched>): Cause | undefined {
  const first = standing.get(path);
  if (first === undefined) standing.set(path, one);
  if (first === undefined || first.path === one.path || plainly(first.path) === plainly(one.path))
    return undefined;
  return {
    code: 'collision',
    subject: path,
    message: `${printPath(path)} stands there in two Unicode forms, which can become one file`,
    evidence: one.pointer,
  };
}

const plainly = (path: string) => segmentsOf(path).join('/');

function judge(one: Touched, path: string, fence: Fence, may: May): Cause | undefined {
  const place = fence.judge(path);
  if (place === 'outside')
    return {
      code: 'outside',
      subject: path,
      message: `${printPath(path)} is not in the allow list`,
      evidence: one.pointer,
    };
  if (place === 'denied')
    return {
      code: 'denied',
      subject: path,
      message: `${printPath(path)} is covered by the deny pattern ${JSON.stringify(fence.deniedBy(path))}`,
      evidence: one.pointer,
    };
  if (one.becomesLink && !may.link)
    return {
      code: 'link',
      subject: path,
      message: `${printPath(path)} is a symbolic link now, and not the one that stood there before`,
      evidence: one.pointer,
    };
  if (one.becomesSubmodule && !may.submodule)
    return {
      code: 'submodule',
      subject: path,
      message: `${printPath(path)} is a submodule, and not at the commit where one stood before`,
      evidence: one.pointer,
    };
  return undefined;
}

function unsafe(one: Touched, why: string): Cause {
  return {
    code: 'unsafe-path',
    subject: one.path,
    message: `${printPath(one.path)} ${why}`,
    evidence: one.pointer,
  };
}

function hint(path: string, near: string): Note {
  return {
    code: 'case-mismatch',
    subject: path,
    message: `${printPath(path)} differs only in spelling from the allowed ${printPath(near)}`,
  };
}

function collisions(
  standing: ReadonlyMap<string, Touched>,
  causes: Cause[] | undefined,
): Cause[] | undefined {
  if (standing.size < 2) return causes;
  const pairs = findCollisions([...standing.keys()]);
  if (pairs.length === 0) return causes;
  const found = pairs.map(([a, b]): Cause => {
    const evidence = standing.get(b)?.pointer;
    return {
      code: 'collision',
      subject: b,
      message: `${printPath(a)} and ${printPath(b)} can become one file`,
      ...(evidence === undefined ? {} : { evidence }),
    };
  });
  return [...(causes ?? []), ...found];
}

/** Each code and subject once, in first order. */
function once(causes: readonly Cause[]): readonly Cause[] {
  const seen = new Set<string>();
  return causes.filter(({ code, subject }) => {
    const key = `${code}\0${subject}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function emptyCause(pointer: string): Cause {
  return { code: 'no-paths', message: 'The list of paths is empty', evidence: pointer };
}

function tooMany(count: number, max: number, pointer: string): Cause {
  return {
    code: 'too-many',
    subject: String(count),
    message: `${count} paths, and the rule allows ${max}`,
    evidence: pointer,
  };
}
