/** Scans one file, in each view in which a secret could stand in it, by our own detectors and by secretlint. */
import type { CollectContext } from '../collector.ts';
import { encodingOf } from './decode.ts';
import type { Detector } from './detector.ts';
import { MAX_LINTED } from './lint-slices.ts';
import { mergeViews, withoutOverlaps } from './overlaps.ts';
import type { Secretlint } from './secretlint.ts';
import { MAX_FOUND, scanView, type View, type ViewScan } from './view.ts';

/** What was found, without the values. `start` and `end` are for telling overlaps. */
export type Found = {
  readonly detector: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly fingerprint: string;
};
export type FileScan = {
  readonly found: readonly Found[];
  /** Why this file, or a part of the work on it, was left out. */
  readonly why?: string;
  /** False: it is no text, and only what is surely a secret was looked for. */
  readonly scanned: boolean;
};
export type Scanner = {
  readonly detectors: readonly Detector[];
  readonly secretlint?: Secretlint;
  fingerprint(detector: string, value: string): string;
  /** Lets other work in; throws the signal's reason when the scan is to stop. */
  pause(): Promise<void>;
};

/**
 * Scans a file; `path` is what rules about names see, `open` gives its pieces from the beginning each time. A byte-order
 * mark or a few NUL bytes choose how a file is read first, never what is left unread: the plain bytes are looked at too,
 * and the text without its invisible characters. Throws HostError when a piece cannot be read, and what ends a pause.
 */
export async function scanPieces(
  scanner: Scanner,
  path: string,
  open: () => Iterable<Uint8Array>,
): Promise<FileScan> {
  const first = await scanView(scanner, path, open(), viewOf);
  const scans = [first];
  for (const view of furtherViews(first)) {
    if (scans.some((scan) => scan.full)) break;
    scans.push(await scanView(scanner, path, open(), () => view));
  }
  const found = mergeViews(scans.map((scan) => withoutOverlaps(scanner.detectors, scan.found)));
  const why = whyNotAll(scans, found.length);
  return {
    found: found.slice(0, MAX_FOUND),
    scanned: first.view.text,
    ...(why === undefined ? {} : { why }),
  };
}

function viewOf(first: Uint8Array): View {
  const encoding = encodingOf(first);
  const text = encoding !== undefined;
  return { encoding: encoding ?? 'utf-8', stripped: false, text, lint: text };
}

function furtherViews({ view, invisible }: ViewScan): View[] {
  const stripped = invisible ? [{ ...view, stripped: true }] : [];
  if (view.encoding === 'utf-8') return stripped;
  const bytes = { ...view, encoding: 'utf-8' } as const;
  return [...stripped, { ...bytes, lint: false }, { ...bytes, stripped: true }];
}

function whyNotAll(scans: readonly ViewScan[], count: number): string | undefined {
  if (count > MAX_FOUND || scans.some((scan) => scan.full))
    return `more than ${MAX_FOUND} findings: the rest are not listed`;
  if (scans[0]?.view.text === false) return 'binary';
  if (scans.some((scan) => scan.lintFull))
    return `more than ${MAX_LINTED} findings: secretlint did not look for the rest`;
  return scans.some((scan) => scan.large) ? 'larger than 1 MiB: secretlint did not scan it' : undefined;
}

/** SHA-256 of salt, detector and value: two histories cannot be compared, and a short value cannot be looked up in a table. */
export function fingerprinter(
  context: CollectContext,
  salt: string,
): (detector: string, value: string) => string {
  return (detector, value) => context.host.sha256(`${salt}\0${detector}\0${value}`);
}
