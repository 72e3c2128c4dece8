/** `act replay`: the patch on a clean checkout of its base, the locked command run there, and the answer over that. */
import { collectReplay, type Replay, type Replayed, readPatch } from '../collect/mod.ts';
import { isObject, type Json, printPath } from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import { type ActContext, ActError, type Done, type Plan } from './act.ts';
import { removeStale } from './output-file.ts';
import { type Locked, lockedBy } from './replay/locked.ts';

export type PlanReplayOptions = {
  /** A folder in the repository. */
  readonly folder: string;
  readonly patch: string;
  readonly base: string;
  readonly timeLimitMs: number;
  readonly pass: readonly string[];
  /** Where the section is written, green or red. */
  readonly output: string | undefined;
  /** The folder for what the command wrote. */
  readonly logs: string | undefined;
};

/**
 * Replays the patch by what the rules in force lock, and judges what came of it as a merge. Red evidence is written as
 * green is. Throws ActError when nothing or two commands are locked, and as collectReplay does.
 */
export function planReplay(context: ActContext, options: PlanReplayOptions): Plan {
  if (options.patch === '')
    throw new ActError('input', 'There is no patch to replay: a snapshot does not hold it', {
      help: 'Add --patch FILE and --base COMMIT, without --snapshot',
    });
  const locked = lockedBy(context.rules);
  const { base, patch, output, logs, timeLimitMs } = options;
  const limit = `at most ${timeLimitMs / 1000} s`;
  return {
    steps: [
      `check out ${baseOf(context) ?? base} into a new temporary folder`,
      `apply ${printPath(patch)} there`,
      ...(locked.install === undefined ? [] : [`run ${printPath(locked.install)}, ${limit}`]),
      `run ${printPath(locked.test)}, ${limit}`,
      'remove the folder',
      ...(output === undefined ? [] : [`write the replay to ${printPath(output)}`]),
      ...(logs === undefined ? [] : [`write what the command said into ${printPath(logs)}`]),
    ],
    perform: () => perform(context, options, locked),
  };
}

async function perform(context: ActContext, options: PlanReplayOptions, locked: Locked): Promise<Done> {
  const { output, logs } = options;
  // Whatever happens from here on, a file of this name is not about an earlier patch.
  for (const line of removeEarlier(context, output)) context.tell(line);
  context.tell(`Replaying: ${printPath(locked.test)}`);
  const replayed = await replay(context, options, locked);
  const evidence = { replay: replayed.replay as unknown as Json };
  const verdict = context.judge(evidence, 'merge');
  const written = [
    ...(output === undefined ? [] : [writeSection(context, output, replayed.replay)]),
    ...(logs === undefined ? [] : writeLogs(context, logs, replayed)),
  ];
  return { lines: [...told(replayed.replay), ...written], result: evidence, verdict, evidence };
}

/** When nothing may be replayed: why the patch is none, and that an earlier replay was put away. Throws ActError. */
export function refuseReplay(context: ActContext, output: string | undefined): readonly string[] {
  const { patch } = context.snapshot.evidence;
  const error = isObject(patch) ? patch['error'] : undefined;
  return [...(typeof error === 'string' ? [`The patch: ${error}`] : []), ...removeEarlier(context, output)];
}

function removeEarlier(context: ActContext, output: string | undefined): readonly string[] {
  return output === undefined ? [] : removeStale(context, 'replay', output, 'an earlier patch');
}

function replay(context: ActContext, options: PlanReplayOptions, locked: Locked): Promise<Replayed> {
  const { host, signal } = context;
  const collecting = { host, ...(signal === undefined ? {} : { signal }) };
  const { folder, pass, timeLimitMs } = options;
  return collectReplay(collecting, {
    folder,
    // What was judged: a name may mean another commit by now.
    base: baseOf(context) ?? options.base,
    patch: readPatch(collecting, options.patch),
    test: locked.test,
    ...(locked.install === undefined ? {} : { install: locked.install }),
    exam: locked.exam,
    timeLimitMs,
    pass,
  });
}

function baseOf({ snapshot: { evidence } }: ActContext): string | undefined {
  const { patch } = evidence;
  const base = isObject(patch) ? patch['base'] : undefined;
  return typeof base === 'string' ? base : undefined;
}

function told(replay: Replay): readonly string[] {
  const { base_sha, changed_files, dirty_files, install_command, install_exit_code, duration_ms } = replay;
  const count = `${changed_files.length} ${changed_files.length === 1 ? 'file' : 'files'}`;
  const took = `after ${(duration_ms / 1000).toFixed(1)} s`;
  const neverRan = install_command !== undefined && install_exit_code !== 0;
  return [
    `replayed a change of ${count} on ${base_sha.slice(0, 12)}, and removed the tree`,
    ...dirty_files.map((path) => `the clean tree was not clean: ${printPath(path)}`),
    ...(install_command === undefined
      ? []
      : [`${printPath(install_command)} ended with ${install_exit_code ?? 'no status'}`]),
    neverRan
      ? `${printPath(replay.test_command)} was not run`
      : `${printPath(replay.test_command)} ${replay.timed_out ? 'was ended at its time limit' : `ended with ${replay.exit_code ?? 'no status'}`} ${took}`,
  ];
}

function writeSection(context: ActContext, file: string, replay: Replay): string {
  write(context, file, `${JSON.stringify(replay, null, 2)}\n`);
  return `wrote the replay to ${printPath(file)}`;
}

function writeLogs(context: ActContext, folder: string, { stdout, stderr }: Replayed): readonly string[] {
  try {
    context.host.files.makeDirectory(folder);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('machine', cause.message, { cause });
  }
  write(context, `${folder}/stdout.txt`, stdout);
  write(context, `${folder}/stderr.txt`, stderr);
  return [`wrote stdout.txt and stderr.txt into ${printPath(folder)}`];
}

function write({ host }: ActContext, file: string, data: string | Uint8Array): void {
  try {
    host.files.writeAtomic(file, data);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('machine', cause.message, {
      cause,
      help: 'The patch was replayed; its answer is lost',
    });
  }
}
