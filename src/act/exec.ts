/** `act exec`: takes a step of the run, then runs the one command that was judged, without a shell and within bounds. */
import { collectSteps } from '../collect/steps.ts';
import {
  type Evidence,
  isObject,
  isShell,
  type JsonObject,
  printPath,
  type Snapshot,
  type Verdict,
} from '../engine/mod.ts';
import { type Host, HostError, type RunResult } from '../host/host.ts';
import { type ActContext, ActError, type Done, outputOf, type Plan } from './act.ts';
import { environmentOf } from './exec/environment.ts';
import { type Head, headOf, outputLines } from './exec/head.ts';
import { isWithin } from './exec/within.ts';

export type ExecOptions = {
  /** The folder of the step counter. Absolute. */
  readonly steps: string;
  /** Where the command runs. Absolute. */
  readonly cwd: string;
  /** Names of environment variables that the command is given, beside the few that it always is. */
  readonly pass: readonly string[];
  readonly timeoutMs: number;
  /** How much of each output is told. */
  readonly maxOutput: number;
  /** The exit status when the command fails or is ended. */
  readonly failed: number;
};

/** A command that prints more than this is ended, however little of it is told. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The variable that tells which step a process belongs to. */
const MARK = 'HOLDPOINT_STEP';

/** Throws ActError for a verdict without a command, for a folder that is not there, and for a counter in that folder. */
export function planExec(context: ActContext, options: ExecOptions): Plan {
  const argv = argvOf(context.verdict);
  const { cwd, steps, timeoutMs } = options;
  if (isWithin(steps, cwd))
    throw new ActError('input', `The steps are counted in ${printPath(cwd)}, where the command runs`, {
      help: 'Keep the counter where no tool writes: --steps DIR, outside of --cwd',
    });
  requireFolder(context.host, cwd);
  const used = usedIn(context.snapshot.evidence);
  return {
    steps: [
      `take step ${used + 1} of ${printPath(steps)}`,
      `run ${JSON.stringify(argv)} in ${printPath(cwd)}, for ${timeoutMs / 1000} seconds at most`,
    ],
    async perform() {
      const taken = takeStep(context, steps, used);
      if ('done' in taken) return taken.done;
      const result = await run(context, argv, taken.step, options);
      return told(argv, taken.step, result, options);
    },
  };
}

/** Found out before a step is taken: a folder that is not there must not cost one. */
function requireFolder({ files }: Host, cwd: string): void {
  if (files.exists(cwd) && ['directory', 'symlink'].includes(files.info(cwd).kind)) return;
  throw new ActError('input', `There is no folder ${printPath(cwd)} to run in`, {
    help: 'Name one by --cwd',
  });
}

function argvOf(verdict: Verdict): readonly string[] {
  const argv = outputOf(verdict, 'argv');
  if (!Array.isArray(argv) || argv.length === 0 || !argv.every((word) => typeof word === 'string'))
    throw new ActError('input', 'What the policy gives as "argv" is not a command', {
      help: 'Judge by a policy with a gate of the kind tool-call',
    });
  // The catalogue refuses these when it is read. Looking again costs nothing.
  if (isShell(argv[0]!)) throw new ActError('input', 'The command is a shell, and none is run');
  return argv;
}

/** A tighter limit than the rule's, where the run has one. */
function limitOf({ evidence: { steps } }: Snapshot): JsonObject {
  return isObject(steps) && steps['max'] !== undefined ? { max: steps['max'] } : {};
}

function usedIn({ steps }: Evidence): number {
  return isObject(steps) && typeof steps['used'] === 'number' ? steps['used'] : 0;
}

/**
 * Takes the step after `used` by making its file, before anything runs: a crash leaves it used, and nothing gives it back.
 * When another caller was quicker, it counts and judges again.
 */
function takeStep(
  context: ActContext,
  folder: string,
  used: number,
): { readonly step: number } | { readonly done: Done } {
  const { host, judge, snapshot, verdict } = context;
  const record = { at: new Date(host.now()).toISOString(), receipt_sha256: verdict.receipt_sha256 };
  for (let known = used; ; ) {
    try {
      host.files.createNew(`${folder}/${known + 1}`, `${JSON.stringify(record)}\n`);
      return { step: known + 1 };
    } catch (cause) {
      if (!(cause instanceof HostError)) throw cause;
      if (cause.code !== 'EEXIST')
        throw new ActError('machine', `Nothing was run: ${cause.message}`, { cause });
    }
    const counted = collectSteps(host, folder);
    const evidence: Evidence = { steps: 'fault' in counted ? {} : { ...limitOf(snapshot), ...counted } };
    const again = judge(evidence);
    if (again.decision !== 'release')
      return { done: { lines: ['ran nothing: another call took the step'], verdict: again, evidence } };
    argvOf(again);
    known = usedIn(evidence);
  }
}

/** What the command started is ended with it, also what has left its process group: a step leaves nothing running. */
async function run(
  { host, signal }: ActContext,
  argv: readonly string[],
  step: number,
  { steps, cwd, pass, timeoutMs }: ExecOptions,
): Promise<RunResult> {
  // A digest, because the command need not know where its steps are counted.
  const mark = host.sha256(`${steps}/${step}`);
  try {
    return await host.run(argv, {
      cwd,
      env: { ...environmentOf(host.env, pass, cwd), [MARK]: mark },
      timeoutMs,
      maxBytes: MAX_BYTES,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('machine', cause.message, { cause, help: 'The step counts as used' });
  } finally {
    await host.endMarked(MARK, mark);
  }
}

function told(
  argv: readonly string[],
  step: number,
  { code, signal, stdout, stderr, timedOut, overflowed }: RunResult,
  { maxOutput, timeoutMs, failed }: ExecOptions,
): Done {
  const out = headOf(stdout, maxOutput);
  const err = headOf(stderr, maxOutput);
  const how = timedOut
    ? `ended at its limit of ${timeoutMs / 1000} seconds`
    : overflowed
      ? `ended because it printed more than ${MAX_BYTES} bytes`
      : code === null
        ? `ended by ${signal?.name ?? 'a signal'}`
        : `exit status ${code}`;
  return {
    lines: [`took step ${step}`, `ran ${JSON.stringify(argv)}: ${how}`],
    printed: [...outputLines('standard output', out), ...outputLines('standard error', err)],
    result: {
      argv,
      step,
      exit_code: code,
      signal: signal?.name ?? null,
      timed_out: timedOut,
      overflowed,
      stdout: asJson(out),
      stderr: asJson(err),
    },
    ...(code === 0 && !timedOut && !overflowed ? {} : { status: failed }),
  };
}

const asJson = ({ text, bytes, isCut }: Head) => ({ text, bytes, cut: isCut });
