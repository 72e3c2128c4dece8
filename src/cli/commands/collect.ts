/** `holdpoint collect`: evidence in, snapshot out. */
import {
  addCollectOptions,
  type CollectFlags,
  collectsAnything,
  takeCommand,
} from '../collecting/options.ts';
import { type Command, examples } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { findProject } from '../project.ts';
import { composeSnapshot } from '../snapshot-source.ts';

export const collect: Command = {
  register(program, run) {
    const command = program
      .command('collect')
      .summary('collect evidence into a snapshot')
      .description(
        'Collects evidence from disk and git into a snapshot (JSON), which eval can judge any time later.',
      )
      .option('-o, --output <file>', 'write the snapshot to a file instead of standard output');
    addCollectOptions(command)
      .addHelpText(
        'after',
        examples([
          'holdpoint collect --tree . -o before.json',
          'holdpoint collect --git main..HEAD --locks -o snapshot.json',
          'holdpoint collect --env --action run | holdpoint eval --snapshot -',
        ]),
      )
      .action((words: readonly string[], given: CollectFlags & { output?: string }) =>
        run(async (io) => {
          const flags = takeCommand(words, given);
          if (!collectsAnything(flags)) {
            throw new CommandError(EXIT.usage, 'Nothing to collect', {
              help: 'Name at least one source, such as --tree . (--help lists them)',
            });
          }
          const snapshot = await composeSnapshot(io, flags, await findProject(io));
          const text = `${JSON.stringify(snapshot)}\n`;
          if (flags.output === undefined) {
            io.out(text);
            return EXIT.release;
          }
          io.host.files.writeAtomic(flags.output, text);
          io.err(`Wrote ${Object.keys(snapshot.evidence).join(', ')} to ${flags.output}\n`);
          return EXIT.release;
        }),
      );
  },
};
