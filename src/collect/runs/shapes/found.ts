/** What the readers of error shapes give: words, and how sure each is. */

export type Found = {
  /** What ended a program: it is the cause, whatever else was printed. */
  readonly ended: readonly string[];
  /** What was only told of: tests that failed, errors that were logged. */
  readonly told: readonly string[];
};

export type Shape = (lines: readonly string[]) => Found;

/** Each once, in order. */
export const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** The first group of the expression in every line that it matches. */
export function wordsIn(lines: readonly string[], expression: RegExp): string[] {
  return lines.flatMap((line) => {
    const word = expression.exec(line)?.[1];
    return word === undefined ? [] : [word];
  });
}
