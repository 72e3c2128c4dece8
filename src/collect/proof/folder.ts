/** Reads a proof folder: every file once, each hashed, and the six of the bundle hashed together in their order. */
import { type Host, HostError } from '../../host/host.ts';
import { whyOf } from '../../host/host-fault.ts';
import { CollectError } from '../collector.ts';
import { onDisk } from '../on-disk.ts';
import { type Skipped, walk } from '../walk.ts';

/** What the digest of a bundle is over, in this order. */
export const PROOF_FILES = [
  'done.json',
  'junit.xml',
  'git_stat.txt',
  'git_name_status.txt',
  'forbidden.txt',
  'env_fingerprint.txt',
] as const;
export type ProofFile = (typeof PROOF_FILES)[number];
/** Where the digest stands; it is written last, so a bundle without it was not finished. */
export const PROOF_DIGEST = 'PROOF.sha256';

export type ProofFolder = {
  readonly files: { readonly [path: string]: { readonly sha256: string } };
  readonly skipped: readonly Skipped[];
  /** Null when any of the six is not there. */
  readonly computed_sha256: string | null;
  /** As it was written, null when nothing was. */
  readonly recorded_sha256: string | null;
  /** The bytes of those of the six that are read as texts. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
};

const MB = 1024 * 1024;
/** More of a file is not read: then it counts as one that could not be. */
const MAX_BYTES: Readonly<Record<ProofFile, number>> = {
  'done.json': MB,
  'junit.xml': 1024 * MB,
  'git_stat.txt': 64 * MB,
  'git_name_status.txt': 64 * MB,
  'forbidden.txt': 64 * MB,
  'env_fingerprint.txt': MB,
};
const KEPT: ReadonlySet<string> = new Set([
  'done.json',
  'git_stat.txt',
  'git_name_status.txt',
  'env_fingerprint.txt',
]);
const MAX_ENTRIES = 1000;
const MAX_DIGEST = 4096;
const SHOWN = 128;

/** Bytes that are to stand in a proof, by name: looked at in the place of what stands there now. */
export type ProofTexts = ReadonlyMap<ProofFile, Uint8Array>;

/** Follows no link. Throws CollectError for what is no folder, or holds far more than a proof does. */
export function readFolder(host: Host, folder: string, fresh: ProofTexts = new Map()): ProofFolder {
  const { others, skipped } = lookAround(host, folder);
  const files: [string, { sha256: string }][] = [];
  const texts = new Map<string, Uint8Array>();
  const whole = host.startHash();
  const encoder = new TextEncoder();
  let isWhole = true;
  for (const name of PROOF_FILES) {
    if (skipped.has(name)) {
      isWhole = false;
      continue;
    }
    whole.update(encoder.encode(`${name}\0`));
    const own = fresh.get(name);
    const pieces = own === undefined ? host.files.chunks(onDisk(folder, name)) : [own];
    const read = readOne(host, pieces, MAX_BYTES[name], KEPT.has(name), whole.update);
    whole.update(encoder.encode('\0'));
    if (typeof read === 'string') {
      isWhole = false;
      if (read !== '') skipped.set(name, read);
      continue;
    }
    files.push([name, { sha256: read.sha256 }]);
    if (read.bytes !== undefined) texts.set(name, read.bytes);
  }
  for (const name of others) {
    const read = readOne(host, host.files.chunks(onDisk(folder, name)), Number.POSITIVE_INFINITY, false);
    if (typeof read === 'string') skipped.set(name, read || 'it went away while it was read');
    else files.push([name, { sha256: read.sha256 }]);
  }
  const recorded = skipped.has(PROOF_DIGEST) ? null : readDigest(host, onDisk(folder, PROOF_DIGEST), skipped);
  return {
    files: Object.fromEntries(files),
    skipped: [...skipped].map(([path, why]) => ({ path, why })),
    computed_sha256: isWhole ? whole.hex() : null,
    recorded_sha256: recorded,
    texts,
  };
}

/** What stands in the folder beside the seven, and what cannot be read at all. */
function lookAround(host: Host, folder: string): { others: readonly string[]; skipped: Map<string, string> } {
  const seven: readonly string[] = [...PROOF_FILES, PROOF_DIGEST];
  const others: string[] = [];
  const skipped = new Map<string, string>();
  let seen = 0;
  for (const step of walk(host, folder)) {
    seen += 1;
    if (seen > MAX_ENTRIES)
      throw new CollectError(
        'input',
        `Cannot use ${JSON.stringify(folder)} as a proof: it holds more than ${MAX_ENTRIES} files`,
        { help: 'Name the folder that holds done.json, junit.xml and the rest, and nothing else' },
      );
    if ('why' in step) skipped.set(step.path, step.why);
    else if (step.kind === 'symlink') skipped.set(step.path, 'it is a symbolic link');
    else if (!seven.includes(step.path)) others.push(step.path);
  }
  return { others: others.sort(), skipped };
}

type Read = { readonly sha256: string; readonly bytes?: Uint8Array };

/** What a file holds; why it cannot be read, or '' when it is not there. */
function readOne(
  host: Host,
  chunks: Iterable<Uint8Array>,
  most: number,
  keep: boolean,
  also: (bytes: Uint8Array) => void = () => undefined,
): Read | string {
  const hash = host.startHash();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (const piece of chunks) {
      size += piece.length;
      if (size > most) return `it is larger than ${most} bytes`;
      hash.update(piece);
      also(piece);
      if (keep) pieces.push(piece.slice());
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return error.code === 'ENOENT' ? '' : whyOf(error);
  }
  return { sha256: hash.hex(), ...(keep ? { bytes: joined(pieces, size) } : {}) };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function readDigest(host: Host, path: string, skipped: Map<string, string>): string | null {
  const read = readOne(host, host.files.chunks(path), MAX_DIGEST, true);
  if (typeof read !== 'string') return new TextDecoder().decode(read.bytes).trim().slice(0, SHOWN);
  if (read !== '') skipped.set(PROOF_DIGEST, read);
  return null;
}
