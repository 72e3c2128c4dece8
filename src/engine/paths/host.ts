/** Reads a host out of a URL, `host:port` or a bare name. Strict: what two parsers may read differently is refused. */
import { endsInNumber, isIpv4, normaliseIpv6 } from './addresses.ts';

export type Scheme = 'http' | 'https';
export type HostCheck =
  | { readonly ok: true; readonly host: string; readonly port?: number; readonly scheme?: Scheme }
  | { readonly ok: false; readonly why: string };

const refuse = (why: string) => ({ ok: false, why }) as const;

/** A label of a DNS name; underscores occur in the names of buckets. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Why a lower-case name is no host name, as a phrase that follows "the host". */
export function whyName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > 253) return 'is longer than 253 characters';
  if (!name.split('.').every((label) => LABEL.test(label))) return 'is not a host name';
  return endsInNumber(name) && !isIpv4(name) ? 'is an address in an unusual form' : undefined;
}

function whyText(raw: string): string | undefined {
  if (raw === '') return 'is empty';
  if (raw.length > 4096) return 'is longer than 4096 characters';
  if (!/^[!-~]*$/.test(raw)) return 'has a space, a control character or a character outside ASCII';
  return raw.includes('\\') ? 'has a backslash' : undefined;
}

/** Parts the authority from what stands around it; a path is taken only after a scheme. */
function splitUrl(
  raw: string,
): { ok: true; authority: string; scheme?: Scheme } | { ok: false; why: string } {
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(raw);
  if (url === null) {
    return /[/?#]/.test(raw) ? refuse('has a path but no scheme') : { ok: true, authority: raw };
  }
  const scheme = (url[1] as string).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return refuse('has a scheme other than http and https');
  return { ok: true, authority: url[2] as string, scheme };
}

function readPort(text: string | undefined): number | undefined {
  const port = text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** The bracketed address or the name, lower-cased, a trailing dot dropped; or why it is none. */
function readName(text: string): { ok: true; host: string } | { ok: false; why: string } {
  if (text.startsWith('[')) {
    const address = normaliseIpv6(text.slice(1, -1));
    return address === undefined ? refuse('is not an IPv6 address') : { ok: true, host: `[${address}]` };
  }
  const host = text.toLowerCase().replace(/\.$/, '');
  const why = whyName(host);
  return why === undefined ? { ok: true, host } : refuse(why);
}

/**
 * Takes `https://example.com/a`, `example.com:8443`, `example.com` or an address (`127.0.0.1`, `[::1]`); gives the host
 * in lower case without its trailing dot (IPv6 in brackets, RFC 5952), with the port and scheme that were written, or
 * why it is refused. Refused: user info, percent signs, anything outside ASCII (write Punycode), addresses such as
 * `0x7f.1`, schemes other than http and https, a path without a scheme. Needs no URL parser, so it is pure.
 */
export function parseHost(raw: string): HostCheck {
  const why = whyText(raw);
  if (why !== undefined) return refuse(why);
  const url = splitUrl(raw);
  if (!url.ok) return url;
  const { authority, scheme } = url;
  if (authority.includes('@')) return refuse('has user info before an @');
  if (authority.includes('%')) return refuse('has a percent sign');
  const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::([^:]*))?$/.exec(authority);
  if (parts === null) return refuse('is not a host with an optional port');
  const name = readName(parts[1] as string);
  if (!name.ok) return name;
  const port = readPort(parts[2]);
  if (parts[2] !== undefined && port === undefined) return refuse('has a port that is not from 1 to 65535');
  return { ...name, ...(port === undefined ? {} : { port }), ...(scheme === undefined ? {} : { scheme }) };
}
