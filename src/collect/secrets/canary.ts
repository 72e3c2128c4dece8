/** The canary: made-up secrets that are planted on purpose, to prove that the scan of this session sees what it is shown. */
import { HostError } from '../../host/host.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import { onDisk } from '../on-disk.ts';
import type { Detector } from './detector.ts';
import { isSecretFileName, SECRET_FILE_NAME } from './file-name.ts';
import { type Scanner, scanPieces } from './scan-file.ts';

export type Canary = {
  readonly planted: boolean;
  /** True when every detector saw what was planted for it. */
  readonly detected: boolean;
  /** The detectors that did not; absent when all did. */
  readonly missed_by?: readonly string[];
};

/** The name is planted too: it is one that the detector of names knows. */
const FILE = 'canary.env';

/** The detector for the planted word. Throws CollectError (input) when the value is not fresh hexadecimal. */
export function canaryDetector(canary: string): Detector {
  if (!/^[0-9a-f]{16,64}$/.test(canary))
    throw new CollectError('input', 'The canary must be 16 to 64 hexadecimal digits', {
      help: 'Draw a fresh one for each session',
    });
  const value = `holdpoint-canary-${canary}`;
  return {
    id: 'canary',
    summary: 'The word that was planted in this session.',
    version: 2,
    anchors: [value],
    match: (_text, at) => ({ start: at, end: at + value.length, value }),
    positives: [[value]],
    nearMisses: [],
  };
}

/**
 * Plants one secret for each detector in a file of its own, away from what is judged, scans it as any other file, and
 * takes it away. Throws CollectError (machine) when there is no place to plant it, and what ends a pause.
 */
export async function proveScanner(
  context: CollectContext,
  scanner: Scanner,
  canary: string,
  detectors: readonly { readonly id: string }[],
): Promise<Canary> {
  const seen = await planted(context, scanner, textFor(context, scanner, canary));
  const missed = detectors.map(({ id }) => id).filter((id) => !seen.has(id));
  return missed.length === 0
    ? { planted: true, detected: true }
    : { planted: true, detected: false, missed_by: missed };
}

async function planted(
  { host: { files } }: CollectContext,
  scanner: Scanner,
  text: string,
): Promise<ReadonlySet<string>> {
  const folder = placed(() => files.makeTemporary());
  const file = onDisk(folder, FILE);
  try {
    placed(() => files.writeAtomic(file, text, 0o600));
    const { found } = await scanPieces(scanner, FILE, () => files.chunks(file));
    const seen = found.map(({ detector }) => detector.replace(/^secretlint:.*$/, 'secretlint'));
    return new Set([...seen, ...(isSecretFileName(FILE) ? [SECRET_FILE_NAME.id] : [])]);
  } finally {
    placed(() => files.remove(folder));
  }
}

/** A dot on a line of its own keeps one secret from being read as the rest of another. */
function textFor({ host }: CollectContext, { detectors, secretlint }: Scanner, canary: string): string {
  const texts = detectors.map(({ positives }) => positives[0]!.join(''));
  // A token that none of our own detectors knows, and another value each time.
  if (secretlint !== undefined) texts.push(['glpat', '-', host.sha256(canary).slice(0, 20)].join(''));
  return `${texts.join('\n.\n')}\n`;
}

function placed<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new CollectError('machine', `Cannot plant the canary: ${cause.message}`, { cause });
  }
}
