/** Prepares a scanner, and says by which detectors it scans. */
import { compareCodePoints } from '../../host/code-points.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import { pauseFor } from '../pace.ts';
import { canaryDetector } from './canary.ts';
import { type Detector, digestOf } from './detector.ts';
import { fingerprinter, type Scanner } from './scan-file.ts';
import { loadSecretlint, type Secretlint } from './secretlint.ts';

export type ScanOptions = {
  /** Fresh hexadecimal: secrets made up from it are planted away from what is judged, to prove that the scan sees. */
  readonly canary?: string;
  /** Hexadecimal, one for a history. */
  readonly salt?: string;
  /** False leaves secretlint out; it is then not among the detectors. */
  readonly secretlint?: boolean;
};
export type DescribedDetector = { readonly id: string; readonly digest: string };

/** A scanner with these detectors. Throws CollectError: a salt or a canary of the wrong form, secretlint not installed. */
export async function prepareScanner(
  context: CollectContext,
  own: readonly Detector[],
  { canary, salt = '', secretlint }: ScanOptions,
): Promise<Scanner> {
  if (!/^(?:[0-9a-f]{2})*$/i.test(salt))
    throw new CollectError('input', 'The salt for fingerprints is not hexadecimal');
  const detectors = canary === undefined ? own : [canaryDetector(canary), ...own];
  const fingerprint = fingerprinter(context, salt.toLowerCase());
  const pause = () => pauseFor(context);
  if (secretlint === false) return { detectors, fingerprint, pause };
  return { detectors, fingerprint, pause, secretlint: await secretlintOrFail() };
}

async function secretlintOrFail(): Promise<Secretlint> {
  try {
    return await loadSecretlint();
  } catch (error) {
    throw new CollectError('machine', 'Cannot load secretlint, which scans for secrets', {
      help: 'Install it: npm install @secretlint/core @secretlint/secretlint-rule-preset-recommend',
      cause: error,
    });
  }
}

/** Every detector of a scanner, and `more` of them, with a digest of what each looks for; sorted by id. */
export function describeDetectors(
  { host }: CollectContext,
  { detectors, secretlint }: Scanner,
  more: readonly Pick<Detector, 'id' | 'version'>[] = [],
): DescribedDetector[] {
  // What is planted is drawn anew each time; the detector of it stays the same.
  const drawn = (one: Detector) => (one.id === 'canary' ? { ...one, anchors: [] } : one);
  const all = [...detectors.map(drawn), ...more.map((one) => ({ ...one, anchors: [] }))];
  const described = all.map((one) => ({ id: one.id, digest: digestOf(host, one) }));
  if (secretlint !== undefined) {
    const { version, rules } = secretlint;
    described.push({ id: 'secretlint', digest: host.sha256(JSON.stringify(['secretlint', version, rules])) });
  }
  return described.sort((a, b) => compareCodePoints(a.id, b.id));
}
