/** Where a bundle may be put: only where nothing that it does not hold itself would be lost. */
import { printPath } from '../../engine/mod.ts';
import { type Host, HostError } from '../../host/host.ts';
import { ActError } from '../act.ts';
import type { SealFile } from './named-file.ts';

/** Throws ActError when the place is taken by something else than an earlier bundle of the same names. */
export function refuseTarget(
  host: Host,
  { to, from }: { readonly to: string; readonly from: string },
  sealed: readonly SealFile[],
): void {
  const place = tidy(to);
  const sources = sealed.map(({ path }) => tidy(`${from}/${path}`));
  if (place === '' || place === '/' || place === tidy(from))
    throw refused(to, 'a bundle needs a folder of its own');
  if (sources.some((path) => path === place || path.startsWith(`${place}/`)))
    throw refused(to, 'a file to be sealed stands in it');
  if (!host.files.exists(to)) return;
  const names = new Set(sealed.map(({ path }) => path));
  const other = firstOther(host, to, '', names);
  if (other !== undefined) throw refused(to, `it holds ${printPath(other)}, which is not sealed`);
}

/** `./a//b/` as `a/b`. */
function tidy(path: string): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return (path.startsWith('/') ? '/' : '') + steps.join('/');
}

function refused(to: string, why: string): ActError {
  return new ActError('input', `Cannot seal into ${printPath(to)}: ${why}`, {
    help: 'Name an empty or a new folder by --to',
  });
}

/** The first thing in a folder that the bundle does not have; the folder itself when it is none. */
function firstOther(
  host: Host,
  place: string,
  below: string,
  names: ReadonlySet<string>,
): string | undefined {
  try {
    if (below === '' && host.files.info(place).kind !== 'directory') return place;
    for (const { name, printable, kind } of host.files.list(below === '' ? place : `${place}/${below}`)) {
      const path = below === '' ? (name ?? printable) : `${below}/${name ?? printable}`;
      if (kind === 'directory' && name !== undefined) {
        const other = firstOther(host, place, path, names);
        if (other !== undefined) return other;
      } else if (kind !== 'file' || !names.has(path)) return path;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new ActError('machine', error.message, { cause: error });
  }
}
