/** Section `tree_before`: the same folder as it was stamped earlier, read back from a file. */
import { isObject, type Json } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';
import { CollectError } from './collector.ts';
import { readJsonFile, sectionIn } from './json-file.ts';

/**
 * What `collect --tree DIR -o FILE` wrote: a snapshot with a `tree` (or `tree_before`) section, or such a section alone.
 * Throws CollectError (input) when the file holds neither, or fields that such a section has not.
 */
export function readTreeBefore(host: Host, file: string): Json {
  const json = readJsonFile(host, file);
  const { value } = json;
  const evidence = isObject(value) && isObject(value['evidence']) ? value['evidence'] : undefined;
  const at = ['tree', 'tree_before'].find((name) => isObject(evidence?.[name]));
  const section = at === undefined ? value : evidence?.[at];
  if (isObject(section) && isObject(section['files'])) {
    return sectionIn(json, 'tree_before', section, at === undefined ? [] : ['evidence', at]);
  }
  throw new CollectError(
    'input',
    `Cannot use ${JSON.stringify(file)} as the tree before: it holds no stamped tree`,
    {
      help: 'Write it with "holdpoint collect --tree DIR -o FILE" before the job runs',
    },
  );
}
