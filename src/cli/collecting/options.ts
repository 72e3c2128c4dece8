/** The collect flags on the command line, once for all the commands that take them. */
import { type Command as Commander, Option } from 'commander';
import { ACTIONS, nearest } from '../../engine/mod.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import type { CollectOption, Given } from './flag.ts';
import { COLLECT_FLAGS } from './flags.ts';

/** What every command that composes a snapshot reads beside the collect flags' own options. */
export type CollectFlags = Given & {
  readonly merge?: string;
  readonly action?: string;
  readonly job?: string;
  readonly actor?: string;
};

const MERGE = { flags: '--merge <file>', says: 'begin with the sections of this snapshot' };
const SUBJECT = [
  { flags: '--job <id>', says: 'the job that this is about' },
  { flags: '--actor <name>', says: 'who asks' },
];

/** Adds every collect flag to a command; its action is given the words after `--`, then the flags: see `takeCommand`. */
export function addCollectOptions(command: Commander): Commander {
  command.argument('[command...]', 'what --rerun runs, after --');
  for (const { options, details } of COLLECT_FLAGS)
    for (const one of [...options, ...details]) add(command, one);
  add(command, MERGE);
  command.option('--action <action>', `what is asked: ${ACTIONS.join(', ')}`, checkAction);
  for (const one of SUBJECT) add(command, one);
  return command;
}

/** The flags with the words after `--` among them. Throws CommandError when no flag takes a command. */
export function takeCommand<Flags extends CollectFlags>(words: readonly string[], flags: Flags): Flags {
  if (words.length === 0) return flags;
  if (flags['rerun'] === undefined)
    throw new CommandError(EXIT.usage, `Unexpected argument ${JSON.stringify(words[0])}`, {
      help: 'Only --rerun takes a command, after --; files are named by flags, such as --rules PATH',
    });
  // The shell's "--" makes every later word the command's, also one that was meant for us.
  if (words.includes('--action') && flags.action === undefined)
    throw new CommandError(EXIT.usage, '--action stands among the words of the command', {
      help: 'Everything after -- is the command: put the flags before it',
    });
  return { ...flags, command: words };
}

/** True when any flag that brings evidence was given. */
export function collectsAnything(given: CollectFlags): boolean {
  return given.merge !== undefined || COLLECT_FLAGS.some(({ options }) => isGiven(options, given));
}

/** True when one of these options was given. */
export function isGiven(options: readonly CollectOption[], given: Given): boolean {
  return options.some((option) => given[nameOf(option)] !== undefined);
}

/** Throws CommandError when a snapshot that is complete already is given together with flags that would add to it. */
export function refuseCollecting(given: CollectFlags, source: string): void {
  const all = [
    ...COLLECT_FLAGS.flatMap(({ options, details }) => [...options, ...details]),
    MERGE,
    ...SUBJECT,
  ];
  const found = all.find((option) => given[nameOf(option)] !== undefined);
  if (found === undefined) return;
  throw new CommandError(EXIT.usage, `${source} and ${found.flags.split(' ')[0]} cannot go together`, {
    help: 'Use --merge FILE to add to a snapshot',
  });
}

function add(command: Commander, { flags, says, parse }: CollectOption): void {
  if (parse === undefined) command.option(flags, says);
  else command.option(flags, says, parse as (value: string, earlier: unknown) => unknown);
}

function nameOf({ flags }: CollectOption): string {
  return new Option(flags).attributeName();
}

function checkAction(value: string): string {
  if ((ACTIONS as readonly string[]).includes(value)) return value;
  const near = nearest(value, ACTIONS);
  const help = near === undefined ? `Known: ${ACTIONS.join(', ')}` : `Did you mean "${near}"?`;
  throw new CommandError(EXIT.usage, `Unknown action ${JSON.stringify(value)}`, { help });
}
