/** `holdpoint serve`: the dashboard over the history. */
import { type Command, examples } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { findProject, type Project } from '../project.ts';

type Flags = { readonly port: string; readonly host: string };

export const serve: Command = {
  register(program, run) {
    program
      .command('serve')
      .summary('serve the dashboard')
      .description('Serves the dashboard over the history, until Ctrl-C. It listens on this machine only.')
      .option('--port <number>', 'port; 0 takes any free one', '4173')
      .option('--host <address>', 'a loopback address', '127.0.0.1')
      .addHelpText(
        'after',
        examples(['holdpoint serve', 'HOLDPOINT_DB=/srv/history.db holdpoint serve --port 0']),
      )
      .action((flags: Flags) => run(async (io) => serveProject(io, await findProject(io), flags)));
  },
};

/** Serves until the signal; gives the exit status. Throws CommandError when it cannot listen. */
export async function serveProject(io: Io, project: Project, flags: Flags): Promise<number> {
  const port = Number(flags.port);
  if (!/^\d{1,5}$/.test(flags.port) || port > 65535) {
    throw new CommandError(EXIT.usage, `Not a port: ${JSON.stringify(flags.port)}`, {
      help: 'A number from 0 to 65535',
    });
  }
  const { startDashboard } = await import('../dashboard.ts');
  const { url, closed } = await startDashboard(io, project, { hostname: flags.host, port });
  io.out(`${url}\n`);
  io.err('Ctrl-C stops it\n');
  await closed;
  return EXIT.release;
}
