/** Runs a program without a shell, in a process group of its own that ends with it. */
import { Buffer } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { HostError, type RunOptions, type RunResult } from './host.ts';
import { codeOf, hostFault } from './host-fault.ts';

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** How long an ended program's pipes may stay open (a child of its own may hold them) before the group is ended. */
const GRACE_MS = 1000;

type Running = {
  readonly child: ChildProcess;
  readonly options: RunOptions;
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
  sizes: { stdout: number; stderr: number };
  timedOut: boolean;
  overflowed: boolean;
  fault: unknown;
};

/** Throws HostError when the program cannot be started, or what a taker of output threw, or the signal's reason. */
export async function runProgram(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program, ...args] = argv;
  if (program === undefined || program === '') throw new HostError('EINVAL', 'Cannot run an empty command');
  options.signal?.throwIfAborted();
  requireFolder(program, options.cwd);
  const child = start(program, args, options);
  const run: Running = {
    child,
    options,
    stdout: [],
    stderr: [],
    sizes: { stdout: 0, stderr: 0 },
    timedOut: false,
    overflowed: false,
    fault: undefined,
  };
  listen(run);
  const { code, signal } = await ended(run, program);
  if (run.fault !== undefined) throw run.fault;
  options.signal?.throwIfAborted();
  const { stdout, stderr, timedOut, overflowed } = run;
  return { code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), timedOut, overflowed };
}

/** A missing folder and a missing program give the same ENOENT: tell them apart first. */
function requireFolder(program: string, cwd: string | undefined): void {
  if (cwd === undefined) return;
  try {
    if (fs.statSync(cwd).isDirectory()) return;
  } catch (error) {
    throw hostFault(`run "${program}" in`, cwd, error);
  }
  throw new HostError('ENOTDIR', `Cannot run "${program}" in ${JSON.stringify(cwd)}: it is not a folder`);
}

function start(program: string, args: string[], options: RunOptions): ChildProcess {
  try {
    return spawn(program, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...options.env },
      detached: true,
      shell: false,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw startFault(program, error);
  }
}

function startFault(program: string, error: unknown): HostError {
  const why = codeOf(error) === 'ENOENT' ? 'there is no such program on the search path' : undefined;
  if (why === undefined) return hostFault('run', program, error);
  return new HostError('ENOENT', `Cannot run ${JSON.stringify(program)}: ${why}`, { cause: error });
}

function listen(run: Running): void {
  const { child, options } = run;
  // A program may end without reading what it was given; that is its own business.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? new Uint8Array(0));
  child.stdout?.on('data', (bytes: Buffer) => take(run, 'stdout', bytes));
  child.stderr?.on('data', (bytes: Buffer) => take(run, 'stderr', bytes));
}

function take(run: Running, stream: 'stdout' | 'stderr', bytes: Buffer): void {
  if (run.overflowed || run.fault !== undefined) return;
  run.sizes[stream] += bytes.length;
  if (run.sizes[stream] > (run.options.maxBytes ?? DEFAULT_MAX_BYTES)) {
    run.overflowed = true;
    endGroup(run.child);
    return;
  }
  const taker = stream === 'stdout' ? run.options.onStdout : run.options.onStderr;
  if (taker === undefined) {
    run[stream].push(bytes);
    return;
  }
  try {
    taker(bytes);
  } catch (error) {
    run.fault = error;
    endGroup(run.child);
  }
}

/** Waits for the program and its pipes; resolves to how it ended. */
function ended(run: Running, program: string): Promise<Pick<RunResult, 'code' | 'signal'>> {
  const { child, options } = run;
  return new Promise((resolve, reject) => {
    const timers: ReturnType<typeof setTimeout>[] = [];
    const abort = () => endGroup(child);
    const settle = (done: () => void) => {
      for (const timer of timers) clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      done();
    };
    options.signal?.addEventListener('abort', abort);
    if (options.timeoutMs !== undefined) {
      timers.push(
        setTimeout(() => {
          run.timedOut = true;
          endGroup(child);
        }, options.timeoutMs),
      );
    }
    child.on('error', (error) => settle(() => reject(startFault(program, error))));
    child.on('exit', (code, signal) => {
      // It has ended in time: what keeps its pipes open now is another process.
      for (const timer of timers.splice(0)) clearTimeout(timer);
      timers.push(
        setTimeout(() => {
          endGroup(child);
          closePipes(child);
          settle(() => resolve({ code, signal: numbered(signal) }));
        }, GRACE_MS),
      );
    });
    child.on('close', (code, signal) => {
      endGroup(child);
      settle(() => resolve({ code, signal: numbered(signal) }));
    });
  });
}

function numbered(name: NodeJS.Signals | null): RunResult['signal'] {
  return name === null ? null : { name, number: os.constants.signals[name] };
}

/** Ends the program and all it started that stayed in its group. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function closePipes(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}
