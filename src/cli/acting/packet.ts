/** `act packet`: what an agent is told of the tree, instead of the tree. */
import { defineAct } from './act.ts';

type Options = { readonly output?: string; readonly task?: string };
const FILE = 'packet.json';

export const packet = defineAct<Options>({
  name: 'packet',
  summary: 'write the task packet: what may be written, what must not change',
  description:
    'Writes the names that the fence allows, the names that must not change, and digests\nof allowed files only. Needs the sections fence and plan, and a stamped tree. It is not\nwritten when --task repeats a denied file, or when a secret would be inside.',
  action: 'write',
  options: [
    { flags: '-o, --output <file>', says: `where the packet is (default: ${FILE})` },
    { flags: '--task <file>', says: 'the text of the task, which goes into the packet' },
  ],
  examples: [
    'holdpoint act packet --rules rules/write-fence.yaml --set fence=fence.json --set plan=plan.json --tree scratch',
  ],
  async plan({ output = FILE, task }, context) {
    const { planPacket } = await import('../../act/packet.ts');
    return planPacket(context, { output, ...(task === undefined ? {} : { task }) });
  },
  async refused({ output = FILE }, context) {
    const { removeStale } = await import('../../act/output-file.ts');
    return removeStale(context, 'packet', output);
  },
});
