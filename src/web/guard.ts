/** What stands before every route: which hosts and methods are answered, and the headers that every answer carries. */
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Ctx, WebEnv } from './env.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True when `host` (a Host header) names this machine's loopback and, where it is known, the port. */
export function isLoopbackHost(host: string, port: number | undefined): boolean {
  const match = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(host);
  if (!match || !LOOPBACK_NAMES.has((match[1] as string).toLowerCase())) return false;
  return port === undefined || Number(match[2] ?? '80') === port;
}

/**
 * Refuses a foreign Host header (DNS rebinding: a page elsewhere whose name was made to point here), and every method
 * but GET and HEAD. `refuse` draws the answer.
 */
export function guard(
  refuse: (c: Ctx, status: 403 | 405, what: string) => Response,
): MiddlewareHandler<WebEnv> {
  return async function guardRequest(c, next) {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (!isLoopbackHost(host, c.env?.port)) return refuse(c, 403, host);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 405, c.req.method);
    }
    await next();
  };
}

/** Strict Content-Security-Policy and its companions. No HSTS: the dashboard is plain http on loopback. */
export function safeHeaders(): MiddlewareHandler {
  const self = ["'self'"];
  const none = ["'none'"];
  return secureHeaders({
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    contentSecurityPolicy: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: self,
      connectSrc: self,
      formAction: self,
      frameAncestors: none,
      baseUri: none,
    },
  });
}
