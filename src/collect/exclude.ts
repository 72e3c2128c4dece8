/** Path patterns that a caller gives to a collector, read as deny patterns are. */
import { compilePatterns } from '../engine/paths/patterns.ts';
import { CollectError } from './collector.ts';

/** True for the paths that the patterns hit. Throws CollectError (input) that names every pattern that cannot be used. */
export function matching(patterns: readonly string[], what: string): (path: string) => boolean {
  const compiled = compilePatterns(patterns, 'deny');
  if (compiled.ok) return compiled.set.matches;
  const faults = compiled.faults.map(({ pattern, why }) => `${JSON.stringify(pattern)} ${why}`);
  const help = compiled.faults.find((fault) => fault.help !== undefined)?.help;
  throw new CollectError(
    'input',
    `Cannot use ${what}: ${faults.join('; ')}`,
    help === undefined ? {} : { help },
  );
}

/** As `matching`, for what a walk leaves out. */
export function excluding(patterns: readonly string[] | undefined): ((path: string) => boolean) | undefined {
  return patterns === undefined || patterns.length === 0
    ? undefined
    : matching(patterns, 'the excluded paths');
}
