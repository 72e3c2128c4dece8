/** Counts added lines that look like an import. By their words alone: nothing here understands a language. */
import { type BlobReader, readBlobs } from './blobs.ts';
import type { ChangedFile } from './diff.ts';
import type { SealedGit } from './sealed.ts';

/** Whoever writes a line of code that is larger than this has other things to explain. */
const MAX_BYTES = 1 << 20;
/** A word that brings code in, wherever it stands: a comment that only names it is counted as well. */
const WORDS =
  /\bimport\b|__import__|\bimportlib\b|\bimport_module\b|\bimportScripts\b|\brequire(?:_once|_relative)?\b|\bcreateRequire\b|\bgetBuiltinModule\b|\bfrom\s*["'`]|#\s*include\b|\binclude(?:_once)?\s*[("']|\bextern\s+crate\b|\blibrary\s*\(/;
/** Words that are common in other lines count only where a line begins. */
const BEGINNINGS = /^(?:(?:pub\s+|global\s+)?us(?:e|ing)\s+[\w:\\{]|(?:source|\.)\s+[\w./~$"'])/;
/** A line of Go's import block is a quoted path, with another name before it at most. */
const GO_BLOCK = /^(?:[\w.]+\s+)?["`][^"`\s]+["`]\s*(?:\/\/.*)?$/;

/**
 * The same files with `imports`: how many lines that look like an import the file has, and had not before. A line that
 * was moved or indented is no new one. A file that is binary, over 1 MiB or no regular file is left without. Throws
 * CollectError when a blob is missing.
 */
export async function withImports(git: SealedGit, files: readonly ChangedFile[]): Promise<ChangedFile[]> {
  const wanted = files.flatMap((file, index) => (isCountable(file) ? [{ file, index }] : []));
  const sides = wanted.flatMap(({ file, index }) =>
    [file.blob, file.old_blob].flatMap((id, side) => (id === undefined ? [] : [{ id, index, side, file }])),
  );
  const found = await readBlobs(
    git,
    sides.map(({ id }) => id),
    (at) => importLines(sides[at]!.file.path.endsWith('.go')),
  );
  const linesOf = new Map(sides.map(({ index, side }, at) => [`${index} ${side}`, found[at]!]));
  return files.map((file, index) =>
    isCountable(file)
      ? { ...file, imports: added(linesOf.get(`${index} 0`), linesOf.get(`${index} 1`)) }
      : file,
  );
}

function isCountable({ kind, old_kind, binary, bytes, old_bytes }: ChangedFile): boolean {
  const regular = (one: ChangedFile['kind']) => one === undefined || one === 'file';
  const small = (size: number | undefined) => size === undefined || size <= MAX_BYTES;
  return regular(kind) && regular(old_kind) && !binary && small(bytes) && small(old_bytes);
}

type Lines = ReadonlyMap<string, number>;

/** The lines of a blob that look like an import, each with how often it stands there. */
function importLines(isGo: boolean): BlobReader<Lines> {
  const decoder = new TextDecoder('latin1');
  let text = '';
  return {
    update(bytes) {
      text += decoder.decode(bytes, { stream: true });
    },
    end() {
      const lines = new Map<string, number>();
      for (const line of text.split(/[\r\n\f\v]/)) {
        const plain = line.trim();
        if (!WORDS.test(plain) && !BEGINNINGS.test(plain) && !(isGo && GO_BLOCK.test(plain))) continue;
        lines.set(plain, (lines.get(plain) ?? 0) + 1);
      }
      return lines;
    },
  };
}

function added(now: Lines = new Map(), before: Lines = new Map()): number {
  return [...now].reduce((sum, [line, count]) => sum + Math.max(0, count - (before.get(line) ?? 0)), 0);
}
