/** `--set SECTION=FILE`: a section that a person or another program wrote, taken as it is. */
import type { Json } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';
import { CollectError } from './collector.ts';
import { readJsonFile } from './json-file.ts';

/**
 * The section's name and its content, from `SECTION=FILE`. Names and fields are checked when the snapshot is.
 * Throws CollectError (input): no `=`, no such file, over 64 MiB, not UTF-8, not JSON (with line and column).
 */
export function readSet(host: Host, assignment: string): { section: string; value: Json } {
  const at = assignment.indexOf('=');
  const section = assignment.slice(0, at);
  const file = assignment.slice(at + 1);
  if (at < 1 || file === '' || !/^[a-z_]+$/.test(section)) {
    throw new CollectError('input', `Cannot set ${JSON.stringify(assignment)}: it is not SECTION=FILE`, {
      help: 'Write the section, an equals sign and a JSON file, such as card=card.json',
    });
  }
  return { section, value: readJsonFile(host, file) };
}
