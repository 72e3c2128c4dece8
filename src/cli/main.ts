/** The command line: arguments in, exit status out. Each command loads its own parts, so that `eval` starts fast. */
import process from 'node:process';
import { CommanderError } from 'commander';
import type { Runner } from './command.ts';
import { EXIT } from './exit-status.ts';
import { reportFailure } from './failure.ts';
import { terminal } from './io.ts';
import { programWith } from './program.ts';

/** Runs the command line. Sets the exit status and never exits by itself, so that output is not cut off. */
export async function main(argv: readonly string[]): Promise<void> {
  const io = terminal();
  // Without this a defect in a callback would end with status 1, which says nothing.
  process.on('uncaughtException', (error) => {
    process.exitCode = reportFailure(io, error);
    process.exit();
  });
  const run: Runner = async (action) => {
    const status = await action(io);
    await io.delivered();
    process.exitCode = status;
  };
  try {
    await programWith(run, io.out)
      .parseAsync([...argv], { from: 'user' })
      .catch(async (error) => {
        if (!(error instanceof CommanderError)) throw error;
        // Help that was asked for is a result, and may be lost on its way as any other.
        await io.delivered();
        process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
      });
  } catch (error) {
    process.exitCode = reportFailure(io, error);
  }
}

await main(process.argv.slice(2));
