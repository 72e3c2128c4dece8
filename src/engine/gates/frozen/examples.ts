/** Examples of `frozen`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const stamp = (sha256: string) => ({ sha256, size: 1 });
const gate = { of: 'tree', allow: { from: 'fence.allow' }, deny: { from: 'fence.deny_globs' } };
const fence = { allow: ['src/a.ts'], deny_globs: ['.env'] };
const before = { files: { 'src/a.ts': stamp(A), '.env': stamp(A) } };
const locks = { of: 'locks', require: ['package-lock.json'] };

export const examples: readonly Example[] = [
  {
    title: 'only an allowed path moved',
    gate,
    evidence: { fence, tree_before: before, tree: { files: { 'src/a.ts': stamp(B), '.env': stamp(A) } } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'changed, added and removed',
    gate,
    evidence: { fence, tree_before: before, tree: { files: { 'src/b.ts': stamp(A), '.env': stamp(B) } } },
    decision: 'hold',
    reasons: ['moved:.env', 'moved:src/b.ts'],
  },
  {
    title: 'an allowed file that became a link',
    gate,
    evidence: {
      fence,
      tree_before: before,
      tree: { files: { ...before.files, 'src/a.ts': { ...stamp(B), kind: 'symlink' } } },
    },
    decision: 'hold',
    reasons: ['link:src/a.ts'],
  },
  {
    title: 'a path that could not be read',
    gate,
    evidence: {
      fence,
      tree_before: before,
      tree: { ...before, skipped: [{ path: 'lib', why: 'permission denied' }] },
    },
    decision: 'hold',
    reasons: ['not-stamped:lib'],
  },
  {
    title: 'what was left out on purpose is noted; any other reason to leave a path out is a failure',
    gate,
    evidence: {
      fence,
      tree_before: before,
      tree: {
        ...before,
        skipped: [
          { path: '.holdpoint', why: "excluded: Holdpoint's own file" },
          { path: 'vendor', why: 'excluded by the caller' },
          { path: 'lib', why: 'excluded by default' },
        ],
      },
    },
    decision: 'hold',
    reasons: ['not-stamped:lib'],
  },
  {
    title: 'the tree was not stamped before',
    gate,
    evidence: { fence, tree: before },
    decision: 'hold',
    reasons: ['missing-evidence:tree_before'],
  },
  {
    title: 'an empty fence',
    gate,
    evidence: { fence: { allow: [], deny_globs: [] }, tree_before: before, tree: before },
    decision: 'hold',
    reasons: ['empty-allowlist'],
  },
  {
    title: 'a fence around everything',
    gate,
    evidence: { fence: { allow: ['.'], deny_globs: [] }, tree_before: before, tree: before },
    decision: 'hold',
    reasons: ['unbounded-allowlist'],
  },
  {
    title: 'a pattern that cannot be used',
    gate,
    evidence: { fence: { allow: ['a'], deny_globs: ['+(a|b)'] }, tree_before: before, tree: before },
    decision: 'hold',
    reasons: ['bad-pattern:+(a|b)'],
  },
  {
    title: 'a lock file that stayed',
    gate: locks,
    evidence: { locks: { 'package-lock.json': { before_sha256: A, after_sha256: A } } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a lock file that moved, and one that came',
    gate: locks,
    evidence: {
      locks: {
        'package-lock.json': { before_sha256: A, after_sha256: B },
        'yarn.lock': { before_sha256: null, after_sha256: A },
      },
    },
    decision: 'hold',
    reasons: ['moved:package-lock.json', 'moved:yarn.lock'],
  },
  {
    title: 'a required lock file that nobody stamped',
    gate: locks,
    evidence: { locks: {} },
    decision: 'hold',
    reasons: ['moved:package-lock.json'],
  },
  {
    title: 'no lock file at all: perhaps a mistyped glob',
    gate: { of: 'locks' },
    evidence: { locks: {} },
    decision: 'hold',
    reasons: ['nothing-stamped'],
  },
  {
    title: 'a repository that has no lock files, and a rule that says so',
    gate: { of: 'locks', allow_empty: true },
    evidence: { locks: {} },
    decision: 'release',
    reasons: [],
  },
];
