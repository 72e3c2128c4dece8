/** Examples of `paths`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const gate = { paths: { from: 'plan.writes' }, allow: ['src/**', 'docs/a.md'], deny: ['*.pem'] };
const fenced = {
  paths: { from: 'plan.paths' },
  allow: { from: 'fence.allow' },
  deny: { from: 'fence.deny_globs' },
};
const changed = { paths: { from: 'change.files' }, deny: ['tests/**'], allow_empty: true, max: 2 };
const submodule = { kind: 'submodule', blob: 'b'.repeat(40) };
const file = { status: 'M', added: 1, removed: 0, binary: false };

export const examples: readonly Example[] = [
  {
    title: 'inside the list',
    gate,
    evidence: { plan: { writes: [{ path: './src//a.ts' }, { path: 'docs/a.md' }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'outside, denied and unsafe, one reason a path',
    gate,
    evidence: { plan: { writes: [{ path: 'lib/b.ts' }, { path: 'src/k.pem' }, { path: 'src/../.env' }] } },
    decision: 'hold',
    reasons: ['outside:lib/b.ts', 'denied:src/k.pem', 'unsafe-path:src/../.env'],
  },
  {
    title: "git's own folder, at any depth and in any spelling, and a Windows short name",
    gate,
    evidence: {
      plan: { writes: [{ path: 'src/.git/hooks/x' }, { path: 'src/.GIT./x' }, { path: 'src/ENV~1' }] },
    },
    decision: 'hold',
    reasons: ['unsafe-path:src/.git/hooks/x', 'unsafe-path:src/.GIT./x', 'unsafe-path:src/ENV~1'],
  },
  {
    title: 'no path at all',
    gate,
    evidence: { plan: { writes: [] } },
    decision: 'hold',
    reasons: ['no-paths'],
  },
  {
    title: 'two names for one file',
    gate,
    evidence: { plan: { writes: [{ path: 'src/README' }, { path: 'src/readme' }] } },
    decision: 'hold',
    reasons: ['collision:src/readme'],
  },
  {
    title: 'one name in two Unicode forms is two files to git, and one to other disks',
    gate: { paths: { from: 'tree.files' }, deny: ['*.pem'] },
    evidence: {
      tree: { files: { 'caf\u00e9': { sha256: '', size: 1 }, 'cafe\u0301': { sha256: '', size: 1 } } },
    },
    decision: 'hold',
    reasons: ['collision:caf\u00e9'],
  },
  {
    title: 'one path written twice, spelt in two ways',
    gate,
    evidence: { plan: { writes: [{ path: './src//a.ts' }, { path: 'src/a.ts' }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a literal allow entry beats a deny pattern',
    gate: fenced,
    evidence: { plan: { paths: ['a/k.pem'] }, fence: { allow: ['a/k.pem'], deny_globs: ['*.pem'] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'an empty fence',
    gate: fenced,
    evidence: { plan: { paths: ['a'] }, fence: { allow: [], deny_globs: [] } },
    decision: 'hold',
    reasons: ['empty-allowlist'],
  },
  {
    title: 'a fence around everything',
    gate: fenced,
    evidence: { plan: { paths: ['a'] }, fence: { allow: ['**'], deny_globs: [] } },
    decision: 'hold',
    reasons: ['unbounded-allowlist'],
  },
  {
    title: 'a pattern that cannot be used',
    gate: fenced,
    evidence: { plan: { paths: ['a'] }, fence: { allow: ['src\\**'], deny_globs: [] } },
    decision: 'hold',
    reasons: ['bad-pattern:src\\**'],
  },
  {
    title: 'no fence was drawn',
    gate: fenced,
    evidence: { plan: { paths: ['a'] } },
    decision: 'hold',
    reasons: ['missing-evidence:fence'],
  },
  {
    title: 'a rename touches both places',
    gate: changed,
    evidence: { change: { files: [{ ...file, status: 'R', old_path: 'tests/a.ts', path: 'src/a.ts' }] } },
    decision: 'hold',
    reasons: ['denied:tests/a.ts'],
  },
  {
    title: 'a file that becomes a link',
    gate: changed,
    evidence: {
      change: { files: [{ ...file, status: 'T', path: 'src/a.ts', kind: 'symlink', old_kind: 'file' }] },
    },
    decision: 'hold',
    reasons: ['link:src/a.ts'],
  },
  {
    title: 'a link that is pointed elsewhere',
    gate: changed,
    evidence: {
      change: {
        files: [{ ...file, path: 'src/a', kind: 'symlink', old_kind: 'symlink', blob: 'b', old_blob: 'a' }],
      },
    },
    decision: 'hold',
    reasons: ['link:src/a'],
  },
  {
    title: 'a submodule that came, one that was moved, and one at its old commit in another place',
    gate: { ...changed, max: 4 },
    evidence: {
      change: {
        files: [
          { ...file, ...submodule, status: 'A', path: 'a' },
          { ...file, ...submodule, path: 'b', old_kind: 'submodule', old_blob: 'c'.repeat(40) },
          {
            ...file,
            ...submodule,
            status: 'R',
            old_path: 'c',
            path: 'd',
            old_kind: 'submodule',
            old_blob: submodule.blob,
          },
        ],
      },
    },
    decision: 'hold',
    reasons: ['submodule:a', 'submodule:b'],
  },
  {
    title: 'a submodule that the rule allows',
    gate: { ...changed, allow_submodules: true },
    evidence: { change: { files: [{ ...file, ...submodule, status: 'A', path: 'a' }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a rename that only changes the case leaves one file',
    gate: changed,
    evidence: { change: { files: [{ ...file, status: 'R', old_path: 'ReadMe.md', path: 'README.md' }] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'more paths than allowed',
    gate: changed,
    evidence: {
      change: {
        files: [
          { ...file, path: 'a' },
          { ...file, path: 'b' },
          { ...file, path: 'c' },
        ],
      },
    },
    decision: 'hold',
    reasons: ['too-many:3'],
  },
];
