/** Runs the real command as a child process: the built bundle on Node, the source on Deno. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT_MS = 120_000;

/** The program and its first arguments. */
export const COMMAND: readonly string[] =
  'Deno' in globalThis
    ? [process.execPath, 'run', '-A', '--quiet', '--no-check', join(root, 'src/cli/main.ts')]
    : [process.execPath, join(root, 'bin/holdpoint.mjs')];

export type RunOptions = {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
};
export type Result = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Starts the command; nothing of the test run's own settings reaches it. */
export function start(args: readonly string[], { cwd, env }: RunOptions = {}): ChildProcess {
  const [program = '', ...first] = COMMAND;
  const { HOLDPOINT_DB: _, HOLDPOINT_DEBUG: __, FORCE_COLOR: ___, ...inherited } = process.env;
  return spawn(program, [...first, ...args], { cwd: cwd ?? root, env: { ...inherited, ...env } });
}

/** Runs the command to its end. A null status means that a signal ended it. */
export function holdpoint(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const child = start(args, options);
  // A command that refuses its input early closes the pipe; that is no fault of the test.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? '');
  return ended(child);
}

/** Sends a signal; by its own `kill`, Deno would report the signal and not how the command ended. */
export function signal(child: ChildProcess, name: 'SIGINT' | 'SIGTERM'): void {
  if (child.pid !== undefined && child.exitCode === null) process.kill(child.pid, name);
}

/** What a started command says and how it ends; one that hangs is killed. */
export function ended(child: ChildProcess): Promise<Result> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr });
    });
  });
}

/** A new folder with these files (by relative path), removed when the test file is done. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'holdpoint-cli-')));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [path, data] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), data);
  }
  return folder;
}
