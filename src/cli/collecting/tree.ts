/** `--tree` and `--tree-before`: the stamp of every file, now and earlier. */
import { resolve } from 'node:path';
import type { Json } from '../../engine/mod.ts';
import { defineFlag } from './flag.ts';

export const tree = defineFlag<{ readonly tree?: string; readonly treeBefore?: string }>({
  options: [
    { flags: '--tree <dir>', says: 'stamp every file under a folder' },
    { flags: '--tree-before <file>', says: 'the stamp of the same folder, taken earlier' },
  ],
  async collect({ tree, treeBefore }, { context }) {
    const { collectTree, readTreeBefore } = await import('../../collect/mod.ts');
    const evidence: Record<string, Json> = {};
    if (tree !== undefined) evidence['tree'] = await collectTree(context, { root: tree });
    if (treeBefore !== undefined) evidence['tree_before'] = readTreeBefore(context.host, treeBefore);
    return evidence;
  },
  defaults: (needs, { root, collect }) => ({
    ...(needs.has('tree') ? { tree: resolve(root, collect.tree ?? '.') } : {}),
    ...(needs.has('tree_before') && collect.tree_before !== undefined
      ? { treeBefore: resolve(root, collect.tree_before) }
      : {}),
  }),
});
