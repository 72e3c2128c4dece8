/**
 * Section `steps`: how many steps a run has used. The counter is a folder with one file a step, named 1, 2, 3 and so on.
 * Making a file that is not there is the one thing that every disk does whole, for one caller only, and for good.
 */
import { printPath } from '../engine/mod.ts';
import { type Host, HostError } from '../host/host.ts';
import { CollectError } from './collector.ts';

export type Steps = { readonly used: number };

const MAX_STEPS = 100_000;
const STEP_NAME = /^[1-9][0-9]{0,5}$/;

/**
 * Counts the steps in a folder. Gives why it cannot be counted, as words that follow "Not counted:", when the folder is not
 * there, is a link, or holds anything but the files 1 to n: such a run holds. Throws CollectError when it cannot be read.
 */
export function collectSteps(host: Host, folder: string): Steps | { readonly fault: string } {
  try {
    return count(host, folder.replace(/(?<=.)\/+$/, ''));
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new CollectError('machine', cause.message, { cause });
  }
}

function count(host: Host, folder: string): Steps | { readonly fault: string } {
  const shown = printPath(folder);
  if (!host.files.exists(folder))
    return { fault: `there is no folder ${shown}; make it once, when a run begins` };
  const { kind } = host.files.info(folder);
  if (kind !== 'directory')
    return { fault: kind === 'symlink' ? `${shown} is a symbolic link` : `${shown} is no folder` };
  const entries = host.files.list(folder);
  if (entries.length > MAX_STEPS) return { fault: `${shown} holds more than ${MAX_STEPS} files` };
  for (const { name, printable, kind: type } of entries)
    if (type !== 'file' || name === undefined || !STEP_NAME.test(name))
      return { fault: `${shown} holds ${printPath(printable)}, which is no step` };
  // Names without leading zeros are different numbers, so the largest tells whether one is missing.
  const last = entries.reduce((most, { name }) => Math.max(most, Number(name)), 0);
  return last === entries.length ? { used: last } : { fault: `in ${shown} a step is missing` };
}
