/** `--steps`: how many steps a run has used, by the counter that `act exec` keeps. */
import { defineFlag } from './flag.ts';
import { wholeNumber } from './number.ts';

export const steps = defineFlag<{ readonly steps: string; readonly maxSteps?: number }>({
  options: [{ flags: '--steps <dir>', says: 'count the steps of a run: one file each in this folder' }],
  details: [
    {
      flags: '--max-steps <n>',
      says: 'a tighter limit for the run of --steps than the rule has',
      parse: wholeNumber('--max-steps', 0, 100_000),
    },
  ],
  async collect({ steps: folder, maxSteps }, { context, io }) {
    const { collectSteps } = await import('../../collect/mod.ts');
    const counted = collectSteps(context.host, folder);
    const limit = maxSteps === undefined ? {} : { max: maxSteps };
    if (!('fault' in counted)) return { steps: { ...counted, ...limit } };
    io.err(`Not counted: ${counted.fault}\n`);
    return { steps: {} };
  },
});
