/** `act proof`: a proof folder, written once and compared ever after. */
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineAct } from './act.ts';

type Options = { readonly proof?: string; readonly git?: string; readonly repo?: string };
const FOLDER = 'proof';

export const proof = defineAct<Options>({
  name: 'proof',
  summary: 'write a proof of a job, or compare one that is there',
  description:
    'The folder (--proof, or proof) must hold done.json, written before the work,\nand junit.xml, written by the test runner. The first run judges what the proof\nwould be and, on a release, writes the other files and PROOF.sha256 last. Every\nrun after it makes all of it again and compares; it never writes.',
  action: 'merge',
  options: [],
  examples: [
    'holdpoint act proof --rules rules --git BASE..HEAD',
    'holdpoint act proof --rules rules --git BASE..HEAD --toolchain node npm',
    'holdpoint eval --action merge --rules rules --proof proof',
  ],
  prepare: {
    flags: ['proof'],
    sections: ['proof', 'done', 'tests', 'toolchain'],
    async make({ proof, git, repo }, { context, project, evidence }) {
      const named = project.collect.proof;
      const folder = proof ?? (named === undefined ? FOLDER : resolve(project.root, named));
      const range = git ?? project.collect.git;
      if (range === undefined)
        throw new CommandError(EXIT.usage, 'act proof needs to know which commits the job is between', {
          help: 'Add --git BASE..HEAD, with BASE as the commit that the job began at',
        });
      const { prepareProof } = await import('../../act/proof.ts');
      const repository = repo ?? (git === undefined ? project.root : '.');
      return prepareProof(context, { folder, range, repository, toolchain: evidence['toolchain'] });
    },
  },
});
