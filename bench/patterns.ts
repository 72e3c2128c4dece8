/** One path against deny lists of 10, 100 and 1,000 patterns of the kinds that rules use, beside a loop over picomatch. */
import picomatch from 'picomatch';
import { compilePatterns } from '../src/engine/paths/patterns.ts';
import { agree, type Contestant, type Report, time } from './harness/measure.ts';

export const name = 'A path against deny patterns: the cost must not grow with the list';

/** Names, folders, extensions and beginnings; number `i` is of one kind or the other, and all differ. */
function pattern(i: number): string {
  const kinds = [`name${i}.txt`, `folder${i}/sub/**`, `*.ext${i}`, `**/part${i}/**`, `begin${i}*`];
  return kinds[i % kinds.length] as string;
}

const list = (size: number): string[] => Array.from({ length: size }, (_, i) => pattern(i));

/** One path in ten is denied, by one of the first ten patterns, so that lists of every length agree. */
function paths(count: number): string[] {
  const denied = [
    'a/b/name0.txt',
    'folder1/sub/x/y.ts',
    'src/deep/er/k.ext2',
    'x/part3/y',
    'q/begin4-and-more',
  ];
  return Array.from({ length: count }, (_, i) => {
    const free = `packages/pkg${i % 97}/src/module${i % 31}/file${i}.test.ts`;
    return i % 10 === 0 ? (denied[(i / 10) % denied.length] as string) : free;
  });
}

function ours(size: number): Contestant<string> {
  const compiled = compilePatterns(list(size), 'deny');
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const { set } = compiled;
  const decide = (path: string): boolean => set.matches(path);
  return { name: `holdpoint, ${size} patterns`, prepare: (path) => path, decide, decision: String };
}

/** The same lists as a user of picomatch would write them: without a slash means at any depth. */
function loop(size: number): Contestant<string> {
  const globs = list(size).map((text) => (text.includes('/') ? text : `**/${text}`));
  const matchers = globs.map((glob) => picomatch(glob, { dot: true, nocase: true, windows: false }));
  const decide = (path: string): boolean => matchers.some((matches) => matches(path));
  return { name: `picomatch loop, ${size} patterns`, prepare: (path) => path, decide, decision: String };
}

export async function run(say: (line: string) => void): Promise<Report> {
  const contestants = [ours(10), ours(100), ours(1_000), loop(10), loop(100), loop(1_000)];
  const items = paths(2_000);
  say(`${items.length} paths, all agree: ${(await agree(items, contestants)).join(', ')}`);
  return {
    timings: await time(items, contestants),
    base: 'holdpoint, 10 patterns',
    goals: [
      { slower: 'holdpoint, 1000 patterns', faster: 'holdpoint, 10 patterns', most: 3 },
      { slower: 'picomatch loop, 1000 patterns', faster: 'holdpoint, 1000 patterns', least: 20 },
    ],
  };
}
