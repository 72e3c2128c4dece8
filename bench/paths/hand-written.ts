/** The fence as a person would write it: sets, `startsWith` and `endsWith`, with the same care for unsafe paths. */
import type { Contestant } from '../harness/measure.ts';
import { ALLOW, DENY, type Plan } from './fence.ts';

const isPlain = (entry: string) => !entry.includes('*');

type Lists = {
  files: Set<string>;
  folders: string[];
  deniedNames: Set<string>;
  deniedSuffixes: string[];
  deniedPrefixes: string[];
  deniedFolders: string[];
};

/** Sorts the patterns by shape; only the shapes of this fence are known. */
function listsOf(allow: readonly string[], deny: readonly string[]): Lists {
  const ending = (entries: readonly string[], end: string) => {
    return entries.filter((entry) => entry.endsWith(end)).map((entry) => entry.slice(0, -end.length));
  };
  return {
    files: new Set(allow.filter(isPlain)),
    folders: ending(allow, '**'),
    deniedNames: new Set(deny.filter(isPlain)),
    deniedSuffixes: deny.filter((entry) => entry.startsWith('*.')).map((entry) => entry.slice(1)),
    deniedPrefixes: ending(deny, '.*').map((entry) => `${entry}.`),
    deniedFolders: ending(deny, '**'),
  };
}

/** The path in its plain form, or undefined when it could name another place than it seems to. */
function plainPath(path: string): string | undefined {
  if (path === '' || path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined;
  if (/^[A-Za-z]:/.test(path)) return undefined;
  const parts = path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

function allows(lists: Lists, given: string): boolean {
  const path = plainPath(given);
  if (path === undefined) return false;
  if (lists.files.has(path)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (lists.deniedNames.has(name)) return false;
  for (const suffix of lists.deniedSuffixes) if (name.endsWith(suffix)) return false;
  for (const prefix of lists.deniedPrefixes) if (name.startsWith(prefix)) return false;
  for (const folder of lists.deniedFolders) if (path.startsWith(folder)) return false;
  for (const folder of lists.folders) if (path.startsWith(folder)) return true;
  return false;
}

function judge(lists: Lists, plan: Plan): string {
  if (plan.writes.length === 0) return 'hold';
  for (const { path } of plan.writes) if (!allows(lists, path)) return 'hold';
  return 'release';
}

const FIXED = listsOf(ALLOW, DENY);
const decision = (answer: string) => answer;
const prepare = (plan: Plan) => plan;

/** The fence is part of the program. */
export const fixedFence: Contestant<Plan> = {
  name: 'hand-written',
  prepare,
  decide: (plan: Plan) => judge(FIXED, plan),
  decision,
};

/** The fence is read from each plan's own evidence. */
export const readFence: Contestant<Plan> = {
  name: 'hand-written, fence from evidence',
  prepare,
  decide: (plan: Plan) => judge(listsOf(plan.fence.allow, plan.fence.deny_globs), plan),
  decision,
};
