/** What an output format is: one file each, a pure function of one verdict. */
import type { Verdict } from '../engine/mod.ts';

export type FormatOptions = {
  /** Wraps a text in an escape sequence, or gives it back as it is. */
  readonly paint: Paint;
  readonly columns: number;
};
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'yellow' | 'green', (text: string) => string>>;

export type Format = {
  readonly name: string;
  /** The text of one verdict, with its closing newline. */
  render(verdict: Verdict, options: FormatOptions): string;
};
