/** A report of tests is about what stood in the work tree: that must be the commit that the proof is about. */
import { type CollectContext, CollectError } from '../../collect/collector.ts';
import { openRepository, resolveRevision } from '../../collect/git/repository.ts';
import { uncommitted, workTreeOf } from '../../collect/git/uncommitted.ts';
import { printPath } from '../../engine/mod.ts';

const SHOWN = 5;

/** The proof folder itself may be untracked. Throws CollectError (input) for any other difference to the commit. */
export async function requireCheckedOut(
  context: CollectContext,
  { folder, repository }: { readonly folder: string; readonly repository: string },
  commit: string,
): Promise<void> {
  const opened = await openRepository(context, repository);
  const tree = await workTreeOf(context, repository);
  if (tree === undefined)
    throw new CollectError(
      'input',
      `Cannot prove anything in ${JSON.stringify(repository)}: it has no work tree`,
      {
        help: 'Run this where the tests ran',
      },
    );
  const head = await resolveRevision(context, opened, 'HEAD');
  if (head !== commit)
    throw new CollectError(
      'input',
      `Cannot prove ${commit.slice(0, 12)}: ${head.slice(0, 12)} is checked out, so the tests ran over that`,
      { help: 'Check out the commit that the range ends with, and run the tests again' },
    );
  const own = await workTreeOf(context, folder);
  const prefix = own?.top === tree.top ? own.prefix : '';
  const dirty = (await uncommitted(context, opened, { top: tree.top, commit })).filter(
    (path) => prefix === '' || !path.startsWith(prefix),
  );
  if (dirty.length === 0) return;
  const more = dirty.length > SHOWN ? ` and ${dirty.length - SHOWN} more` : '';
  throw new CollectError(
    'input',
    `Cannot prove a tree that is not committed: ${dirty.slice(0, SHOWN).map(printPath).join(', ')}${more}`,
    { help: 'Commit, ignore or remove it, and run the tests again: a proof is about a commit' },
  );
}
