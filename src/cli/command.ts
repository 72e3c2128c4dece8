/** What a command is: a name, words for its help, and how it hangs on the command line. */
import type { Command as Commander } from 'commander';
import type { Io } from './io.ts';

export type Command = {
  /** Adds the command to the program; its action gives the exit status. */
  register(program: Commander, run: Runner): void;
};

/** Runs an action with the terminal and keeps its exit status. */
export type Runner = (action: (io: Io) => Promise<number>) => Promise<void>;

/** The examples at the end of a command's help, one `$` line each. */
export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}

/** Collects a flag that may be given several times. */
export function repeated(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}
