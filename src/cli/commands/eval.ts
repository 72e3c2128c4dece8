/** `holdpoint eval`: one verdict, or one for each line of a batch. */
import {
  type CompiledRuleset,
  type Decision,
  evaluate,
  type Snapshot,
  stricter,
  type Verdict,
} from '../../engine/mod.ts';
import type { Format } from '../../report/format.ts';
import { FORMATS } from '../../report/formats.ts';
import {
  addCollectOptions,
  type CollectFlags,
  refuseCollecting,
  takeCommand,
} from '../collecting/options.ts';
import { type Command, examples, repeated } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT, exitOf } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { type LateRecorder, lateRecorder } from '../late-recorder.ts';
import { loadRules } from '../load-rules.ts';
import { ownRulesWarning } from '../own-rules.ts';
import { findProject, rulePaths } from '../project.ts';
import { readSnapshotLines } from '../snapshot-lines.ts';
import { snapshotFor } from '../snapshot-source.ts';

/** Verdicts of a batch between two looks at signals and at whether anybody still reads. */
const BETWEEN_PAUSES = 64;

type Flags = CollectFlags & {
  readonly rules?: readonly string[];
  readonly snapshot?: string;
  readonly snapshots?: string;
  readonly format?: string;
  readonly store?: boolean;
  readonly keepBodies?: boolean;
};

export const evalCommand: Command = {
  register(program, run) {
    const command = program
      .command('eval')
      .summary('judge a snapshot')
      .description(
        'Judges evidence by the rules in force and says release, split or hold.\nWithout a snapshot and collect flags it collects just what the rules need.',
      )
      .option(
        '--rules <path>',
        'a rule file or folder (repeatable; default: what holdpoint.yaml names)',
        repeated,
      )
      .option('--snapshot <file>', 'judge this snapshot; - reads standard input')
      .option('--snapshots <file>', 'judge each line of an NDJSON file')
      .option(
        '--format <name>',
        `one of ${FORMATS.map((f) => f.name).join(', ')} (default: pretty, ndjson for a batch)`,
      )
      .option('--store', 'keep the verdict in the history')
      .option('--no-store', 'do not keep it (the default)')
      .option('--keep-bodies', 'with --store, keep sensitive bodies too');
    addCollectOptions(command)
      .addHelpText(
        'after',
        examples([
          'holdpoint eval --action merge --git origin/main..HEAD --locks --store',
          'holdpoint eval --rules rules/ --snapshot snapshot.json --format json',
          'holdpoint eval --rules rules/ --snapshots many.ndjson > verdicts.ndjson',
        ]),
      )
      .action((words: readonly string[], flags: Flags) => run((io) => judge(io, takeCommand(words, flags))));
  },
};

async function judge(io: Io, flags: Flags): Promise<number> {
  if (flags.snapshot !== undefined && flags.snapshots !== undefined) {
    throw new CommandError(EXIT.usage, '--snapshot and --snapshots cannot go together', {
      help: 'Give one of the two',
    });
  }
  if (flags.snapshots !== undefined) refuseCollecting(flags, '--snapshots');
  const batch = flags.snapshots !== undefined;
  const format = formatNamed(flags.format ?? (batch ? 'ndjson' : 'pretty'));
  const project = await findProject(io);
  const rules = await loadRules(io, rulePaths(flags.rules, project), project.root);
  const recorder =
    flags.store === true ? lateRecorder(io, project, rules.ruleset, flags.keepBodies === true) : undefined;
  try {
    return batch
      ? await judgeBatch(io, flags, rules, format, recorder)
      : await judgeOne(io, await snapshotFor(io, flags, rules, project), flags, rules, format, recorder);
  } finally {
    await recorder?.close();
  }
}

function formatNamed(name: string): Format {
  const format = FORMATS.find((one) => one.name === name);
  if (format !== undefined) return format;
  throw new CommandError(EXIT.usage, `Unknown format ${JSON.stringify(name)}`, {
    help: `One of ${FORMATS.map((f) => f.name).join(', ')}`,
  });
}

function judgeSnapshot(
  io: Io,
  snapshot: Snapshot,
  flags: Flags,
  rules: CompiledRuleset,
  file: string,
): Verdict {
  if (flags.action === undefined && snapshot.action === undefined) {
    throw new CommandError(EXIT.input, `${file}: The snapshot does not say what is asked`, {
      help: 'Give it an "action", or add --action send',
    });
  }
  return evaluate(rules, snapshot, { sha256: io.host.sha256, action: flags.action });
}

async function judgeOne(
  io: Io,
  snapshot: Snapshot,
  flags: Flags,
  rules: CompiledRuleset,
  format: Format,
  recorder: LateRecorder | undefined,
): Promise<number> {
  const verdict = judgeSnapshot(io, snapshot, flags, rules, flags.snapshot ?? 'the collected evidence');
  // Shown before it is kept: a history that cannot be reached must not cost the reader the answer.
  io.out(format.render(verdict, { paint: io.outColors, columns: io.columns }));
  const warning = ownRulesWarning(snapshot, rules);
  if (warning !== undefined) io.err(warning);
  if (recorder !== undefined) io.err(`${await recorder.record(verdict, snapshot)}\n`);
  return exitOf(verdict.decision);
}

async function judgeBatch(
  io: Io,
  flags: Flags,
  rules: CompiledRuleset,
  format: Format,
  recorder: LateRecorder | undefined,
): Promise<number> {
  const counts: Record<Decision, number> = { release: 0, split: 0, hold: 0 };
  let worst: Decision = 'release';
  let total = 0;
  const options = { paint: io.outColors, columns: io.columns };
  let keeping: Promise<unknown>[] = [];
  const kept = async () => {
    const all = keeping;
    keeping = [];
    await Promise.all(all);
  };
  try {
    for await (const { snapshot, place } of readSnapshotLines(io, flags.snapshots!)) {
      const verdict = judgeSnapshot(io, snapshot, flags, rules, place);
      io.out(format.render(verdict, options));
      if (recorder !== undefined) {
        const job = recorder.record(verdict, snapshot);
        // Its fault is told when all are awaited, and must not end the process before.
        job.catch(() => undefined);
        keeping.push(job);
      }
      counts[verdict.decision]++;
      worst = stricter(worst, verdict.decision);
      if (++total % BETWEEN_PAUSES === 0) await Promise.all([io.delivered(), kept()]);
      io.signal.throwIfAborted();
    }
    await kept();
  } catch (error) {
    // What was shown is kept, also when a later line ended the batch; the first fault is the one to tell.
    await Promise.allSettled(keeping);
    if (total > 0) io.err(`Stopped after ${total} judged\n`);
    throw error;
  }
  if (total === 0)
    throw new CommandError(EXIT.input, `${flags.snapshots}: There is no snapshot in this file`, {
      help: 'Write one snapshot a line',
    });
  io.err(`${total} judged: ${counts.release} release, ${counts.split} split, ${counts.hold} hold\n`);
  return exitOf(worst);
}
