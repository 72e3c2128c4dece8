/** Loads rule files and folders from disk into a compiled ruleset; every complaint of every file at once. */
import { type CompiledRuleset, compile, loadRuleset, type RuleFile, type Ruleset } from '../engine/mod.ts';
import { InputFaults } from './command-error.ts';
import type { Io } from './io.ts';
import { readText } from './read-text.ts';
import { nameFiles, ruleFilesAt } from './rule-paths.ts';

const MAX_RULE_BYTES = 1024 * 1024;

/** The texts of all rule files under the paths, in the order of their names. */
export async function readRuleFiles(
  io: Io,
  paths: readonly string[],
  root: string,
): Promise<readonly RuleFile[]> {
  const found = nameFiles(
    root,
    paths.flatMap((path) => ruleFilesAt(io, path)),
  );
  const files = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    files.map(async ([name, path]) => ({ name, text: await readText(io, path, MAX_RULE_BYTES) })),
  );
}

/** Loads and compiles, or throws InputFaults. */
export async function loadRules(io: Io, paths: readonly string[], root: string): Promise<CompiledRuleset> {
  return compile(await loadRulesetFrom(io, paths, root));
}

/** Loads, or throws InputFaults. */
export async function loadRulesetFrom(io: Io, paths: readonly string[], root: string): Promise<Ruleset> {
  const loaded = loadRuleset(await readRuleFiles(io, paths, root), { sha256: io.host.sha256 });
  if (!loaded.ok) throw new InputFaults(loaded.diagnostics);
  return loaded.value;
}
