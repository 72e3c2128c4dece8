/** The known word that a misspelt one probably means. */

/**
 * The nearest of `known` to `word` for a "did you mean", or undefined when none is near: case-insensitive
 * Damerau-Levenshtein distance (optimal string alignment) of at most a third of the longer word's length.
 * Of equally near words the first by UTF-16 order, so the answer does not depend on the order of `known`.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.slice(0, MAX_LENGTH).toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const limit = Math.floor(Math.max(wanted.length, candidate.length) / 3);
    if (Math.abs(wanted.length - candidate.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > limit || distance > least) continue;
    if (distance < least || candidate < best!) best = candidate;
    least = distance;
  }
  return best;
}

/** No name of ours is longer; what is longer only costs time. */
const MAX_LENGTH = 100;

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, older[j - 2]! + 1);
      row.push(cost);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length]!;
}
