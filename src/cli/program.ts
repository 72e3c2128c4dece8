/** The program: every command on one command line. */
import { Command as Commander } from 'commander';
import { ENGINE } from '../engine/mod.ts';
import type { Command, Runner } from './command.ts';
import { act } from './commands/act.ts';
import { check } from './commands/check.ts';
import { collect } from './commands/collect.ts';
import { evalCommand } from './commands/eval.ts';
import { history } from './commands/history.ts';
import { init } from './commands/init.ts';
import { schema } from './commands/schema.ts';
import { serve } from './commands/serve.ts';
import { verify } from './commands/verify.ts';

const COMMANDS: readonly Command[] = [init, check, collect, evalCommand, verify, act, history, serve, schema];

/** The program, with `run` to run an action and keep its exit status, and `write` for the help that is asked for. */
export function programWith(run: Runner, write?: (text: string) => void): Commander {
  const program = new Commander('holdpoint')
    .configureOutput(write === undefined ? {} : { writeOut: write })
    .description('Decides over evidence on disk: release, split or hold, with reasons and a receipt.')
    .version(ENGINE, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', GUIDE);
  for (const command of COMMANDS) command.register(program, run);
  for (const command of [program, ...allCommands(program)])
    command
      .exitOverride()
      .helpCommand(command.commands.length > 0)
      .showHelpAfterError('(--help shows more)');
  return program;
}

function allCommands(program: Commander): readonly Commander[] {
  return program.commands.flatMap((command) => [command, ...allCommands(command)]);
}

/** The help of the program and of every command, at 80 columns. */
export function helpTexts(): readonly { readonly name: string; readonly help: string }[] {
  const program = programWith(async () => {});
  return [program, ...allCommands(program)].map((command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp();
    return { name: fullName(command), help };
  });
}

function fullName(command: Commander): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

const GUIDE = `
Exit status: 0 release, 3 split, 2 hold, 64 usage, 65 bad rules or evidence,
69 the machine or the history cannot be reached, 70 a defect of holdpoint.

Start here:
  $ holdpoint init                   write holdpoint.yaml and some policies
  $ holdpoint check                  are the rules sound?
  $ holdpoint eval --action merge    judge what is in this repository
  $ holdpoint serve                  look at the history in a browser
`;
