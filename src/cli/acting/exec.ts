/** `act exec`: the command that a model's call was mapped onto. */
import { resolve } from 'node:path';
import { wholeNumber } from '../collecting/number.ts';
import { repeated } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineAct } from './act.ts';

type Options = {
  readonly steps?: string;
  readonly cwd?: string;
  readonly pass?: readonly string[];
  readonly timeLimit?: number;
  readonly maxOutput?: number;
};

export const exec = defineAct<Options>({
  name: 'exec',
  summary: "run the command that a model's tool call was mapped onto",
  description:
    'Takes a step of the run, then runs the command of the catalogue: without a\nshell, in one folder, with a few variables, and for a limited time. No call is\ntried again. Exit status 4 when the command fails or is ended.',
  action: 'run',
  options: [
    { flags: '--cwd <dir>', says: 'where the command runs (default: the folder of holdpoint.yaml, or .)' },
    {
      flags: '--pass <name>',
      says: 'give the command this variable too (repeatable; always: PATH, LANG, LC_ALL, TERM)',
      parse: repeated,
    },
    {
      flags: '--time-limit <seconds>',
      says: 'end the command and all it started after this long (default: 30)',
      parse: wholeNumber('--time-limit', 1, 86_400),
    },
    {
      flags: '--max-output <bytes>',
      says: 'tell no more of each output than this (default: 65536)',
      parse: wholeNumber('--max-output', 0, 16 * 1024 * 1024),
    },
  ],
  examples: [
    'mkdir ../steps   # once, when a run begins',
    'holdpoint act exec --rules rules/tool-catalog.yaml --call call.json --steps ../steps --format json',
  ],
  async plan({ steps, cwd, pass = [], timeLimit = 30, maxOutput = 65_536 }, context) {
    if (steps === undefined)
      throw new CommandError(EXIT.usage, 'act exec needs the counter that it takes steps from', {
        help: 'Add --steps DIR; a snapshot is taken up by --merge FILE',
      });
    const { planExec } = await import('../../act/exec.ts');
    return planExec(context, {
      steps: resolve(steps),
      cwd: resolve(cwd ?? context.root),
      pass,
      timeoutMs: timeLimit * 1000,
      maxOutput,
      failed: EXIT.failed,
    });
  },
});
