/** `act replay`: a patch, replayed where nobody has worked. */
import { wholeNumber } from '../collecting/number.ts';
import { repeated } from '../command.ts';
import { defineAct } from './act.ts';

type Options = {
  readonly patch?: string;
  readonly base?: string;
  readonly repo?: string;
  readonly output?: string;
  readonly logs?: string;
  readonly timeLimit?: number;
  readonly pass?: readonly string[];
};

const LIMIT_SECONDS = 600;

export const replay = defineAct<Options>({
  name: 'replay',
  summary: 'run the locked tests over a patch on a clean tree',
  description:
    'Checks out the base into a temporary folder, applies the patch, runs the one\ncommand that the rules lock, removes the folder, and judges what came of it as\na merge. The repository is only read. The command gets a clean environment;\nthere is no sandbox around it.',
  action: 'run',
  options: [
    { flags: '-o, --output <file>', says: 'write the replay, green or red, for --set replay=FILE' },
    { flags: '--logs <dir>', says: 'write what the command said into stdout.txt and stderr.txt there' },
    {
      flags: '--time-limit <s>',
      says: `end a command, and all that it started, after this long (default: ${LIMIT_SECONDS})`,
      parse: wholeNumber('--time-limit', 1, 86_400),
    },
    {
      flags: '--pass <name>',
      says: 'give the command this environment variable as it is (repeatable)',
      parse: repeated,
    },
  ],
  examples: [
    'git diff --binary --full-index main topic > topic.patch',
    'holdpoint act replay --rules rules/replay.yaml --base main --patch topic.patch -o replay.json',
    'holdpoint eval --rules rules/replay.yaml --action merge --git main..topic --set replay=replay.json',
  ],
  async plan(
    { patch = '', base = '', repo = '.', output, logs, timeLimit = LIMIT_SECONDS, pass = [] },
    context,
  ) {
    const { planReplay } = await import('../../act/replay.ts');
    const timeLimitMs = timeLimit * 1000;
    return planReplay(context, { folder: repo, patch, base, timeLimitMs, pass, output, logs });
  },
  async refused({ output }, context) {
    const { refuseReplay } = await import('../../act/replay.ts');
    return refuseReplay(context, output);
  },
});
