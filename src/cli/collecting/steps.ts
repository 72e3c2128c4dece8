/** `--steps`: how many steps a run has used, by the counter that `act exec` keeps. */
import { defineFlag } from './flag.ts';

export const steps = defineFlag<{ readonly steps: string }>({
  options: [{ flags: '--steps <dir>', says: 'count the steps of a run: one file each in this folder' }],
  async collect({ steps: folder }, { context, io }) {
    const { collectSteps } = await import('../../collect/mod.ts');
    const counted = collectSteps(context.host, folder);
    if (!('fault' in counted)) return { steps: counted };
    io.err(`Not counted: ${counted.fault}\n`);
    return { steps: {} };
  },
});
