/** `act card`: the part of a tool's answer that may go on. */
import { defineAct } from './act.ts';

type Options = { readonly output?: string };
const FILE = 'card.json';

export const card = defineAct<Options>({
  name: 'card',
  summary: "write the part of a tool's answer that may go on",
  description:
    'Writes the card on a release: only the fields that the schema names. On a hold, the card of an\nearlier answer is removed, so that nobody reads it as this one.',
  action: 'return',
  options: [{ flags: '-o, --output <file>', says: `where the card is (default: ${FILE})` }],
  examples: [
    'holdpoint act card --rules rules/tool-response.yaml --response body.bin --content-type application/json',
  ],
  async plan({ output = FILE }, context) {
    const { planOutputFile } = await import('../../act/output-file.ts');
    return planOutputFile(context, 'card', output);
  },
  async refused({ output = FILE }, context) {
    const { removeStale } = await import('../../act/output-file.ts');
    return removeStale(context, 'card', output);
  },
});
