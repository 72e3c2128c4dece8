/** Reads what `git diff --stat` writes: how many lines of each file changed, and the sum at the end. */
import { ProofFault } from './fault.ts';

/** `lines` is what was added and removed together; git tells no more of one file here. */
export type Counted = { readonly binary: boolean; readonly lines?: number };

const FILE = /^ .*\| +(?:([0-9]+)(?: [+-]+)?|Bin(?: [0-9]+ -> [0-9]+ bytes)?)$/;
const SUM = /^ ([0-9]+) files? changed(?:, ([0-9]+) insertions?\(\+\))?(?:, ([0-9]+) deletions?\(-\))?$/;

/** In the order of the text, which is that of `--name-status`. Throws ProofFault when the parts do not add up. */
export function readStat(text: string): readonly Counted[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  const sum = SUM.exec(lines.at(-1)!);
  if (sum === null) throw new ProofFault('it does not end with the sum that git diff --stat writes');
  const counted = lines.slice(0, -1).map((line, index): Counted => {
    const match = FILE.exec(line);
    if (match === null) throw new ProofFault(`line ${index + 1} is not what git diff --stat writes`);
    return match[1] === undefined ? { binary: true } : { binary: false, lines: Number(match[1]) };
  });
  const total = counted.reduce((all, { lines: own = 0 }) => all + own, 0);
  const [files, added, removed] = sum.slice(1).map((number) => Number(number ?? 0));
  if (files !== counted.length || added! + removed! !== total)
    throw new ProofFault('its files and lines do not add up to the sum at its end');
  return counted;
}
