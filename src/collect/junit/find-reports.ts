/** From patterns to the reports that they hit, and a word about everything that keeps one from being found. */
import { compilePatterns } from '../../engine/paths/patterns.ts';
import { compareCodePoints } from '../../host/code-points.ts';
import { type Host, HostError } from '../../host/host.ts';
import { whyOf } from '../../host/host-fault.ts';
import { CollectError } from '../collector.ts';
import { onDisk } from '../on-disk.ts';
import { walk } from '../walk.ts';

export type NotCounted = { readonly path: string; readonly why: string };
export type FoundReports = { readonly paths: readonly string[]; readonly notCounted: readonly NotCounted[] };

const WILDCARD = /[*?[\]{}()!\\]/;

/**
 * Paths relative to `folder`, or absolute as their pattern is, each once and sorted. A pattern that hits nothing is told: the
 * run that it was to show may never have been. Throws CollectError for a pattern that cannot be used.
 */
export function findReports(host: Host, folder: string, patterns: readonly string[]): FoundReports {
  const paths = new Set<string>();
  const notCounted = new Map<string, string>();
  for (const pattern of patterns) {
    const found = isLiteral(host, folder, pattern) ? [pattern] : hitsOf(host, folder, pattern, notCounted);
    if (found.length === 0) notCounted.set(pattern, 'no report was found there');
    for (const path of found) paths.add(path.replace(/^(?:\.\/+)+/, ''));
  }
  return {
    paths: [...paths].sort(compareCodePoints),
    notCounted: [...notCounted].map(([path, why]) => ({ path, why })),
  };
}

/** A name with brackets in it is a name, where a file is called so. */
function isLiteral(host: Host, folder: string, pattern: string): boolean {
  const path = placeOf(folder, pattern);
  return host.files.exists(path) && kindOf(host, path) !== 'directory';
}

function hitsOf(host: Host, folder: string, pattern: string, notCounted: Map<string, string>): string[] {
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => WILDCARD.test(segment));
  if (first < 0) return fileless(host, folder, pattern, notCounted);
  const base = segments.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
  const below = segments.slice(first);
  const compiled = compilePatterns([below.join('/')], 'allow');
  if (!compiled.ok)
    throw new CollectError(
      'input',
      `Cannot use --junit ${JSON.stringify(pattern)}: it ${compiled.faults[0]!.why}`,
      {
        help: 'Write a path such as reports/*.xml',
      },
    );
  const root = placeOf(folder, base);
  if (!host.files.exists(root)) return [];
  const depth = below.includes('**') ? Number.POSITIVE_INFINITY : below.length;
  const tooDeep = (path: string) => path.split('/').length > depth;
  const hits: string[] = [];
  for (const step of walk(host, root, { leaveOut: tooDeep })) {
    const shown = base === '.' ? step.path : onDisk(base, step.path);
    if (tooDeep(step.path)) continue;
    if ('why' in step && !compiled.set.matches(step.path)) continue;
    if ('why' in step) notCounted.set(shown, step.why);
    else if (compiled.set.matches(step.path)) hits.push(shown);
  }
  return hits;
}

/** A folder in the place of a report. */
function fileless(host: Host, folder: string, pattern: string, notCounted: Map<string, string>): string[] {
  if (kindOf(host, placeOf(folder, pattern)) !== 'directory') return [];
  notCounted.set(pattern, 'it is a folder: name the reports in it, such as with /*.xml');
  return [];
}

const placeOf = (folder: string, path: string) => (path.startsWith('/') ? path : onDisk(folder, path));

function kindOf(host: Host, path: string): string {
  try {
    return host.files.info(path).kind;
  } catch (error) {
    if (error instanceof HostError) return whyOf(error);
    throw error;
  }
}
