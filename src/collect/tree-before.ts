/** Section `tree_before`: the same folder as it was stamped earlier, read back from a file. */
import { isObject, type Json } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';
import { CollectError } from './collector.ts';
import { readJsonFile } from './json-file.ts';

/**
 * What `collect --tree DIR -o FILE` wrote: a snapshot with a `tree` (or `tree_before`) section, or such a section alone.
 * Throws CollectError (input) when the file holds neither. Its fields are checked when the snapshot is.
 */
export function readTreeBefore(host: Host, file: string): Json {
  const content = readJsonFile(host, file);
  const evidence = isObject(content) && isObject(content['evidence']) ? content['evidence'] : undefined;
  const section = evidence === undefined ? content : (evidence['tree'] ?? evidence['tree_before']);
  if (isObject(section) && isObject(section['files'])) return section;
  throw new CollectError(
    'input',
    `Cannot use ${JSON.stringify(file)} as the tree before: it holds no stamped tree`,
    {
      help: 'Write it with "holdpoint collect --tree DIR -o FILE" before the job runs',
    },
  );
}
