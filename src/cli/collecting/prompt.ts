/** `--prompt`: how large a prompt is, and where in it something looks like a secret; its text is never kept. */
import { randomBytes } from 'node:crypto';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';
import { wholeNumber } from './number.ts';

export const prompt = defineFlag<{ readonly prompt: string; readonly cap?: number }>({
  options: [
    {
      flags: '--prompt <file>',
      says: 'measure a prompt and scan it; - reads standard input, text is never kept',
    },
  ],
  details: [
    {
      flags: '--cap <n>',
      says: 'the most tokens that --prompt may be estimated at (a quarter of its characters)',
      parse: wholeNumber('--cap', 1, 1_000_000_000),
    },
  ],
  async collect({ prompt: file, cap }, { context, io, project }) {
    if (cap === undefined)
      throw new CommandError(EXIT.usage, '--prompt needs to know how many tokens it may have', {
        help: 'Add --cap N',
      });
    const [{ collectPrompt, MAX_PROMPT_BYTES }, { readBytes }, { saltOf }] = await Promise.all([
      import('../../collect/mod.ts'),
      import('../read-text.ts'),
      import('../salt.ts'),
    ]);
    return {
      prompt: await collectPrompt(context, {
        prompt: file === '-' ? await readBytes(io, file, MAX_PROMPT_BYTES) : file,
        cap,
        salt: saltOf(context.host, project.root),
        canary: randomBytes(16).toString('hex'),
      }),
    };
  },
});
