/** `--set SECTION=FILE`: a section that a person or another program wrote. */
import type { Json } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';
import { CollectError } from './collector.ts';
import { readJsonFile, sectionIn } from './json-file.ts';

/**
 * The section's name and its content, from `SECTION=FILE`. Throws CollectError (input): no `=`, no such file, over
 * 64 MiB, not UTF-8, not JSON, an unknown section, or what its schema does not allow (with line and column).
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
  const json = readJsonFile(host, file);
  return { section, value: sectionIn(json, section, json.value) };
}
