/** holdpoint.yaml: what is in force in a repository. Found by walking up from where the command runs. */
import { dirname, join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { checkYaml, SECTIONS } from '../engine/mod.ts';
import { CommandError, InputFaults } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { readText } from './read-text.ts';

export const PROJECT_FILE = 'holdpoint.yaml';

const filesBySection = Object.fromEntries(SECTIONS.map(({ name }) => [name, v.optional(v.string())]));
const projectSchema = v.strictObject({
  version: v.literal(1, 'Expected version: 1'),
  rules: v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one file or folder')),
  history: v.optional(v.string()),
  collect: v.optional(
    v.strictObject({
      tree: v.optional(v.string()),
      tree_before: v.optional(v.string()),
      git: v.optional(v.string()),
      locks: v.optional(v.array(v.string())),
      imports: v.optional(v.boolean()),
      secrets: v.optional(v.string()),
      junit: v.optional(v.array(v.string())),
      bundle: v.optional(v.string()),
      manifest: v.optional(v.string()),
      toolchain: v.optional(v.array(v.string())),
      proof: v.optional(v.string()),
      set: v.optional(v.strictObject(filesBySection)),
    }),
  ),
});
export type CollectDefaults = NonNullable<v.InferOutput<typeof projectSchema>['collect']>;

export type Project = {
  /** Where holdpoint.yaml stands, or the working directory when there is none. */
  readonly root: string;
  readonly found: boolean;
  readonly rules: readonly string[];
  /** Path of the history, relative to the root; a server's address comes from HOLDPOINT_DB only. */
  readonly history: string;
  readonly collect: CollectDefaults;
};

/** Reads the nearest holdpoint.yaml. Throws InputFaults when it is there and wrong. */
export async function findProject(io: Io): Promise<Project> {
  const start = io.host.workingDirectory;
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, PROJECT_FILE);
    if (io.host.files.exists(file)) return readProject(io, file, folder);
    if (dirname(folder) === folder)
      return { root: start, found: false, rules: [], history: join('.holdpoint', 'history.db'), collect: {} };
  }
}

async function readProject(io: Io, file: string, root: string): Promise<Project> {
  const name = relative(io.host.workingDirectory, file) || PROJECT_FILE;
  const checked = checkYaml(projectSchema, await readText(io, file), name);
  if (!checked.ok) throw new InputFaults(checked.diagnostics);
  const { rules, history, collect } = checked.value;
  return {
    root,
    found: true,
    rules,
    history: history ?? join('.holdpoint', 'history.db'),
    collect: collect ?? {},
  };
}

/** The rules a command is to use: `--rules`, else the project's. Throws when there are none. */
export function rulePaths(given: readonly string[] | undefined, project: Project): readonly string[] {
  if (given !== undefined && given.length > 0) return given;
  if (project.found) return project.rules.map((path) => resolve(project.root, path));
  const help = 'Say --rules PATH, or write a holdpoint.yaml with: holdpoint init';
  throw new CommandError(EXIT.usage, 'There are no rules to judge by', { help });
}
