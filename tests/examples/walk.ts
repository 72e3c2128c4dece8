/** Reads the commands that a walk-through shows, and compares what they print with what it says. */

export type Shown = { readonly command: string; readonly printed: readonly string[] };

/** Every `$ command` of the console blocks, in order, with the lines shown below it. */
export function commandsOf(markdown: string): readonly Shown[] {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '');
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...printed] = part.trimEnd().split('\n');
        return { command, printed };
      }),
  );
}

/** True when the lines are those shown; `...` on a line of its own stands for any lines, none included. */
export function isAsShown(lines: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return lines.length === 0;
  if (first !== '...') return lines[0] === first && isAsShown(lines.slice(1), rest);
  return lines.some((_, at) => isAsShown(lines.slice(at), rest)) || isAsShown([], rest);
}
