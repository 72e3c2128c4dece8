/** `--set SECTION=FILE`: a section that somebody else wrote. */
import { resolve } from 'node:path';
import type { Json } from '../../engine/mod.ts';
import { repeated } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { defineFlag } from './flag.ts';

export const set = defineFlag<{ readonly set: readonly string[] }>({
  options: [
    { flags: '--set <section=file>', says: 'take a section from a JSON file (repeatable)', parse: repeated },
  ],
  async collect({ set: assignments }, { context, evidence: collected }) {
    const { readSet } = await import('../../collect/mod.ts');
    const evidence: Record<string, Json> = {};
    for (const assignment of assignments) {
      const { section, value } = readSet(context.host, assignment);
      if ((evidence[section] ?? collected[section]) !== undefined)
        throw new CommandError(EXIT.usage, `Section "${section}" is given twice`, {
          help: 'Give each section by one flag',
        });
      evidence[section] = value;
    }
    return evidence;
  },
  defaults(needs, { root, collect }) {
    const named = Object.entries(collect.set ?? {}).filter(([section]) => needs.has(section));
    if (named.length === 0) return {};
    return { set: named.map(([section, file]) => `${section}=${resolve(root, file ?? '')}`) };
  },
});
