/** `--proof`: a proof folder, and the sections that its files fill. */
import { resolve } from 'node:path';
import { defineFlag } from './flag.ts';

export const proof = defineFlag<{ readonly proof: string }>({
  options: [{ flags: '--proof <dir>', says: 'a proof folder: its hash, contract, tests and change' }],
  async collect({ proof: folder }, { context, evidence }) {
    const { collectProof } = await import('../../collect/mod.ts');
    const { change, ...sections } = await collectProof(context, { folder });
    // What git itself says of the change is worth more than a file that git wrote. Tests and tools are judged as hashed.
    return {
      ...sections,
      ...(change === undefined || evidence['change'] !== undefined ? {} : { change }),
    };
  },
  defaults: (needs, { root, collect }) =>
    needs.has('proof') && collect.proof !== undefined ? { proof: resolve(root, collect.proof) } : {},
});
