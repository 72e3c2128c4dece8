/** A health URL, read so that nothing but a plain loopback address can come out of it. */
import { CollectError } from '../collector.ts';

export type Target = {
  /** As evidence names it: without user, query and fragment, which may hold secrets. */
  readonly url: string;
  readonly bind_host: string;
  readonly port: number;
  readonly path: string;
};
/** The URL names no accepted host; nothing may be sent anywhere. */
export type Refused = { readonly url: string; readonly bind_host: string };

/** Only these spellings are taken for loopback: whatever else a resolver might make of a host, it is not asked. */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
]);

/**
 * Reads `http://HOST[:PORT][/PATH]` by its letters, without any URL library: those turn `127.1`, `0x7f.1` or full-width
 * digits into addresses. Throws CollectError for what is no such URL at all.
 */
export function readTarget(url: string): { readonly target: Target } | { readonly refused: Refused } {
  const scheme = /^http:\/\//i.exec(url)?.[0];
  if (scheme === undefined)
    throw bad(
      'is not a http:// address',
      'Write http://127.0.0.1:PORT/PATH; a probe stays on this machine and needs no TLS',
    );
  const rest = url.slice(scheme.length);
  const end = rest.search(/[/\\?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const tail = end < 0 ? '' : rest.slice(end);
  const { host, port } = splitAuthority(authority);
  const bindHost = authority.includes('@') ? undefined : ACCEPTED.get(host.toLowerCase());
  if (bindHost === undefined) {
    const shown = printable(authority.slice(authority.lastIndexOf('@') + 1));
    return { refused: { url: `http://${shown}/`, bind_host: printable(host) } };
  }
  const number = portOf(port);
  const path = pathOf(tail);
  const shown = bindHost === '::1' ? '[::1]' : bindHost;
  const address = port === undefined ? shown : `${shown}:${number}`;
  return { target: { url: `http://${address}${path}`, bind_host: bindHost, port: number, path } };
}

function splitAuthority(authority: string): { host: string; port: string | undefined } {
  const own = authority.slice(authority.lastIndexOf('@') + 1);
  const colon = own.startsWith('[') ? own.indexOf(':', own.indexOf(']') + 1) : own.indexOf(':');
  return colon < 0
    ? { host: own, port: undefined }
    : { host: own.slice(0, colon), port: own.slice(colon + 1) };
}

function portOf(port: string | undefined): number {
  if (port === undefined) return 80;
  const number = /^[0-9]{1,5}$/.test(port) ? Number(port) : 0;
  if (number >= 1 && number <= 65535) return number;
  throw bad('has a port that does not exist', 'Ports go from 1 to 65535');
}

function pathOf(tail: string): string {
  if (tail === '') return '/';
  if (/[?#]/.test(tail))
    throw bad('has a query or a fragment', 'Leave it out: what it carries would be kept in evidence');
  if (!/^\/[!-~]*$/.test(tail) || /[\\"<>^`{|}]/.test(tail))
    throw bad('has a path with characters that no URL has', 'Percent-encode them');
  return tail;
}

function bad(what: string, help: string): CollectError {
  return new CollectError('input', `The health URL ${what}`, { help });
}

const SHOWN = 100;

function printable(text: string): string {
  return text
    .slice(0, SHOWN)
    .replace(/[^!-~]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
