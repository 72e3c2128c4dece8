/** `--patch`: whether a patch file applies to a commit, and what it changes there. */
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';

type Options = {
  readonly patch: string;
  readonly base?: string;
  readonly repo?: string;
  readonly imports?: boolean;
};

export const patch = defineFlag<Options>({
  options: [{ flags: '--patch <file>', says: 'what a patch file changes; no tree is touched' }],
  details: [{ flags: '--base <commit>', says: 'the commit that --patch is for' }],
  async collect({ patch: file, base, repo: folder = '.', imports = false }, { context, evidence }) {
    if (base === undefined)
      throw new CommandError(EXIT.usage, '--patch needs to know what it is for', {
        help: 'Add --base COMMIT: the id of a commit, which a branch may leave behind',
      });
    if (evidence['change'] !== undefined)
      throw new CommandError(EXIT.usage, '--patch and --git cannot go together', {
        help: 'Each says what the change is: give one of the two',
      });
    const { collectPatch } = await import('../../collect/mod.ts');
    return { ...(await collectPatch(context, { folder, base, file, imports })) };
  },
});
