/** Tells when a change touches the rules that it is judged by: then the judged party may have chosen its judge. */
import { type CompiledRuleset, isObject, type Snapshot } from '../engine/mod.ts';
import { printable } from '../report/text.ts';
import { PROJECT_FILE } from './project.ts';

/** A warning for standard error, or undefined. Goes by names: rules from elsewhere may be called the same. */
export function ownRulesWarning(snapshot: Snapshot, rules: CompiledRuleset): string | undefined {
  const { change } = snapshot.evidence;
  const files = isObject(change) && Array.isArray(change['files']) ? change['files'] : [];
  const touched = new Set(files.flatMap((file) => (isObject(file) ? [file['path'], file['old_path']] : [])));
  const own = [PROJECT_FILE, ...rules.ruleset.policies.map(({ source }) => source)].filter((name) =>
    touched.has(name),
  );
  if (own.length === 0) return undefined;
  const names = own.map(printable).join(', ');
  return `warning: the change touches what it is judged by: ${names}\n  Judge it by rules from elsewhere: --rules PATH\n`;
}
