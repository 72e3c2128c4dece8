/** The collect flags, once for `collect` and `eval`. */
import type { Command as Commander } from 'commander';
import { ACTIONS, nearest } from '../engine/mod.ts';
import { repeated } from './command.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';

/** Adds every collect flag to a command. */
export function addCollectOptions(command: Commander): Commander {
  return command
    .option('--tree <dir>', 'stamp every file under a folder')
    .option('--tree-before <file>', 'the stamp of the same folder, taken earlier')
    .option('--git <base..head>', 'what changed between two commits')
    .option('--repo <dir>', 'the repository that --git and --locks read (default: .)')
    .option('--renames', 'show renames as renames, not as a removed and an added file')
    .option(
      '--locks [glob]',
      'digests of lock files before and after (default: the well-known names)',
      repeatedOrTrue,
    )
    .option('--secrets <path>', 'scan for secrets; values are never kept')
    .option('--canary <text>', 'a value that was planted for the secret scan to find')
    .option('--env', 'names of the environment variables, never their values')
    .option('--set <section=file>', 'take a section from a JSON file (repeatable)', repeated)
    .option('--merge <file>', 'begin with the sections of this snapshot')
    .option('--action <action>', `what is asked: ${ACTIONS.join(', ')}`, checkAction)
    .option('--job <id>', 'the job that this is about')
    .option('--actor <name>', 'who asks');
}

function repeatedOrTrue(value: string, earlier: readonly string[] | true | undefined): readonly string[] {
  return [...(Array.isArray(earlier) ? earlier : []), value];
}

function checkAction(value: string): string {
  if ((ACTIONS as readonly string[]).includes(value)) return value;
  const near = nearest(value, ACTIONS);
  const help = near === undefined ? `Known: ${ACTIONS.join(', ')}` : `Did you mean "${near}"?`;
  throw new CommandError(EXIT.usage, `Unknown action ${JSON.stringify(value)}`, { help });
}
