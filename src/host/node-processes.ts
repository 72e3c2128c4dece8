/** Finds what a program left running: its children may leave its group, but each began with the environment it was given. */
import fs from 'node:fs';
import process from 'node:process';

const PROCESSES = '/proc';
/** A killed process needs a moment to be gone; one that the system cannot end at all is not waited for. */
const LOOKS = 100;
const BETWEEN_MS = 20;

/** As `Host.endMarked`. */
export async function endMarked(name: string, value: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const found = marked(`${name}=${value}`);
    if (found.length === 0) return;
    found.forEach(end);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

function marked(assignment: string): number[] {
  return pids().filter((pid) => pid !== process.pid && environmentOf(pid).includes(assignment));
}

function pids(): number[] {
  try {
    return fs.readdirSync(PROCESSES).flatMap((name) => (/^[0-9]+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** Empty for a process that is gone, is another user's, or is the system's own. */
function environmentOf(pid: number): readonly string[] {
  try {
    return fs.readFileSync(`${PROCESSES}/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
