/** The real machine, through node: builtins alone (Node and Deno). */
import { createHash } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import type { Host, RunningHash } from './host.ts';
import { codeOf } from './host-fault.ts';
import { nodeFiles } from './node-files.ts';
import { nodeNetwork } from './node-network.ts';
import { endMarked } from './node-processes.ts';
import { runProgram } from './node-run.ts';

/** What the machine offers to collectors and commands; see Host for what each call throws. */
export function nodeHost(): Host {
  return {
    files: nodeFiles,
    run: runProgram,
    endMarked,
    network: nodeNetwork,
    processes: { own: process.pid, isAlive },
    env: { names: () => Object.keys(process.env), get: (name) => process.env[name] },
    homeDirectory: os.homedir(),
    workingDirectory: process.cwd(),
    now: () => Date.now(),
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    startHash,
  };
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, and another user's.
    return codeOf(error) === 'EPERM';
  }
}

/** SHA-256 in pieces, in constant memory. */
export function startHash(): RunningHash {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
