/** Numbers on the command line. */
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';

/** A parser for a whole number between two bounds; throws CommandError for anything else. */
export function wholeNumber(flag: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new CommandError(EXIT.usage, `${flag} takes a whole number from ${least} to ${most}`);
  };
}
