/** Section `secrets`: where detectors found something that looks like a secret. Places and fingerprints, never a value. */
import { OWN_FILE } from '../engine/evidence/left-out.ts';
import { compareCodePoints } from '../host/code-points.ts';
import { HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import type { CollectContext } from './collector.ts';
import { excluding } from './exclude.ts';
import { onDisk } from './on-disk.ts';
import { startPace } from './pace.ts';
import { type Canary, proveScanner } from './secrets/canary.ts';
import { DETECTORS } from './secrets/detectors/mod.ts';
import { isSecretFileName, SECRET_FILE_NAME } from './secrets/file-name.ts';
import {
  type DescribedDetector,
  describeDetectors,
  prepareScanner,
  type ScanOptions,
} from './secrets/prepare.ts';
import { type FileScan, type Scanner, scanPieces } from './secrets/scan-file.ts';
import { type Skipped, type WalkStep, walk } from './walk.ts';

export type Finding = {
  readonly detector: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly fingerprint: string;
};
export type Secrets = {
  readonly detectors: readonly DescribedDetector[];
  readonly canary: Canary;
  /** Files that our own detectors looked into. */
  readonly scanned_files: number;
  readonly skipped: readonly Skipped[];
  /** Sorted by path, line, column and detector. What was planted is not among them. */
  readonly findings: readonly Finding[];
};
export type SecretsOptions = ScanOptions & {
  /** A folder, or one file. */
  readonly path: string;
  /** In a folder: only these files, relative to it. */
  readonly files?: readonly string[];
  readonly exclude?: readonly string[];
};

/**
 * Scans files for secrets. Nothing in a scanned file can switch a detector off. What was not scanned, or not by all, is
 * in `skipped`. Throws CollectError: no such path, a canary of the wrong form, no place to plant it, secretlint not installed.
 */
export async function collectSecrets(context: CollectContext, options: SecretsOptions): Promise<Secrets> {
  const scanner = await prepareScanner(context, DETECTORS, options);
  const detectors = describeDetectors(context, scanner, [SECRET_FILE_NAME]);
  const { root, steps } = stepsOf(context, options);
  const findings: Finding[] = [];
  const skipped: Skipped[] = [];
  let scanned_files = 0;
  const pace = startPace(context, 'Scanning for secrets', options.files?.length);
  for (const step of steps) {
    const pause = pace();
    if (pause !== undefined) await pause;
    if (!('why' in step)) findings.push(...judgeName(scanner, step.path));
    const scan =
      'why' in step ? { ...step, found: [], scanned: false } : await scanStep(context, scanner, root, step);
    if (scan.scanned) scanned_files += 1;
    if (scan.why !== undefined) skipped.push({ path: step.path, why: scan.why });
    for (const { start: _, end: __, ...found } of scan.found) findings.push({ ...found, path: step.path });
  }
  // Last, by the scanner that has seen all the rest: it must not have stopped seeing on the way.
  const canary =
    options.canary === undefined
      ? { planted: false, detected: false }
      : await proveScanner(context, scanner, options.canary, detectors);
  return {
    detectors,
    canary,
    scanned_files,
    skipped: skipped.sort((a, b) => compareCodePoints(a.path, b.path)),
    findings: findings.sort(inOrder),
  };
}

function stepsOf(
  { host }: CollectContext,
  options: SecretsOptions,
): { root: string; steps: Iterable<WalkStep> } {
  const leaveOut = excluding(options.exclude);
  if (isFile(host, options.path)) return { root: '.', steps: [{ path: options.path, kind: 'file' }] };
  const root = options.path;
  if (options.files === undefined) return { root, steps: withoutOwn(walk(host, root, { leaveOut })) };
  return { root, steps: options.files.map((path) => listedStep(host, root, path)) };
}

/** Holdpoint's own files hold no evidence, and the salt is a secret by purpose. */
function* withoutOwn(steps: Iterable<WalkStep>): Generator<WalkStep> {
  for (const step of steps) if (!('why' in step) || step.why !== OWN_FILE) yield step;
}

function isFile(host: CollectContext['host'], path: string): boolean {
  try {
    return host.files.info(path).kind === 'file';
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  }
}

function listedStep(host: CollectContext['host'], root: string, path: string): WalkStep {
  try {
    const { kind } = host.files.info(onDisk(root, path));
    return kind === 'file' || kind === 'symlink' ? { path, kind } : { path, why: 'it is not a file' };
  } catch (error) {
    if (error instanceof HostError) return { path, why: whyOf(error) };
    throw error;
  }
}

async function scanStep(
  context: CollectContext,
  scanner: Scanner,
  root: string,
  step: { path: string; kind: 'file' | 'symlink' },
): Promise<FileScan> {
  const { files } = context.host;
  const path = onDisk(root, step.path);
  try {
    // A link is not followed, but what it says travels with the repository.
    const open = () => (step.kind === 'symlink' ? [files.readLink(path)] : files.chunks(path));
    return await scanPieces(scanner, step.path, open);
  } catch (error) {
    if (error instanceof HostError) return { found: [], scanned: false, why: whyOf(error) };
    throw error;
  }
}

function judgeName(scanner: Scanner, path: string): Finding[] {
  const { id } = SECRET_FILE_NAME;
  return isSecretFileName(path)
    ? [{ detector: id, path, line: 1, column: 1, fingerprint: scanner.fingerprint(id, path) }]
    : [];
}

function inOrder(a: Finding, b: Finding): number {
  return (
    compareCodePoints(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column ||
    compareCodePoints(a.detector, b.detector)
  );
}
