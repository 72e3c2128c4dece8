/** `frozen`: digests before and after; whatever moved must be allowed to move. */
import * as v from 'valibot';
import { BY_CALLER, OWN_FILE } from '../../evidence/left-out.ts';
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from '../../json.ts';
import { checkPath, printPath } from '../../paths/path.ts';
import type { Note } from '../../verdict.ts';
import { compileFence, FENCE_CODES, type Fence } from '../fence.ts';
import { type Cause, defineGate, holdFor, missingCause, missingEvidence, type Outcome } from '../gate.ts';
import { textsOrFrom } from '../spec.ts';
import { examples } from './examples.ts';

export const frozen = defineGate({
  kind: 'frozen',
  summary:
    'Digests before and after are compared: whatever was added, removed or changed must be allowed to move.',
  codes: {
    moved: {
      says: 'A frozen path was added, removed or changed.',
      fix: 'Restore the path to what it was before the job',
    },
    'not-stamped': {
      says: 'A path could not be read, so nobody knows whether it moved.',
      fix: 'Make the path readable, then stamp the tree again',
    },
    'nothing-stamped': {
      says: 'No lock file was stamped: there may be none, or the glob that looked for them is mistyped.',
      fix: 'Correct the glob, or say allow_empty: true in the rule if there are no lock files',
    },
    link: {
      says: 'A path that may move became a symbolic link, or a link was pointed elsewhere; it can point anywhere.',
      fix: 'Keep a regular file there, or leave the link as it was',
    },
    ...FENCE_CODES,
  },
  entries: {
    of: v.picklist(['tree', 'locks']),
    allow: v.optional(textsOrFrom),
    deny: v.optional(textsOrFrom),
    require: v.optional(v.array(v.string())),
    allow_links: v.optional(v.boolean()),
    allow_empty: v.optional(v.boolean()),
  },
  examples,
  compile(spec, context) {
    context.needs(spec.of === 'tree' ? 'tree_before' : 'locks');
    if (spec.of === 'tree') context.needs('tree');
    const hasFence = spec.allow !== undefined || spec.deny !== undefined;
    // Without a list everything is frozen; with only a deny list, only what it covers is.
    const fenceFor = hasFence ? compileFence(spec, context) : () => ({ fence: NOTHING_MOVES });
    const required = spec.require ?? [];
    for (const [index, path] of required.entries())
      if (!isNormal(path))
        context.complain(['require', index], 'bad-path', 'Expected a plain path, such as a/b.txt');
    const mayLink = spec.allow_links === true;
    return (evidence) => {
      const found = fenceFor(evidence);
      if ('outcome' in found) return found.outcome;
      return spec.of === 'tree'
        ? compareTrees(evidence, found.fence, required, mayLink)
        : compareLocks(evidence, found.fence, required, spec.allow_empty === true);
    };
  },
});

const NOTHING_MOVES: Fence = { allow: [], judge: () => 'outside', deniedBy: () => undefined };

function mayMove(path: string, fence: Fence): boolean {
  const checked = checkPath(path);
  return checked.ok && fence.judge(checked.path) === 'inside';
}

function isNormal(path: string): boolean {
  const checked = checkPath(path);
  return checked.ok && checked.path === path;
}

