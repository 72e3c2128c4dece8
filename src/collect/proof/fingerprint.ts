/** Reads `env_fingerprint.txt`: what the job ran on, `name=value` a line. */
import { isUnsafeKey } from '../../engine/unsafe-keys.ts';
import { ProofFault } from './fault.ts';

export type Fingerprint = { readonly [name: string]: string };

/** Blank values stay: a tool without a version is what a rule wants to know. Throws ProofFault. */
export function readFingerprint(text: string): Fingerprint {
  const entries = text.split('\n').flatMap((line, index): [string, string][] => {
    if (line.trim() === '') return [];
    const [, name = '', value = ''] = /^([A-Za-z0-9_.+-]{1,64})=(.{0,500})$/.exec(line.trimEnd()) ?? [];
    if (name === '' || isUnsafeKey(name)) throw new ProofFault(`line ${index + 1} is not NAME=VALUE`);
    return [[name, value.trim()]];
  });
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new ProofFault('it names a tool twice');
  return Object.fromEntries(entries);
}
