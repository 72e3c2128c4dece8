/** Section `locks`: the digests of lock files on both sides of a change. */
import { isUnsafeKey } from '../engine/unsafe-keys.ts';
import { compareCodePoints } from '../host/code-points.ts';
import { resolveRange } from './change.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { matching } from './exclude.ts';
import { hashBlobs, listTree, type TreeEntry } from './git/blobs.ts';
import { followLinks, isLink } from './git/links.ts';
import { openRepository } from './git/repository.ts';
import { type SealedGit, withSealedGit } from './git/sealed.ts';

/** Null: the file is not there on this side. */
export type Lock = { readonly before_sha256: string | null; readonly after_sha256: string | null };
export type Locks = { readonly [path: string]: Lock };
export type LocksOptions = {
  readonly folder: string;
  /** `BASE..HEAD` or `BASE...HEAD`, as for a change. */
  readonly range: string;
  /** Read as deny patterns are; the well-known lock files when absent. */
  readonly globs?: readonly string[];
};

/** Lock files of the usual package tools, at any depth. A kind that was not there before counts as well. */
export const KNOWN_LOCKS: readonly string[] = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'go.sum',
  'go.work.sum',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'pylock.toml',
  'pylock.*.toml',
  'conda-lock.yml',
  'pixi.lock',
  'Gemfile.lock',
  'gems.locked',
  'composer.lock',
  'gradle.lockfile',
  'buildscript-gradle.lockfile',
  'verification-metadata.xml',
  'packages.lock.json',
  'paket.lock',
  'Package.resolved',
  'Podfile.lock',
  'Cartfile.resolved',
  'pubspec.lock',
  'mix.lock',
  'rebar.lock',
  'cabal.project.freeze',
  'stack.yaml.lock',
  'flake.lock',
  'MODULE.bazel.lock',
  'Chart.lock',
  '.terraform.lock.hcl',
  'conan.lock',
  'Manifest.toml',
  'renv.lock',
  '*.lock',
];

/**
 * Every path that the globs hit in either tree, with the SHA-256 of its bytes there. A link counts by its text and by
 * the file that it leads to in the same tree (SHA-256 of the text, a NUL and the file's digest); one that leads to no file
 * is absent. A glob without wildcards that hits nothing is listed as absent on both sides: it was asked for. Throws CollectError as a change does.
 */
export async function collectLocks(context: CollectContext, options: LocksOptions): Promise<Locks> {
  const hits = matching(options.globs ?? KNOWN_LOCKS, 'the lock patterns');
  const repository = await openRepository(context, options.folder);
  const { base, head } = await resolveRange(context, repository, options.range);
  return withSealedGit(context, repository, async (git) => {
    const before = await digestsIn(context, git, base, hits);
    const after = await digestsIn(context, git, head, hits);
    return compare(before, after, options.globs ?? []);
  });
}

/** By path, for what is hit in one tree. */
async function digestsIn(
  context: CollectContext,
  git: SealedGit,
  tree: string,
  hits: (path: string) => boolean,
): Promise<Map<string, string | null>> {
  const { sha256, startHash } = context.host;
  const entries = await listTree(git, tree, hits);
  const links = await followLinks(git, tree, entries.filter(isLink));
  const blobs = entries.filter((entry) => entry.mode.startsWith('100')).map((entry) => entry.id);
  const digests = await hashBlobs(git, [...blobs, ...[...links.values()].map(({ id }) => id)], startHash);
  const digestOf = ({ path, mode, id }: TreeEntry): string | null => {
    // A submodule in a lock file's place has no bytes here; its commit stands for it.
    if (mode === '160000') return sha256(`Subproject commit ${id}\n`);
    const link = links.get(path);
    if (link !== undefined) return sha256(`${link.text}\0${digests.get(link.id) ?? ''}`);
    return digests.get(id) ?? null;
  };
  return new Map(
    entries.map((entry) => [entry.path, isLink(entry) && !links.has(entry.path) ? null : digestOf(entry)]),
  );
}

function compare(
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
  globs: readonly string[],
): Locks {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const hits = (glob: string) => matching([glob], 'the lock patterns');
  for (const glob of globs.filter(isLiteral)) {
    if (![...paths].some(hits(glob))) paths.add(glob.replace(/^\.?\/+/, ''));
  }
  const locks: [string, Lock][] = [...paths].sort(compareCodePoints).map((path) => {
    if (isUnsafeKey(path))
      throw new CollectError(
        'input',
        `The lock file ${JSON.stringify(path)} has a name that cannot be carried in evidence`,
      );
    return [path, { before_sha256: before.get(path) ?? null, after_sha256: after.get(path) ?? null }];
  });
  return Object.fromEntries(locks);
}

function isLiteral(glob: string): boolean {
  return !/[*?[\]{}!()\\]/.test(glob) && !glob.endsWith('/');
}
