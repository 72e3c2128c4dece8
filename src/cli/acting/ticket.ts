/** `act ticket`: the record that a service answered its contract. */
import { defineAct } from './act.ts';

type Options = { readonly output?: string };
const FILE = 'publish_ticket.json';

export const ticket = defineAct<Options>({
  name: 'ticket',
  summary: 'write the ticket of a service that answered its contract',
  description:
    'Writes the ticket on a release. On a hold, the ticket of an earlier release is removed: it would\nbless a service that does not answer as agreed now.',
  action: 'publish',
  options: [{ flags: '-o, --output <file>', says: `where the ticket is (default: ${FILE})` }],
  examples: [
    'holdpoint act ticket --rules rules/health-contract.yaml',
    'holdpoint act ticket --rules rules --health http://127.0.0.1:8765/health --dry-run',
  ],
  async plan({ output = FILE }, context) {
    const { planOutputFile } = await import('../../act/output-file.ts');
    return planOutputFile(context, 'ticket', output);
  },
  async refused({ output = FILE }, context) {
    const { removeStale } = await import('../../act/output-file.ts');
    return removeStale(context, 'ticket', output);
  },
});
