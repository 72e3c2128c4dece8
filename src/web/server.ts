/** Serves the app on this machine's loopback, on Node and on Deno alike, and ends cleanly. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { App, Bindings } from './env.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);
/** How long an answer that is under way may take to end at shutdown, in milliseconds. */
const GRACE_MS = 500;

export type ServeOptions = {
  readonly app: App;
  /** `localhost`, `127.0.0.1` or `::1`. */
  readonly hostname: string;
  /** 0: any free one. */
  readonly port: number;
  /** Aborting it ends live streams, closes idle connections and then the server. */
  readonly signal: AbortSignal;
};

export type Served = {
  readonly url: string /** Resolves when the port is free again. */;
  readonly closed: Promise<void>;
};

function listen(options: ServeOptions, bindings: () => Bindings): Promise<Server> {
  return new Promise((resolve, reject) => {
    const { app, hostname, port } = options;
    const server = serve({ fetch: (request) => app.fetch(request, bindings()), hostname, port }, () => {
      server.off('error', reject);
      resolve(server as Server);
    });
    server.once('error', reject);
  });
}

function closeOn(signal: AbortSignal, server: Server): Promise<void> {
  return new Promise((resolve) => {
    const close = () => {
      // Idle keep-alive connections would hold the server open (on Deno for good).
      const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      server.close(() => {
        clearTimeout(grace);
        resolve();
      });
      server.closeIdleConnections();
    };
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
}

/**
 * Listens and resolves with the address. Throws an Error for an address that others can reach (the dashboard has no
 * sign-in), and the system's own error when the port is taken.
 */
export async function serveDashboard(options: ServeOptions): Promise<Served> {
  const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!LOOPBACK.has(hostname)) {
    throw new Error(
      `Refusing to serve on "${hostname}": the dashboard has no sign-in, so it listens only on localhost, 127.0.0.1 or ::1`,
    );
  }
  let port: number | undefined;
  const bindings = (): Bindings => ({ closing: options.signal, ...(port === undefined ? {} : { port }) });
  const server = await listen({ ...options, hostname }, bindings);
  port = (server.address() as AddressInfo).port;
  const shown = hostname.includes(':') ? `[${hostname}]` : hostname;
  return { url: `http://${shown}:${port}/`, closed: closeOn(options.signal, server) };
}
