/** Wires the history into the web app and the web app to a socket. Loaded only when something is served. */
import { ENGINE } from '../engine/mod.ts';
import { StoreError } from '../store/mod.ts';
import { createApp } from '../web/app.tsx';
import { packageAssets } from '../web/package-assets.ts';
import { serveDashboard } from '../web/server.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { openProjectHistory } from './open-history.ts';
import { packageFile } from './package-root.ts';
import type { Project } from './project.ts';

export type Address = { readonly hostname: string; readonly port: number };

/** Starts to serve; `closed` ends after the signal, when everything is put away. Throws CommandError, StoreError. */
export async function startDashboard(
  io: Io,
  project: Project,
  address: Address,
): Promise<{ url: string; closed: Promise<void> }> {
  const { history } = await openProjectHistory(io, project);
  const app = createApp({
    reader: history,
    assets: packageAssets(packageFile('src/web/assets')),
    now: () => io.host.now(),
    version: ENGINE,
    report: (error) => io.err(pageFailure(error)),
  });
  try {
    const { url, closed } = await serveDashboard({ app, ...address, signal: io.signal });
    return { url, closed: closed.finally(() => history.close()) };
  } catch (error) {
    await history.close();
    throw cannotListen(error, address);
  }
}

/**
 * What to tell whoever runs the server; the page itself shows nothing of it. A StoreError is said in full, since it
 * holds no values by design; of anything else only the kind, since its message may.
 */
export function pageFailure(error: unknown): string {
  if (error instanceof StoreError) return `A page failed: ${error.message}\n  help: ${error.help}\n`;
  return `A page failed with ${error instanceof Error ? error.name : typeof error}\n`;
}

function cannotListen(error: unknown, { hostname, port }: Address): unknown {
  if (!(error instanceof Error)) return error;
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE') {
    return new CommandError(EXIT.unavailable, `Port ${port} of ${hostname} is taken`, {
      help: 'Stop what uses it, or say --port 0 for any free one',
      cause: error,
    });
  }
  if (code === 'EACCES')
    return new CommandError(EXIT.unavailable, `Port ${port} is not for this user`, {
      help: 'Use a port over 1023',
      cause: error,
    });
  return code === undefined ? new CommandError(EXIT.usage, error.message, { cause: error }) : error;
}
