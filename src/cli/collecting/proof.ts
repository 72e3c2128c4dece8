/** `--proof`: a proof folder, and the sections that its files fill. */
import { resolve } from 'node:path';
import { defineFlag } from './flag.ts';

export const proof = defineFlag<{ readonly proof: string }>({
  options: [{ flags: '--proof <dir>', says: 'a proof folder: its hash, contract, tests and change' }],
  async collect({ proof: folder }, { context, evidence }) {
    const { collectProof } = await import('../../collect/mod.ts');
    const sections = Object.entries(await collectProof(context, { folder }));
    // What another flag asked git or the machine itself is worth more than what a file says of them.
    return Object.fromEntries(sections.filter(([section]) => evidence[section] === undefined));
  },
  defaults: (needs, { root, collect }) =>
    needs.has('proof') && collect.proof !== undefined ? { proof: resolve(root, collect.proof) } : {},
});
