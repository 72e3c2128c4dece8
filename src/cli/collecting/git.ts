/** `--git` and `--locks`: what changed between two commits, and whether the lock files moved. */
import type { Json } from '../../engine/mod.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';

type Options = {
  readonly git?: string;
  readonly locks?: readonly string[] | true;
  readonly repo?: string;
  readonly renames?: boolean;
  readonly imports?: boolean;
};

export const git = defineFlag<Options>({
  options: [
    { flags: '--git <base..head>', says: 'what changed between two commits' },
    {
      flags: '--locks [glob]',
      says: 'digests of lock files before and after (default: the well-known names)',
      parse: repeatedOrTrue,
    },
  ],
  details: [
    {
      flags: '--repo <dir>',
      says: 'the repository that is read by flags that ask git (default: .)',
    },
    { flags: '--renames', says: 'show renames as renames, not as a removed and an added file' },
    { flags: '--imports', says: 'count the lines that look like an import and were added' },
  ],
  async collect({ git: range, locks, repo: folder = '.', renames, imports }, { context }) {
    if (range === undefined)
      throw new CommandError(EXIT.usage, '--locks needs to know which commits to compare', {
        help: 'Add --git BASE..HEAD',
      });
    const { collectChange, collectLocks } = await import('../../collect/mod.ts');
    const evidence: Record<string, Json> = {};
    const asked = { folder, range, renames: renames === true, imports: imports === true };
    evidence['change'] = await collectChange(context, asked);
    if (locks !== undefined) {
      const globs = locks === true || locks.length === 0 ? {} : { globs: locks };
      evidence['locks'] = await collectLocks(context, { folder, range, ...globs });
    }
    return evidence;
  },
  defaults(needs, { root, collect }, given) {
    if (collect.git === undefined || !(needs.has('change') || needs.has('locks'))) return {};
    return {
      git: collect.git,
      repo: given.repo ?? root,
      ...(collect.imports === undefined ? {} : { imports: collect.imports }),
      ...(needs.has('locks') ? { locks: collect.locks ?? true } : {}),
    };
  },
});

function repeatedOrTrue(value: string, earlier: readonly string[] | true | undefined): readonly string[] {
  return [...(Array.isArray(earlier) ? earlier : []), value];
}
