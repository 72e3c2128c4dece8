/** `holdpoint act NAME`: judges first, and does what was asked only when the answer is a release. */
import type { ActContext, Done } from '../../act/act.ts';
import {
  type Action,
  type CompiledRuleset,
  evaluate,
  type Snapshot,
  type Verdict,
} from '../../engine/mod.ts';
import type { Act, Prepared } from '../acting/act.ts';
import { ACTS } from '../acting/acts.ts';
import { reportRefusal, reportWork } from '../acting/report.ts';
import { addCollectOptions, type CollectFlags, takeCommand } from '../collecting/options.ts';
import { type Command, examples, repeated } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT, exitOf } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { lateRecorder } from '../late-recorder.ts';
import { loadRules } from '../load-rules.ts';
import { findProject, type Project, rulePaths } from '../project.ts';
import { snapshotFor } from '../snapshot-source.ts';

export type ActFlags = CollectFlags & {
  readonly rules?: readonly string[];
  readonly snapshot?: string;
  readonly dryRun?: boolean;
  readonly format?: string;
  readonly store?: boolean;
  readonly keepBodies?: boolean;
};

export const act: Command = {
  register(program, run) {
    const group = program
      .command('act')
      .summary('do something, but only on a release')
      .description(
        'Guarded actions: each judges first, and does nothing unless the answer is a release.\n--dry-run shows what would be done.',
      );
    for (const one of ACTS) {
      const command = group
        .command(one.name)
        .summary(one.summary)
        .description(one.description)
        .option('--dry-run', 'judge, and only show what would be done');
      for (const option of one.options) {
        const parse = option.parse as ((value: string, earlier: unknown) => unknown) | undefined;
        const add = option.required === true ? 'requiredOption' : 'option';
        if (parse === undefined) command[add](option.flags, option.says);
        else command[add](option.flags, option.says, parse);
      }
      // An action that makes evidence of its own judges what stands there now.
      if (one.prepare === undefined)
        command.option('--snapshot <file>', 'judge this snapshot; - reads standard input');
      command
        .option(
          '--rules <path>',
          'a rule file or folder (repeatable; default: what holdpoint.yaml names)',
          repeated,
        )
        .option('--format <name>', 'pretty or json (default: pretty)')
        .option('--store', 'keep the verdict in the history')
        .option('--keep-bodies', 'with --store, keep sensitive bodies too');
      addCollectOptions(command)
        .addHelpText('after', examples(one.examples))
        .action((words: readonly string[], flags: ActFlags) =>
          run((io) => perform(io, one, takeCommand(words, flags))),
        );
    }
  },
};

async function perform(io: Io, one: Act, flags: ActFlags): Promise<number> {
  const format = flags.format ?? 'pretty';
  if (format !== 'pretty' && format !== 'json')
    throw new CommandError(EXIT.usage, `Unknown format ${JSON.stringify(format)}`, {
      help: 'pretty or json',
    });
  if (flags.action !== undefined && flags.action !== one.action)
    throw new CommandError(EXIT.usage, `act ${one.name} asks for ${one.action}, not for ${flags.action}`, {
      help: 'Leave --action out',
    });
  const project = await findProject(io);
  const rules = await loadRules(io, rulePaths(flags.rules, project), project.root);
  const { snapshot, prepared } = await collect(io, one, flags, rules, project);
  const { sha256 } = io.host;
  const judge = (of: Snapshot, action: Action) => evaluate(rules, of, { sha256, action });
  const verdict = judge(snapshot, one.action);
  const recorder =
    flags.store === true ? lateRecorder(io, project, rules.ruleset, flags.keepBodies === true) : undefined;
  const keep = async (answer: Verdict, about: Snapshot) => {
    if (recorder !== undefined) io.err(`${await recorder.record(answer, about)}\n`);
  };
  const context: ActContext = {
    host: io.host,
    signal: io.signal,
    root: project.root,
    rules,
    snapshot,
    verdict,
    judge: (evidence, action = one.action) => judge(overlaid(snapshot, evidence), action),
    tell: (line) => io.err(`${line}\n`),
  };
  try {
    if (verdict.decision !== 'release') {
      const put = flags.dryRun === true ? [] : ((await one.refused?.(flags, context)) ?? []);
      const lines = [...(prepared?.told ?? []), ...put];
      reportRefusal(io, format, verdict, lines);
      await keep(verdict, snapshot);
      return exitOf(verdict.decision);
    }
    // Kept before the deed: whatever happens next, the history knows that it was allowed.
    await keep(verdict, snapshot);
    const plan = prepared?.plan(context) ?? (await one.plan?.(flags, context));
    if (plan === undefined) throw new Error(`act ${one.name} has no plan`);
    const done: Done = flags.dryRun === true ? { lines: plan.steps } : await plan.perform();
    reportWork(io, format, verdict, done, flags.dryRun === true);
    if (done.verdict !== undefined) {
      const { action } = done.verdict;
      await keep(done.verdict, { ...overlaid(snapshot, done.evidence ?? {}), action });
    }
    return done.status ?? exitOf((done.verdict ?? verdict).decision);
  } finally {
    await recorder?.close();
  }
}

/** What is judged: what the flags collect, and over it what the action itself makes, if it makes any. */
async function collect(
  io: Io,
  one: Act,
  flags: ActFlags,
  rules: CompiledRuleset,
  project: Project,
): Promise<{ readonly snapshot: Snapshot; readonly prepared?: Prepared }> {
  const { prepare } = one;
  const asked = { ...flags, action: one.action };
  if (prepare === undefined) return { snapshot: await snapshotFor(io, asked, rules, project) };
  const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => !prepare.flags.includes(name)));
  const collected = await snapshotFor(io, rest, rules, project, prepare.sections);
  const context = { host: io.host, signal: io.signal };
  const prepared = await prepare.make(flags, { context, project, evidence: collected.evidence });
  return { snapshot: overlaid(collected, prepared.evidence), prepared };
}

function overlaid(snapshot: Snapshot, more: Snapshot['evidence']): Snapshot {
  return { ...snapshot, evidence: { ...snapshot.evidence, ...more } };
}
