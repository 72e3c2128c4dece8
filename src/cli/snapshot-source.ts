/** Composes a snapshot from the collect flags: what `collect` writes, and what `eval` and `act` judge on the spot. */
import type { CollectContext } from '../collect/collector.ts';
import { CollectError } from '../collect/collector.ts';
import {
  type CompiledRuleset,
  ENGINE,
  type Json,
  readSnapshot,
  type Snapshot,
  type Subject,
} from '../engine/mod.ts';
import type { Asked } from './collecting/flag.ts';
import { COLLECT_FLAGS } from './collecting/flags.ts';
import { type CollectFlags, collectsAnything, isGiven, refuseCollecting } from './collecting/options.ts';
import { CommandError, InputFaults } from './command-error.ts';
import { EXIT } from './exit-status.ts';
import type { Io } from './io.ts';
import { progressBar } from './progress.ts';
import type { Project } from './project.ts';
import { readText } from './read-text.ts';

/**
 * The snapshot that a command is to judge: the given file, what the flags collect, or, with neither, just what the
 * rules in force for the action read, less the sections that the caller brings. Throws CommandError.
 */
export async function snapshotFor(
  io: Io,
  given: CollectFlags & { readonly snapshot?: string },
  rules: CompiledRuleset,
  project: Project,
  brought: readonly string[] = [],
): Promise<Snapshot> {
  if (given.snapshot !== undefined) {
    refuseCollecting(given, '--snapshot');
    return readSnapshotFile(io, given.snapshot);
  }
  if (given.action === undefined && given.merge === undefined) {
    throw new CommandError(EXIT.usage, 'The action is missing: what is asked?', {
      help: 'Add --action send, write, run, return, merge or publish',
    });
  }
  if (collectsAnything(given)) return composeSnapshot(io, given, project);
  const needs = new Set(
    rules.inForce(given.action ?? '').flatMap(({ gates }) => gates.flatMap((gate) => gate.needs)),
  );
  for (const section of brought) needs.delete(section);
  const snapshot = await composeSnapshot(
    io,
    withDefaults(needs, project, given, { rules, action: given.action ?? '' }),
    project,
  );
  tellMissing(io, needs, snapshot);
  return snapshot;
}

/**
 * The flags that bring just what the rules read, from the project's defaults and the current repository. What has no
 * default stays absent, and absent evidence holds.
 */
function withDefaults(
  needs: ReadonlySet<string>,
  project: Project,
  given: CollectFlags,
  asked: Asked,
): CollectFlags {
  return Object.assign(
    { ...given },
    ...COLLECT_FLAGS.map((flag) => flag.defaults?.(needs, project, given, asked)),
  );
}

/** The verdict says that evidence is missing; whoever let it be collected by default needs to know how to bring it. */
function tellMissing(io: Io, needs: ReadonlySet<string>, { evidence }: Snapshot): void {
  const missing = [...needs].filter((section) => evidence[section] === undefined).sort();
  if (missing.length === 0) return;
  io.err(`Not collected: ${missing.join(', ')}\n  Name them under collect in holdpoint.yaml, or add flags\n`);
}

/** Collects what the flags ask for. Throws CommandError: 65 for what is wrong with the asking, 69 for the machine. */
export async function composeSnapshot(io: Io, given: CollectFlags, project: Project): Promise<Snapshot> {
  const bar = progressBar(io);
  const context: CollectContext = { host: io.host, progress: bar.progress, signal: io.signal };
  try {
    const base = given.merge === undefined ? undefined : await readSnapshotFile(io, given.merge);
    const collected: Record<string, Json> = {};
    for (const flag of COLLECT_FLAGS) {
      if (!isGiven(flag.options, given)) continue;
      Object.assign(collected, await flag.collect(given, { context, io, project, evidence: collected }));
    }
    const evidence = { ...base?.evidence, ...collected };
    const subject: Subject = { ...base?.subject, ...(await subjectOf(context, given)) };
    const action = given.action ?? base?.action;
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

async function subjectOf(context: CollectContext, given: CollectFlags): Promise<Subject> {
  const { git, patch, base, repo = '.' } = given as Readonly<Record<string, string | undefined>>;
  const range = git ?? (patch === undefined ? undefined : base);
  return {
    ...(range === undefined ? {} : await gitSubject(context, repo, range)),
    ...(given.job === undefined ? {} : { job: given.job }),
    ...(given.actor === undefined ? {} : { actor: given.actor }),
  };
}

async function gitSubject(context: CollectContext, folder: string, range: string): Promise<Subject> {
  const { collectSubject } = await import('../collect/mod.ts');
  return collectSubject(context, folder, range.split(/\.{2,3}/).at(-1) || 'HEAD');
}
