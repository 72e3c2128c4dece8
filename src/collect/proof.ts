/**
 * Sections `proof`, `done`, `tests`, `change` and `toolchain`, all from one proof folder: what is judged is what was hashed,
 * and no word of anybody who did the work.
 */
import { isObject, type JsonObject, parseJson } from '../engine/mod.ts';
import { decodeUtf8 } from '../host/text.ts';
import type { CollectContext } from './collector.ts';
import { collectTests, type Tests } from './junit.ts';
import { ProofFault } from './proof/fault.ts';
import { type Fingerprint, readFingerprint } from './proof/fingerprint.ts';
import { type ProofFile, type ProofFolder, type ProofTexts, readFolder } from './proof/folder.ts';
import { type Named, readNameStatus } from './proof/name-status.ts';
import { type Counted, readStat } from './proof/stat.ts';
import type { Skipped } from './walk.ts';

export type Proof = Omit<ProofFolder, 'texts'>;
/** The change as the two git files of a proof tell it: lines of one file together, no modes, no kinds. */
export type ProofChange = {
  readonly base?: string;
  readonly head?: string;
  readonly files: readonly (Named & Counted)[];
};
export type ProofSections = {
  readonly proof: Proof;
  readonly done?: JsonObject;
  readonly tests?: Tests;
  readonly change?: ProofChange;
  readonly toolchain?: Fingerprint;
};

/**
 * Reads a proof folder, following no link; `fresh` bytes are read in the place of what stands there. A file that is there and cannot be understood stands in `proof.skipped` with the
 * reason, and the section that it would have filled is absent. Throws CollectError when `folder` is no folder, and for a report
 * with a DOCTYPE.
 */
export async function collectProof(
  context: CollectContext,
  options: { readonly folder: string; readonly fresh?: ProofTexts },
): Promise<ProofSections> {
  const { texts, ...proof } = readFolder(context.host, options.folder, options.fresh);
  const faults: Skipped[] = [];
  const read = <T>(name: ProofFile, work: (text: string) => T): T | undefined => {
    const bytes = texts.get(name);
    if (bytes === undefined) return undefined;
    try {
      return work(textOf(bytes));
    } catch (error) {
      if (!(error instanceof ProofFault)) throw error;
      faults.push({ path: name, why: error.message });
      return undefined;
    }
  };
  const done = read('done.json', contractOf);
  const toolchain = read('env_fingerprint.txt', readFingerprint);
  const named = read('git_name_status.txt', readNameStatus);
  const counted = read('git_stat.txt', readStat);
  const files =
    named === undefined || counted === undefined
      ? undefined
      : read('git_stat.txt', () => together(named, counted));
  const tests = await testsOf(context, options.folder, proof, faults);
  return {
    proof: { ...proof, skipped: [...proof.skipped, ...faults] },
    ...(done === undefined ? {} : { done }),
    ...(tests === undefined ? {} : { tests }),
    ...(files === undefined ? {} : { change: { ...commitsOf(toolchain), files } }),
    ...(toolchain === undefined ? {} : { toolchain }),
  };
}

/** The report is read a second time to be counted: it must be the one that was hashed. */
async function testsOf(
  context: CollectContext,
  folder: string,
  { files }: Pick<Proof, 'files'>,
  faults: Skipped[],
): Promise<Tests | undefined> {
  const report = 'junit.xml';
  if (files[report] === undefined) return undefined;
  const tests = await collectTests(context, { folder, reports: [report] });
  const changed = tests.sources.some(({ sha256 }) => sha256 !== files[report]?.sha256);
  if (!changed) return tests;
  faults.push({ path: report, why: 'it changed while it was read' });
  return undefined;
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  throw new ProofFault(decoded.why);
}

function contractOf(text: string): JsonObject {
  const parsed = parseJson(text, { file: 'done.json', maxDepth: MAX_DEPTH });
  if (!parsed.ok) {
    const { message, line, column } = parsed.diagnostics[0]!;
    throw new ProofFault(`${message} (line ${line}, column ${column})`);
  }
  if (!isObject(parsed.value)) throw new ProofFault('it is JSON, but not an object');
  return parsed.value;
}

/** What a snapshot can carry, less those around the contract. */
const MAX_DEPTH = 60;

/** The two texts list the same files in the same order; the stat shortens names, so only their number can be compared. */
function together(named: readonly Named[], counted: readonly Counted[]): readonly (Named & Counted)[] {
  if (named.length !== counted.length)
    throw new ProofFault(`it tells of ${counted.length} files, and git_name_status.txt of ${named.length}`);
  return named.map((one, index) => ({ ...one, ...counted[index]! }));
}

function commitsOf(fingerprint: Fingerprint | undefined): { base?: string; head?: string } {
  const id = (name: 'base' | 'head') => {
    const value = fingerprint?.[name] ?? '';
    return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value) ? { [name]: value } : {};
  };
  return { ...id('base'), ...id('head') };
}
