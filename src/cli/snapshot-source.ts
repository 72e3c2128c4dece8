/** Composes a snapshot from the collect flags: what `collect` writes and `eval` judges on the spot. */
import { resolve } from 'node:path';
import type { CollectContext } from '../collect/collector.ts';
import { CollectError } from '../collect/collector.ts';
import { ENGINE, type Json, readSnapshot, type Snapshot, type Subject } from '../engine/mod.ts';
import { CommandError, InputFaults } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { progressBar } from './progress.ts';
import type { Project } from './project.ts';
import { readText } from './read-text.ts';

/** The collect flags as the command line gives them. */
export type CollectFlags = {
  readonly tree?: string;
  readonly treeBefore?: string;
  readonly git?: string;
  readonly repo?: string;
  readonly renames?: boolean;
  readonly locks?: readonly string[] | true;
  readonly secrets?: string;
  readonly canary?: string;
  readonly env?: boolean;
  readonly set?: readonly string[];
  readonly merge?: string;
  readonly action?: string;
  readonly job?: string;
  readonly actor?: string;
};

/** What only means something while evidence is collected. */
const DETAIL_FLAGS = ['repo', 'renames', 'canary', 'job', 'actor'] as const;
const SECTION_FLAGS = ['tree', 'treeBefore', 'git', 'locks', 'secrets', 'env', 'set', 'merge'] as const;

/** True when any flag that brings evidence was given. */
export function collectsAnything(flags: CollectFlags): boolean {
  return SECTION_FLAGS.some((flag) => flags[flag] !== undefined);
}

/** Throws CommandError when a snapshot that is complete already is given together with flags that would add to it. */
export function refuseCollecting(flags: CollectFlags, source: string): void {
  const given = [...SECTION_FLAGS, ...DETAIL_FLAGS].find((flag) => flags[flag] !== undefined);
  if (given === undefined) return;
  const name = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CommandError(EXIT.usage, `${source} and --${name} cannot go together`, {
    help: 'Use --merge FILE to add to a snapshot',
  });
}

/**
 * The flags that bring just what the rules read, from the project's defaults and the current repository. What has no
 * default stays absent, and absent evidence holds.
 */
export function flagsForRules(
  needs: ReadonlySet<string>,
  project: Project,
  flags: CollectFlags,
): CollectFlags {
  const { collect, root } = project;
  const under = (path: string) => resolve(root, path);
  const set = Object.entries(collect.set ?? {}).filter(([section]) => needs.has(section));
  const wantsGit = needs.has('change') || needs.has('locks');
  return {
    ...flags,
    ...(needs.has('tree') ? { tree: under(collect.tree ?? '.') } : {}),
    ...(needs.has('tree_before') && collect.tree_before !== undefined
      ? { treeBefore: under(collect.tree_before) }
      : {}),
    ...(wantsGit && collect.git !== undefined ? { git: collect.git, repo: flags.repo ?? root } : {}),
    ...(needs.has('locks') && collect.git !== undefined ? { locks: collect.locks ?? true } : {}),
    ...(needs.has('secrets') ? { secrets: under(collect.secrets ?? '.') } : {}),
    ...(needs.has('environment') ? { env: true } : {}),
    ...(set.length > 0 ? { set: set.map(([section, file]) => `${section}=${under(file ?? '')}`) } : {}),
  };
}

/** Collects what the flags ask for. Throws CommandError: 65 for what is wrong with the asking, 69 for the machine. */
export async function composeSnapshot(io: Io, flags: CollectFlags, project: Project): Promise<Snapshot> {
  const bar = progressBar(io);
  const context: CollectContext = { host: io.host, progress: bar.progress, signal: io.signal };
  try {
    const base = flags.merge === undefined ? undefined : await readSnapshotFile(io, flags.merge);
    const evidence = { ...base?.evidence, ...(await collectEvidence(context, flags, project)) };
    const subject: Subject = { ...base?.subject, ...(await subjectOf(context, flags)) };
    const action = flags.action ?? base?.action;
    return {
      schema: 'holdpoint/snapshot@1',
      ...(action === undefined ? {} : { action }),
      ...(Object.keys(subject).length === 0 ? {} : { subject }),
      collected: { at: new Date(io.host.now()).toISOString(), by: ENGINE },
      evidence,
    };
  } catch (error) {
    throw error instanceof CollectError ? collectFailure(error) : error;
  } finally {
    bar.clear();
  }
}

/** A snapshot file, or `-` for standard input. Throws InputFaults. */
export async function readSnapshotFile(io: Io, file: string): Promise<Snapshot> {
  const read = readSnapshot(await readText(io, file), file === '-' ? '<stdin>' : file);
  if (!read.ok) throw new InputFaults(read.diagnostics);
  return read.value;
}

function collectFailure(error: CollectError): CommandError {
  const status = error.blame === 'input' ? EXIT.input : EXIT.unavailable;
  return new CommandError(status, error.message, {
    ...(error.help === undefined ? {} : { help: error.help }),
    cause: error,
  });
}

async function collectEvidence(
  context: CollectContext,
  flags: CollectFlags,
  project: Project,
): Promise<Record<string, Json>> {
  const collect = await import('../collect/mod.ts');
  const evidence: Record<string, Json> = {};
  const folder = flags.repo ?? '.';
  const git = flags.git;
  if (flags.locks !== undefined && git === undefined) {
    throw new CommandError(EXIT.usage, '--locks needs to know which commits to compare', {
      help: 'Add --git BASE..HEAD',
    });
  }
  if (flags.tree !== undefined) evidence['tree'] = await collect.collectTree(context, { root: flags.tree });
  if (flags.treeBefore !== undefined)
    evidence['tree_before'] = collect.readTreeBefore(context.host, flags.treeBefore);
  if (git !== undefined)
    evidence['change'] = await collect.collectChange(context, {
      folder,
      range: git,
      renames: flags.renames === true,
    });
  if (flags.locks !== undefined && git !== undefined) {
    const globs = flags.locks === true || flags.locks.length === 0 ? {} : { globs: flags.locks };
    evidence['locks'] = await collect.collectLocks(context, { folder, range: git, ...globs });
  }
  if (flags.secrets !== undefined) {
    const { saltOf } = await import('./salt.ts');
    const canary = flags.canary === undefined ? {} : { canary: flags.canary };
    evidence['secrets'] = await collect.collectSecrets(context, {
      path: flags.secrets,
      salt: saltOf(context.host, project.root),
      ...canary,
    });
  }
  if (flags.env === true) evidence['environment'] = await collect.collectEnvironment(context, { folder });
  for (const assignment of flags.set ?? []) {
    const { section, value } = collect.readSet(context.host, assignment);
    if (evidence[section] !== undefined)
      throw new CommandError(EXIT.usage, `Section "${section}" is given twice`, {
        help: 'Give each section by one flag',
      });
    evidence[section] = value;
  }
  return evidence;
}

async function subjectOf(context: CollectContext, flags: CollectFlags): Promise<Subject> {
  const git = flags.git === undefined ? {} : await gitSubject(context, flags.repo ?? '.', flags.git);
  return {
    ...git,
    ...(flags.job === undefined ? {} : { job: flags.job }),
    ...(flags.actor === undefined ? {} : { actor: flags.actor }),
  };
}

async function gitSubject(context: CollectContext, folder: string, range: string): Promise<Subject> {
  const { collectSubject } = await import('../collect/mod.ts');
  return collectSubject(context, folder, range.split(/\.{2,3}/).at(-1) || 'HEAD');
}
