/** One way of reading a file: its bytes as text in one encoding, as they stand or without what nobody can see. */
import type { Encoding } from './decode.ts';
import { lintInSlices } from './lint-slices.ts';
import type { Found, Scanner } from './scan-file.ts';
import { type Located, scanText } from './scan-text.ts';
import { SECRETLINT_MAX_BYTES } from './secretlint.ts';

export type View = {
  readonly encoding: Encoding;
  /** Invisible characters are taken out first; columns then count what is left. */
  readonly stripped: boolean;
  /** False: bytes that are no text, where a mere word is no sign of a secret. */
  readonly text: boolean;
  /** Whether secretlint reads this view too. */
  readonly lint: boolean;
};
export type ViewScan = {
  readonly view: View;
  readonly found: readonly Found[];
  /** There is something in the text that a stripped view would leave out. */
  readonly invisible: boolean;
  /** Why not everything was told, or not everything looked. */
  readonly full: boolean;
  readonly lintFull: boolean;
  readonly large: boolean;
};

/** More in one file are not told one by one: such a file is not to be sent anyway. */
export const MAX_FOUND = 1000;

/** Control characters other than tabs and line ends, and code points that are drawn as nothing. */
const INVISIBLE = /[^\P{Cc}\t-\r]|\p{DI}/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/** Scans `pieces` in the view that `choose` names after the first of them. Throws HostError, or what ends a pause. */
export async function scanView(
  scanner: Scanner,
  path: string,
  pieces: Iterable<Uint8Array>,
  choose: (first: Uint8Array) => View,
): Promise<ViewScan> {
  const taken = takeFound(scanner);
  let reading: Reading | undefined;
  for (const piece of pieces) {
    if (reading === undefined) reading = startReading(scanner, choose(piece), taken.take);
    else await scanner.pause();
    reading.push(piece);
    if (taken.full()) break;
  }
  reading ??= startReading(scanner, choose(new Uint8Array(0)), taken.take);
  const { view, text, invisible } = reading.end();
  const wanted = scanner.secretlint !== undefined && view.lint && !taken.full();
  const lintFull = wanted && text !== undefined && !(await lintInSlices(scanner, path, text, taken.take));
  return {
    view,
    found: taken.found,
    invisible,
    full: taken.full(),
    lintFull,
    large: wanted && text === undefined,
  };
}

function takeFound(scanner: Scanner): {
  found: Found[];
  full: () => boolean;
  take: (hit: Located) => boolean;
} {
  const found: Found[] = [];
  let full = false;
  const take = ({ detector, start, end, line, column, value }: Located): boolean => {
    full = found.length >= MAX_FOUND;
    // The value ends here.
    if (!full)
      found.push({ detector, start, end, line, column, fingerprint: scanner.fingerprint(detector, value) });
    return !full;
  };
  return { found, full: () => full, take };
}

type Reading = {
  push(piece: Uint8Array): void;
  /** `text`: the whole of it, when secretlint may read that much. */
  end(): { view: View; text: string | undefined; invisible: boolean };
};

function startReading(scanner: Scanner, view: View, take: (hit: Located) => boolean): Reading {
  const detectors = view.text
    ? scanner.detectors
    : scanner.detectors.filter((detector) => detector.id !== 'assignment');
  const scan = scanText(detectors, take);
  const decoder = new TextDecoder(view.encoding);
  let size = 0;
  let text: string | undefined = '';
  let invisible = false;
  const read = (decoded: string) => {
    invisible ||= !view.stripped && INVISIBLE.test(decoded);
    const shown = view.stripped ? decoded.replace(ALL_INVISIBLE, '') : decoded;
    scan.push(shown);
    text = size <= SECRETLINT_MAX_BYTES && text !== undefined ? text + shown : undefined;
  };
  return {
    push(piece) {
      size += piece.length;
      read(decoder.decode(piece, { stream: true }));
    },
    end() {
      read(decoder.decode());
      scan.end();
      return { view, text, invisible };
    },
  };
}
