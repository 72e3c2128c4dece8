/** `--rerun`: runs a command several times, each time from a clean state. */
import type { Json } from '../../engine/mod.ts';
import { repeated } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';
import { wholeNumber } from './number.ts';

type Options = {
  readonly rerun: number;
  readonly rerunTimeout?: number;
  readonly rerunFolder?: string;
  readonly rerunEnv?: readonly string[];
  readonly rerunMaxBytes?: number;
  /** The words after `--`. */
  readonly command?: readonly string[];
};

export const rerun = defineFlag<Options>({
  options: [
    {
      flags: '--rerun <n>',
      says: 'run the command after -- this often, from a clean state',
      parse: wholeNumber('--rerun', 1, 100),
    },
  ],
  details: [
    {
      flags: '--rerun-timeout <s>',
      says: 'end a run of --rerun after this many seconds (default: 60)',
      parse: wholeNumber('--rerun-timeout', 1, 86_400),
    },
    { flags: '--rerun-folder <dir>', says: 'what each run of --rerun gets a copy of (default: .)' },
    {
      flags: '--rerun-env <name>',
      says: 'let a variable through to --rerun (repeatable); its value is not kept',
      parse: repeated,
    },
    {
      flags: '--rerun-max-bytes <n>',
      says: 'end a run of --rerun that writes more than this (default: 268435456)',
      parse: wholeNumber('--rerun-max-bytes', 1, 2 ** 40),
    },
  ],
  async collect(given, { context }) {
    const { rerun: runs, command, rerunTimeout, rerunFolder, rerunEnv, rerunMaxBytes } = given;
    if (command === undefined)
      throw new CommandError(EXIT.usage, '--rerun needs a command to run', {
        help: 'Add it at the end, after --: --rerun 2 -- npm test',
      });
    const { collectRuns } = await import('../../collect/mod.ts');
    const done = await collectRuns(context, {
      runs,
      command,
      ...(rerunTimeout === undefined ? {} : { timeoutMs: rerunTimeout * 1000 }),
      ...(rerunFolder === undefined ? {} : { folder: rerunFolder }),
      ...(rerunEnv === undefined ? {} : { pass: rerunEnv }),
      ...(rerunMaxBytes === undefined ? {} : { maxBytes: rerunMaxBytes }),
    });
    return { runs: done as unknown as Json };
  },
});
