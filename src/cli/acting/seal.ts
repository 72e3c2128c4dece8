/** `act seal`: a bundle of exactly the named files. */
import { repeated } from '../command.ts';
import { defineAct } from './act.ts';

type Options = { readonly file: readonly string[]; readonly from?: string; readonly to?: string };

export const seal = defineAct<Options>({
  name: 'seal',
  summary: 'copy exactly the named files into a bundle',
  description:
    'Copies the named files, all of them or none. A dotfile, a symbolic link or a ticket is never copied.',
  action: 'publish',
  options: [
    {
      flags: '--file <name>',
      says: 'a file that goes into the bundle (repeatable)',
      parse: repeated,
      required: true,
    },
    { flags: '--from <dir>', says: 'the folder that the files are in (default: .)' },
    { flags: '--to <dir>', says: 'the folder that becomes the bundle (default: bundle)' },
  ],
  examples: ['holdpoint act seal --rules rules/health-contract.yaml --file server.mjs --file README.md'],
  async plan({ file: names, from = '.', to = 'bundle' }, context) {
    const { planSeal } = await import('../../act/seal.ts');
    return planSeal(context, { names, from, to });
  },
});
