/** Loads rule files and folders from disk into a compiled ruleset; every complaint of every file at once. */
import { join, resolve } from 'node:path';
import { type CompiledRuleset, compile, loadRuleset, type RuleFile, type Ruleset } from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import { CommandError, InputFaults } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { nameUnder, PROJECT_FILE } from './project.ts';
import { readText } from './read-text.ts';

const MAX_RULE_BYTES = 1024 * 1024;

/** The texts of all rule files under the paths, named relative to the root. */
export async function readRuleFiles(
  io: Io,
  paths: readonly string[],
  root: string,
): Promise<readonly RuleFile[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const files = ruleFilesUnder(io, resolve(io.host.workingDirectory, path));
    if (files.length === 0) {
      throw new CommandError(EXIT.input, `${path}: There is no rule file in this folder`, {
        help: 'Rule files end in .yaml or .yml',
      });
    }
    for (const file of files) found.set(nameUnder(root, file), file);
  }
  const names = [...found.keys()].sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readText(io, found.get(name)!, MAX_RULE_BYTES) })),
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

function ruleFilesUnder(io: Io, path: string): string[] {
  try {
    if (io.host.files.info(path).kind !== 'directory') return [path];
    return io.host.files.list(path).flatMap(({ name, kind }) => {
      if (name === undefined || name.startsWith('.')) return [];
      if (kind === 'directory') return ruleFilesUnder(io, join(path, name));
      return isRuleFile(name) ? [join(path, name)] : [];
    });
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new CommandError(EXIT.input, `${path}: ${cause.message}`, {
      help: 'Name a rule file or a folder of them',
      cause,
    });
  }
}

function isRuleFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !/\.cases\.ya?ml$/.test(name) && name !== PROJECT_FILE;
}
