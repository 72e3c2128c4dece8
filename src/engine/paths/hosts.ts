/** Lists of allowed hosts, compiled once and asked many times. The public face of host matching. */
import { endsInNumber } from './addresses.ts';
import type { EntryFault, Why } from './fault.ts';
import { type HostCheck, parseHost } from './host.ts';
import { isRegistry, isShared } from './suffixes.ts';

export { type HostCheck, parseHost } from './host.ts';

export type CompiledHosts =
  | {
      readonly ok: true;
      /** Whether a URL, `host:port` or bare host is allowed; what `parseHost` refuses is not. */
      matches(raw: string): boolean;
      /** Sentences about entries that allow more than they seem to. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly EntryFault[] };

type ParsedHost = Extract<HostCheck, { ok: true }>;
type HostEntry = { readonly ok: true; readonly wildcard: boolean; readonly parsed: ParsedHost };

/** Scheme and port, defaults filled in: a bare host means https. */
function doorOf({ scheme = 'https', port }: ParsedHost): string {
  return `${scheme}:${port ?? (scheme === 'https' ? 443 : 80)}`;
}

const NAME_IT = 'Name the hosts, or a domain of your own below which all are allowed: *.pkg.example.net';

/** Why the name in an entry reaches too far or means something else. */
function whyReach(host: string, wildcard: boolean): Why | undefined {
  const address = host.startsWith('[') || endsInNumber(host);
  if (address)
    return wildcard ? { why: 'has a wildcard over an address', help: 'List each address' } : undefined;
  if (host === 'localhost' && !wildcard) return undefined;
  if (!host.includes('.')) return { why: 'is a top-level domain', help: NAME_IT };
  return isRegistry(host)
    ? { why: 'is a registry in which anyone can have a name', help: NAME_IT }
    : undefined;
}

function readHostEntry(entry: string): HostEntry | ({ readonly ok: false } & Why) {
  const bare = entry.replace(/^https?:\/\//i, '');
  if (/^[*.]+$/.test(bare)) return { ok: false, why: 'allows every host', help: NAME_IT };
  if (/^[0-9a-f.:[\]]+\/\d+$/i.test(bare)) {
    return { ok: false, why: 'is an address range', help: 'List each address' };
  }
  if (bare.replace(/\/$/, '').includes('/'))
    return { ok: false, why: 'has a path', help: 'Name the host only' };
  const wildcard = bare.startsWith('*.');
  const rest = wildcard ? bare.slice(2) : bare;
  if (rest.includes('*'))
    return { ok: false, why: 'has a wildcard that is not a whole first label', help: NAME_IT };
  const parsed = parseHost(entry.slice(0, entry.length - bare.length) + rest.replace(/\/$/, ''));
  if (!parsed.ok) return parsed;
  const reach = whyReach(parsed.host, wildcard);
  return reach === undefined ? { ok: true, wildcard, parsed } : { ok: false, ...reach };
}

/** Whether the host lies below one of the names, at any depth. */
function isBelow(host: string, door: string, names: ReadonlySet<string>): boolean {
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (names.has(`${door} ${host.slice(dot + 1)}`)) return true;
  }
  return false;
}

/**
 * Compiles a list of allowed hosts; gives a matcher, or every fault at once.
 *
 * `example.com` is that name over https on port 443, and nothing below it; `*.pkg.example.net` is what lies below at
 * any depth, not the bare name. Other ports and plain http need their own entry: `example.com:8443`,
 * `http://example.com`. A bare host that is asked for counts as https. `localhost` and addresses may be listed; other
 * single labels are taken for top-level domains and refused, as are registries such as `co.uk`, `*`, partial wildcards
 * and address ranges. A wildcard over hosting that strangers share is a warning.
 */
export function compileHosts(allow: readonly string[]): CompiledHosts {
  const exact = new Set<string>();
  const below = new Set<string>();
  const warnings: string[] = [];
  const faults: EntryFault[] = [];
  for (const [index, pattern] of allow.entries()) {
    const entry = readHostEntry(pattern);
    if (!entry.ok) {
      faults.push({
        index,
        pattern,
        why: entry.why,
        ...(entry.help === undefined ? {} : { help: entry.help }),
      });
      continue;
    }
    const { host } = entry.parsed;
    (entry.wildcard ? below : exact).add(`${doorOf(entry.parsed)} ${host}`);
    if (entry.wildcard && isShared(host)) {
      warnings.push(
        `Anyone can have a name under "${host}", so "${pattern}" allows strangers; name the hosts instead`,
      );
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  function matches(raw: string): boolean {
    const parsed = parseHost(raw);
    if (!parsed.ok) return false;
    const door = doorOf(parsed);
    if (exact.has(`${door} ${parsed.host}`)) return true;
    if (below.size === 0 || parsed.host.startsWith('[') || endsInNumber(parsed.host)) return false;
    return isBelow(parsed.host, door, below);
  }
  return { ok: true, matches, warnings };
}
