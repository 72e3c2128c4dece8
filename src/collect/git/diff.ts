/** The files that differ between two trees, from `git diff-tree --raw --numstat -z`. */
import { CollectError } from '../collector.ts';
import type { SealedGit } from './sealed.ts';
import { decodeName, splitAtNul } from './tokens.ts';

export type EntryKind = 'file' | 'symlink' | 'submodule';
/** One changed path. Sides that do not exist have no mode, kind and blob; a binary file has no lines. */
export type ChangedFile = {
  readonly path: string;
  readonly old_path?: string;
  readonly status: 'A' | 'M' | 'D' | 'R' | 'C' | 'T' | 'U';
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  readonly mode?: string;
  readonly old_mode?: string;
  readonly kind?: EntryKind;
  readonly old_kind?: EntryKind;
  readonly blob?: string;
  readonly old_blob?: string;
  /** Sizes of the blobs; a submodule has none. */
  readonly bytes?: number;
  readonly old_bytes?: number;
  /** Lines that look like an import and stood not there before; only where they were asked for and could be counted. */
  readonly imports?: number;
};

const MAX_FILES = 200_000;
/** Every choice that could change the answer is made here, not by a default. */
export const DIFF = [
  'diff-tree',
  '-r',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--diff-algorithm=myers',
  '--submodule=short',
  '--ignore-submodules=none',
  '--no-relative',
];

/** Throws CollectError: a name that is not UTF-8, more than 200,000 files, objects that are missing. */
export async function listChanges(
  git: SealedGit,
  base: string,
  head: string,
  options: { renames?: boolean } = {},
): Promise<ChangedFile[]> {
  const reader = new DiffReader();
  const tokens = splitAtNul((token) => reader.take(token));
  const renames = options.renames ? ['--find-renames=50%', '-l1000'] : ['--no-renames'];
  const args = [...DIFF, ...renames, '-z', '--raw', '--numstat', '--no-abbrev', base, head];
  await git(args, { onStdout: tokens.push });
  tokens.end();
  return reader.finish();
}

/** SHA-256 of the whole patch, made the same way everywhere. */
export async function hashPatch(
  git: SealedGit,
  hash: { update(bytes: Uint8Array): void; hex(): string },
  base: string,
  head: string,
): Promise<string> {
  const form = [
    '-p',
    '--binary',
    '--full-index',
    '--no-renames',
    '-U3',
    '--inter-hunk-context=0',
    '--indent-heuristic',
  ];
  const args = [...DIFF, ...form, '--src-prefix=a/', '--dst-prefix=b/', base, head];
  await git(args, { onStdout: (bytes) => hash.update(bytes) });
  return hash.hex();
}

type Side = { mode?: string; kind?: EntryKind; blob?: string };
type Draft = {
  path: string;
  oldPath?: string;
  status: ChangedFile['status'];
  before: Side;
  after: Side;
  lines?: { added: number; removed: number; binary: boolean };
};

/** Raw records come first (`:modes ids status`, path, for renames a second path), then the numbers of the same paths. */
class DiffReader {
  readonly #drafts = new Map<string, Draft>();
  #raw: Omit<Draft, 'path'> | undefined;
  #lines: Draft['lines'];
  #firstPath: string | undefined;

  take(token: Uint8Array): void {
    if (this.#raw !== undefined) this.#takeRawPath(decodeName(token), this.#raw);
    else if (this.#lines !== undefined) this.#takeNumberPath(decodeName(token), this.#lines);
    else if (token[0] === 0x3a) this.#raw = readRaw(decodeName(token));
    else this.#takeNumbers(token);
  }

  #takeRawPath(path: string, raw: Omit<Draft, 'path'>): void {
    const pair = raw.status === 'R' || raw.status === 'C';
    if (pair && this.#firstPath === undefined) {
      this.#firstPath = path;
      return;
    }
    this.#add(this.#firstPath === undefined ? { ...raw, path } : { ...raw, path, oldPath: this.#firstPath });
    this.#raw = undefined;
    this.#firstPath = undefined;
  }

  #add(draft: Draft): void {
    const earlier = this.#drafts.get(draft.path);
    this.#drafts.set(draft.path, earlier === undefined ? draft : mergeDrafts(earlier, draft));
    if (this.#drafts.size > MAX_FILES) {
      throw new CollectError('input', `The change touches more than ${MAX_FILES} files`, {
        help: 'Compare a smaller range',
      });
    }
  }

