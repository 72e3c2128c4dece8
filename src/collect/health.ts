/** Section `health`: what a loopback endpoint answered. Whatever goes wrong on the way is evidence as well. */
import type { Json } from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import type { CollectContext } from './collector.ts';
import { type Answer, AnswerFault, AnswerReader } from './health/answer.ts';
import { isLoopback } from './health/loopback.ts';
import { readTarget, type Target } from './health/target.ts';
import { readJsonBody } from './json-body.ts';

export type Health = {
  readonly url: string;
  readonly bind_host: string;
  readonly port?: number;
  readonly path?: string;
  readonly status?: number;
  readonly content_type?: string;
  readonly bytes?: number;
  /** Of the raw bytes; absent when they were cut off. */
  readonly sha256?: string;
  readonly body?: Json;
  readonly parse_error?: string;
  /** Why there is no answer, in one word. */
  readonly error?: string;
};

export type HealthOptions = {
  readonly url: string;
  /** For everything, from looking the name up to the last byte. */
  readonly timeoutMs?: number;
  /** At most this and one byte more of the body are read. */
  readonly maxBytes?: number;
};

const TIMEOUT_MS = 2000;
const MAX_BYTES = 64 * 1024;

/**
 * Asks a loopback endpoint once: GET, no redirect followed, no proxy, no compression. Throws CollectError for what is no
 * health URL, and the signal's reason; a host that is not loopback is evidence, and no socket is opened for it.
 */
export async function collectHealth(context: CollectContext, options: HealthOptions): Promise<Health> {
  const { url, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const read = readTarget(url);
  if ('refused' in read) return { ...read.refused, error: REFUSING };
  const { target } = read;
  try {
    const answer = await ask(context, target, timeoutMs, maxBytes);
    return { ...target, ...described(context, answer, maxBytes) };
  } catch (error) {
    if (error instanceof AnswerFault) return { ...target, error: error.kind };
    if (error instanceof HostError) return { ...target, error: KINDS[error.code] ?? 'connection-failed' };
    throw error;
  }
}

const REFUSING = 'refusing-non-loopback';
const KINDS: Readonly<Record<string, string>> = {
  TIMEOUT: 'timeout',
  EPEER: REFUSING,
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
};

async function ask(
  context: CollectContext,
  target: Target,
  timeoutMs: number,
  maxBytes: number,
): Promise<Answer> {
  const { host, signal } = context;
  signal?.throwIfAborted();
  const deadline = host.now() + timeoutMs;
  const left = () => Math.max(1, deadline - host.now());
  const [first, ...others] = await addressesOf(context, target.bind_host, left());
  let next = first;
  for (;;) {
    if (next === undefined) throw new HostError('ENOTFOUND', 'The name has no address');
    const reader = new AnswerReader(maxBytes);
    try {
      await host.network.exchange({
        address: next,
        port: target.port,
        accept: isLoopback,
        send: requestFor(target),
        onBytes: (bytes) => reader.take(bytes),
        timeoutMs: left(),
        ...(signal === undefined ? {} : { signal }),
      });
      return reader.end();
    } catch (error) {
      // Services listen on one of the two loopback addresses; the name stands for both.
      const wasRefused = error instanceof HostError && error.code === 'ECONNREFUSED';
      next = wasRefused ? others.shift() : undefined;
      if (next === undefined) throw error;
    }
  }
}

/** The addresses to try, each checked before it is used: a name is asked for once, and all that it stands for must be loopback. */
async function addressesOf(
  { host }: CollectContext,
  bindHost: string,
  timeoutMs: number,
): Promise<readonly string[]> {
  if (bindHost !== 'localhost') return [bindHost];
  const addresses = await host.network.lookUp(bindHost, timeoutMs);
  if (addresses.every(isLoopback)) return [...new Set(addresses)];
  throw new HostError('EPEER', 'The name stands for an address of another machine');
}

function requestFor({ bind_host: host, port, path }: Target): Uint8Array {
  const named = `${host === '::1' ? '[::1]' : host}:${port}`;
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${named}`,
    'Accept: application/json',
    'Accept-Encoding: identity',
    'User-Agent: holdpoint',
    'Connection: close',
  ];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
}

function described(
  { host }: CollectContext,
  { status, contentType, body }: Answer,
  maxBytes: number,
): Partial<Health> {
  const measured = {
    status,
    ...(contentType === undefined ? {} : { content_type: contentType }),
    bytes: body.length,
  };
  if (body.length > maxBytes) return measured;
  const { depth: _, keys: __, ...read } = readJsonBody(body);
  const isThere = 'body' in read || 'parse_error' in read;
  const json = isThere ? read : { parse_error: 'The body is nested too deeply to be judged' };
  return { ...measured, sha256: host.sha256(body), ...json };
}