function compareTrees(
  evidence: JsonObject,
  fence: Fence,
  required: readonly string[],
  mayLink: boolean,
): Outcome {
  const before = filesOf(evidence['tree_before']);
  const after = filesOf(evidence['tree']);
  if (before === undefined) return missingEvidence('tree_before', pointerTo('tree_before'));
  if (after === undefined) return missingEvidence('tree', pointerTo('tree'));
  const paths = new Set([...Object.keys(before), ...Object.keys(after), ...required]);
  const causes: Cause[] = [];
  for (const path of [...paths].sort()) {
    const how = movement(before[path], after[path]);
    if (how === undefined) continue;
    const isLink = !mayLink && isObject(after[path]) && after[path]['kind'] === 'symlink';
    const moves = mayMove(path, fence);
    if (moves && !isLink) continue;
    const section = after[path] === undefined ? 'tree_before' : 'tree';
    causes.push({
      code: moves ? 'link' : 'moved',
      subject: path,
      message: `${printPath(path)} ${moves ? 'is a symbolic link now, and not the one that stood there before' : how}`,
      evidence: pointerTo(section, 'files', path),
    });
  }
  const unread = [...unstamped(evidence, 'tree_before', fence), ...unstamped(evidence, 'tree', fence)];
  return holdFor(
    [...causes, ...unread.flatMap((one) => one.cause ?? [])],
    unread.flatMap((one) => one.note ?? []),
  );
}

function movement(before: Json | undefined, after: Json | undefined): string | undefined {
  if (!isObject(before)) return isObject(after) ? 'was added' : 'is absent before and after';
  if (!isObject(after)) return 'was removed';
  if (before['sha256'] !== after['sha256']) return 'was changed';
  const differs = (name: string) =>
    before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
  if (differs('kind')) return 'changed its kind';
  return differs('mode') ? 'changed its mode' : undefined;
}

function compareLocks(
  evidence: JsonObject,
  fence: Fence,
  required: readonly string[],
  mayBeNone: boolean,
): Outcome {
  const locks = evidence['locks'];
  if (!isObject(locks)) return missingEvidence('locks', pointerTo('locks'));
  const paths = [...new Set([...Object.keys(locks), ...required])].sort();
  const causes: Cause[] = [];
  if (paths.length === 0 && !mayBeNone)
    causes.push({
      code: 'nothing-stamped',
      message: 'No lock file was stamped, so none is guarded',
      evidence: pointerTo('locks'),
    });
  for (const path of paths) {
    const how = lockMovement(locks[path]);
    if (how === undefined || mayMove(path, fence)) continue;
    causes.push({
      code: 'moved',
      subject: path,
      message: `${printPath(path)} ${how}`,
      evidence: pointerTo('locks', path),
    });
  }
  return holdFor(causes);
}

function lockMovement(lock: Json | undefined): string | undefined {
  if (!isObject(lock)) return 'is not there';
  const before = lock['before_sha256'];
  const after = lock['after_sha256'];
  if (typeof before !== 'string') return typeof after === 'string' ? 'was added' : 'is not there';
  if (typeof after !== 'string') return 'was removed';
  return before === after ? undefined : 'has other bytes than before';
}

function filesOf(tree: Json | undefined): JsonObject | undefined {
  const files = isObject(tree) ? tree['files'] : undefined;
  return isObject(files) ? files : undefined;
}

// What the collector left out on purpose is told; what it could not read may have moved, and holds.
function unstamped(evidence: JsonObject, section: string, fence: Fence): { cause?: Cause; note?: Note }[] {
  const tree = evidence[section];
  const list = (isObject(tree) ? tree['skipped'] : undefined) ?? [];
  if (!Array.isArray(list))
    return [{ cause: missingCause(`${section}.skipped`, pointerTo(section, 'skipped')) }];
  return (list as readonly Json[]).flatMap((entry, index): { cause?: Cause; note?: Note }[] => {
    const { path: given, why: told } = isObject(entry) ? entry : {};
    const path = typeof given === 'string' ? given : 'a path that is not named';
    const why = typeof told === 'string' ? told : 'unknown';
    const message = `${printPath(path)} was not stamped: ${why}`;
    if (why === OWN_FILE || why === BY_CALLER)
      return [{ note: { code: 'not-stamped', subject: path, message } }];
    return typeof given === 'string' && mayMove(path, fence)
      ? []
      : [
          {
            cause: {
              code: 'not-stamped',
              subject: path,
              message,
              evidence: pointerTo(section, 'skipped', index),
            },
          },
        ];
  });
}
