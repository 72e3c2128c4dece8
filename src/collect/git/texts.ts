/** What git says of a change in words for people, made the same way everywhere: the two git files of a proof. */
import type { CollectContext } from '../collector.ts';
import { DIFF } from './diff.ts';
import type { Repository } from './repository.ts';
import { withSealedGit } from './sealed.ts';

export type ChangeTexts = { readonly stat: Uint8Array; readonly nameStatus: Uint8Array };

/** `git diff --stat` and `--name-status` between two trees; a rename is a removed and an added file. Throws CollectError. */
export async function changeTexts(
  context: CollectContext,
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<ChangeTexts> {
  return withSealedGit(context, repository, async (git) => {
    const text = async (form: string) => {
      const { stdout } = await git([...DIFF, '--no-renames', form, base, head]);
      return stdout;
    };
    return { stat: await text('--stat=120'), nameStatus: await text('--name-status') };
  });
}
