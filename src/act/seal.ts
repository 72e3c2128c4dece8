/** `act seal`: copies exactly the named files into a bundle, whole or not at all. */
import { printPath } from '../engine/mod.ts';
import { type Host, HostError } from '../host/host.ts';
import { type ActContext, ActError, type Plan } from './act.ts';
import { namedFile, type SealFault, type SealFile } from './seal/named-file.ts';
import { refuseTarget } from './seal/target.ts';

export type SealOptions = {
  /** Paths relative to `from`, with forward slashes. */
  readonly names: readonly string[];
  readonly from: string;
  /** The folder that becomes the bundle; it may be there when it holds nothing but files of these names. */
  readonly to: string;
};

/**
 * Reads every file first and refuses all when one is missing, a link, a dotfile, a ticket, named twice, or outside the
 * folder (`missing:NAME` and so on). Builds the bundle beside its place, then moves it there. Throws ActError.
 */
export function planSeal(context: ActContext, options: SealOptions): Plan {
  const { to } = options;
  const sealed = readAll(context, options);
  refuseTarget(context.host, options, sealed);
  return {
    steps: sealed.map(({ path }) => `copy ${printPath(path)} into ${printPath(to)}`),
    perform() {
      build(context, to, sealed);
      const lines = sealed.map(({ path, sha256 }) => `${sha256.slice(0, 12)}  ${printPath(path)}`);
      const files = Object.fromEntries(
        sealed.map(({ path, sha256, bytes }) => [path, { sha256, size: bytes.length }]),
      );
      return Promise.resolve({
        lines: [...lines, `sealed ${sealed.length} into ${printPath(to)}`],
        result: { files },
      });
    },
  };
}

function readAll({ host }: ActContext, { names, from }: SealOptions): readonly SealFile[] {
  if (names.length === 0)
    throw new ActError('input', 'No file is named', { help: 'Add --file NAME for each' });
  const faults: SealFault[] = [];
  const files = new Map<string, SealFile>();
  for (const name of names) {
    const read = namedFile(host, from, name);
    if ('fault' in read) faults.push(read);
    else if (files.has(read.key)) faults.push({ fault: 'twice', name });
    else files.set(read.key, read);
  }
  if (faults.length === 0) return [...files.values()];
  const told = faults.map(({ fault, name }) => `${fault}:${printPath(name)}`).join(', ');
  throw new ActError('input', `Nothing was sealed: ${told}`, {
    help: 'A bundle is whole or it is none: name only files that are there, and no dotfile, link or ticket',
  });
}

/** The finished bundle takes its place in one move; until then the earlier one stands. */
function build({ host }: ActContext, to: string, sealed: readonly SealFile[]): void {
  const { files } = host;
  const place = to.replace(/(?<=.)\/+$/, '');
  const { making, before } = besides(host, place);
  try {
    for (const { path, bytes, mode } of sealed) {
      const target = `${making}/${path}`;
      files.makeDirectory(target.slice(0, target.lastIndexOf('/')));
      files.writeAtomic(target, bytes, mode);
    }
    const isThere = files.exists(place);
    if (isThere) files.move(place, before);
    try {
      files.move(making, place);
    } catch (error) {
      if (isThere) files.move(before, place);
      throw error;
    }
    files.remove(before);
  } catch (cause) {
    files.remove(making);
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('machine', cause.message, { cause });
  }
}

/** Two names on the same disk that nothing has: what is removed under them is ours. */
function besides(host: Host, place: string): { making: string; before: string } {
  const above = place.includes('/') ? place.slice(0, place.lastIndexOf('/') + 1) : '';
  for (let round = 0; ; round += 1) {
    const mark = host.sha256(`${place} ${host.now()} ${round}`).slice(0, 12);
    const [making, before] = [`${above}.seal-${mark}.new`, `${above}.seal-${mark}.old`];
    if (!host.files.exists(making) && !host.files.exists(before)) return { making, before };
  }
}