  #takeNumbers(token: Uint8Array): void {
    const first = token.indexOf(9);
    const second = token.indexOf(9, first + 1);
    if (first < 1 || second < 0) throw new CollectError('machine', 'git gave an answer that cannot be read');
    const [added = '', removed = ''] = decodeName(token.subarray(0, second)).split('\t');
    const lines = { added: Number(added), removed: Number(removed), binary: false };
    this.#lines = added === '-' ? { added: 0, removed: 0, binary: true } : lines;
    // A rename has its two paths in tokens of their own.
    if (second + 1 < token.length) this.#count(decodeName(token.subarray(second + 1)), this.#lines);
  }

  #takeNumberPath(path: string, lines: NonNullable<Draft['lines']>): void {
    if (this.#firstPath === undefined) this.#firstPath = path;
    else this.#count(path, lines);
  }

  #count(path: string, lines: NonNullable<Draft['lines']>): void {
    const draft = this.#drafts.get(path);
    if (draft === undefined || !Number.isSafeInteger(lines.added + lines.removed)) {
      throw new CollectError('machine', 'git gave an answer that cannot be read');
    }
    draft.lines = draft.lines === undefined ? lines : addLines(draft.lines, lines);
    this.#lines = undefined;
    this.#firstPath = undefined;
  }

  finish(): ChangedFile[] {
    return [...this.#drafts.values()].map(finishFile);
  }
}

function readRaw(record: string): Omit<Draft, 'path'> {
  const match = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([AMDRCTU])\d*$/.exec(record);
  if (match === null) throw new CollectError('machine', 'git gave an answer that cannot be read');
  const [, oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = match;
  return { status: status as ChangedFile['status'], before: side(oldMode, oldBlob), after: side(mode, blob) };
}

function side(mode: string, blob: string): Side {
  if (/^0+$/.test(mode)) return {};
  return { mode, kind: kindOfMode(mode), ...(/^0+$/.test(blob) ? {} : { blob }) };
}

/** By git's file modes: 120000 is a link, 160000 a submodule. */
export function kindOfMode(mode: string): EntryKind {
  if (mode === '120000') return 'symlink';
  return mode === '160000' ? 'submodule' : 'file';
}

/** A tree may name one path twice: what was there before and what is there after is then one change. */
function mergeDrafts(a: Draft, b: Draft): Draft {
  const before = a.before.mode === undefined ? b.before : a.before;
  const after = b.after.mode === undefined ? a.after : b.after;
  const both = before.mode !== undefined && after.mode !== undefined;
  const status = before.kind !== after.kind ? 'T' : 'M';
  return { ...a, before, after, status: both ? status : a.status };
}

function addLines(
  a: NonNullable<Draft['lines']>,
  b: NonNullable<Draft['lines']>,
): NonNullable<Draft['lines']> {
  if (a.binary || b.binary) return { added: 0, removed: 0, binary: true };
  return { added: a.added + b.added, removed: a.removed + b.removed, binary: false };
}

function finishFile({ path, oldPath, status, before, after, lines }: Draft): ChangedFile {
  if (lines === undefined)
    throw new CollectError('machine', `git counted no lines for ${JSON.stringify(path)}`);
  return {
    path,
    ...(oldPath === undefined ? {} : { old_path: oldPath }),
    status,
    ...lines,
    ...after,
    ...(before.mode === undefined ? {} : { old_mode: before.mode }),
    ...(before.kind === undefined ? {} : { old_kind: before.kind }),
    ...(before.blob === undefined ? {} : { old_blob: before.blob }),
  };
}
