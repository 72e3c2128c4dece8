/** Section `runs`: one command, run several times, each time from the same clean state. */
import { type Host, HostError, type RunResult } from '../host/host.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { refuseSecrets } from './runs/command.ts';
import { errorType } from './runs/error-type.ts';
import { Output } from './runs/output.ts';
import { type Room, withPlace, withRoom } from './runs/room.ts';
import { testNames } from './runs/tests.ts';

export type Run = {
  readonly command: readonly string[];
  /** Null when it was cut off; 128 and the number of the signal when one ended it, as shells have it. */
  readonly exit_code: number | null;
  /** What it failed with, in one word; null when it passed, was cut off, or nothing it printed says it. */
  readonly error_type: string | null;
  readonly stderr_sha256: string;
  /** With numbers, addresses, ids and temporary paths masked. */
  readonly stderr_shape_sha256: string;
  readonly stdout_sha256: string;
  /** Of the names of the tests that ran, in order; only when what it printed lists them. */
  readonly tests_sha256?: string;
  readonly timed_out: boolean;
  /** Only when it was ended because it wrote more than it may. */
  readonly overflowed?: true;
  readonly duration_ms: number;
};

export type RunsOptions = {
  readonly runs: number;
  /** Program and arguments; no shell reads them. */
  readonly command: readonly string[];
  /** What each run gets a copy of; the working directory unless given. */
  readonly folder?: string;
  readonly timeoutMs?: number;
  /** Of standard output and of standard error. */
  readonly maxBytes?: number;
  /** Variables that are let through, by name. */
  readonly pass?: readonly string[];
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 256 * 1024 * 1024;
const EVERY_MS = 500;

/**
 * Runs the command `runs` times, one after the other. What it prints is read and hashed as it comes; the text is not kept.
 * Throws CollectError when it cannot be started, holds a secret, or the folder cannot be copied, and the signal's reason.
 */
export async function collectRuns(context: CollectContext, options: RunsOptions): Promise<readonly Run[]> {
  const { runs, command, folder = '.', pass = [] } = options;
  refuseSecrets(command);
  return withPlace(context, async (place) => {
    const done: Run[] = [];
    while (done.length < runs) {
      context.signal?.throwIfAborted();
      const run = await withRoom(context, place, { folder, pass }, (room) =>
        runOnce(context, options, room, `Run ${done.length + 1} of ${runs}`),
      );
      done.push(run);
    }
    return done;
  });
}

async function runOnce(
  context: CollectContext,
  { command, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: RunsOptions,
  room: Room,
  label: string,
): Promise<Run> {
  const { host, signal } = context;
  const stdout = new Output(host);
  const stderr = new Output(host);
  const started = host.now();
  const stopTelling = tellTime(context, label, started, timeoutMs);
  try {
    const result = await host.run(command, {
      ...room,
      timeoutMs,
      maxBytes,
      onStdout: (bytes) => stdout.take(bytes),
      onStderr: (bytes) => stderr.take(bytes),
      ...(signal === undefined ? {} : { signal }),
    });
    const duration_ms = host.now() - started;
    const { sha256: stderr_sha256, shape: stderr_shape_sha256 } = stderr.digests();
    const { sha256: stdout_sha256 } = stdout.digests();
    const digests = { stderr_sha256, stderr_shape_sha256, stdout_sha256, ...testsOf(host, stdout, stderr) };
    return { command, ...endOf(result, stderr, stdout), ...digests, duration_ms };
  } catch (error) {
    if (error instanceof HostError) throw cannotRun(error);
    throw error;
  } finally {
    stopTelling();
  }
}

type End = Pick<Run, 'exit_code' | 'error_type' | 'timed_out' | 'overflowed'>;

function endOf(result: RunResult, stderr: Output, stdout: Output): End {
  const { code, signal, timedOut: timed_out, overflowed } = result;
  if (timed_out) return { exit_code: null, error_type: null, timed_out };
  if (overflowed) return { exit_code: null, error_type: null, timed_out, overflowed };
  // What a signal ended did not say its last word: the signal is all that is known of its end.
  if (signal !== null) return { exit_code: 128 + signal.number, error_type: signal.name, timed_out };
  const error_type = code === 0 ? null : errorType(stderr.text(), stdout.text());
  return { exit_code: code, error_type, timed_out };
}

/** Half a list would be another list. */
function testsOf(host: Host, ...outputs: readonly Output[]): Pick<Run, 'tests_sha256'> {
  const names = outputs.every((output) => output.isWhole)
    ? testNames(outputs.map((output) => output.text()).join('\n'))
    : [];
  return names.length === 0 ? {} : { tests_sha256: host.sha256(JSON.stringify(names)) };
}

function cannotRun(error: HostError): CollectError {
  const help =
    error.code === 'ENOENT'
      ? 'After -- stand a program and its arguments; for a line of shell: -- sh -c "LINE". Names are looked up in the copy'
      : undefined;
  return new CollectError('input', error.message, { ...(help === undefined ? {} : { help }), cause: error });
}

/** How much of its time the run has had. */
function tellTime({ host, progress }: CollectContext, label: string, started: number, timeoutMs: number) {
  if (progress === undefined) return () => {};
  const seconds = (ms: number) => Math.round(ms / 1000);
  const tell = () =>
    progress({ label: `${label}, seconds`, done: seconds(host.now() - started), total: seconds(timeoutMs) });
  tell();
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}
