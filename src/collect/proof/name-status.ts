/** Reads what `git diff --name-status` writes: one changed path a line, odd names quoted as C does. */
import { ProofFault } from './fault.ts';

export type Named = {
  readonly status: 'A' | 'M' | 'D' | 'R' | 'C' | 'T';
  readonly path: string;
  readonly old_path?: string;
};

const ONE = /^([AMDT])[0-9]*$/;
const TWO = /^([RC])[0-9]*$/;

/** Throws ProofFault for a line that git would not write, and for a path that is named twice. */
export function readNameStatus(text: string): readonly Named[] {
  const found = text
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [named(line.split('\t'), index + 1)]));
  const paths = new Set(found.map(({ path }) => path));
  if (paths.size < found.length) throw new ProofFault('it names a path twice');
  return found;
}

function named([letter = '', first, second, ...more]: readonly string[], line: number): Named {
  const one = ONE.exec(letter)?.[1];
  const two = TWO.exec(letter)?.[1];
  const isWhole = more.length === 0 && first !== undefined && (two === undefined) === (second === undefined);
  if (!isWhole || (one ?? two) === undefined)
    throw new ProofFault(`line ${line} is not what git diff --name-status writes`);
  const status = (one ?? two) as Named['status'];
  if (second === undefined) return { status, path: unquoted(first, line) };
  return { status, path: unquoted(second, line), old_path: unquoted(first, line) };
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** `"caf\303\251"` as the name it stands for. */
function unquoted(written: string, line: number): string {
  if (written === '') throw new ProofFault(`line ${line} has an empty path`);
  if (!written.startsWith('"')) return written;
  const inner = /^"((?:[^"\\]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*)"$/.exec(written)?.[1];
  if (inner === undefined) throw new ProofFault(`line ${line} has a quoted path that does not end`);
  const bytes: number[] = [];
  for (const [part] of inner.matchAll(/\\[0-3][0-7]{2}|\\.|[^\\]+/g)) {
    if (!part.startsWith('\\')) bytes.push(...new TextEncoder().encode(part));
    else bytes.push(ESCAPES[part[1]!] ?? Number.parseInt(part.slice(1), 8));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    throw new ProofFault(`line ${line} has a name that is not valid UTF-8`);
  }
}
