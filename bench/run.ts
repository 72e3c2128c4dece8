/**
 * Runs the benchmarks: every file beside this one, or those whose name holds a word of the command line.
 * Prints times and ratios; with `--check` a missed goal fails the run. Times differ between machines, ratios hardly.
 */
import { readdirSync } from 'node:fs';
import process from 'node:process';
import type { Goal, Report, Timing } from './harness/measure.ts';

type Benchmark = { name: string; run(say: (line: string) => void): Promise<Report> };

const say = (line: string) => process.stdout.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

function nsOf(timings: readonly Timing[], name: string): number {
  const found = timings.find((timing) => timing.name === name);
  if (!found) throw new Error(`No contestant is named "${name}"`);
  return found.ns;
}

function printTimings({ timings, base }: Report): void {
  const width = Math.max(...timings.map(({ name }) => name.length));
  for (const { name, ns } of timings) {
    const ratio = ns / nsOf(timings, base);
    const digits = ratio < 10 ? 2 : 0;
    say(`  ${name.padEnd(width)}  ${ns.toFixed(0).padStart(9)} ns  ${ratio.toFixed(digits).padStart(7)} x`);
  }
}

/** Prints how a goal stands, and gives true when it is met. */
function isMet(goal: Goal, timings: readonly Timing[]): boolean {
  const ratio = nsOf(timings, goal.slower) / nsOf(timings, goal.faster);
  const met = ratio >= (goal.least ?? 0) && ratio <= (goal.most ?? Number.POSITIVE_INFINITY);
  const wanted = goal.least === undefined ? `at most ${goal.most}` : `at least ${goal.least}`;
  say(
    `  ${met ? 'met' : 'MISSED'}: ${goal.slower} / ${goal.faster} is ${ratio.toFixed(1)}, ${wanted} wanted`,
  );
  return met;
}

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

let missed = 0;
for (const file of files) {
  const benchmark: Benchmark = await import(new URL(file, folder).href);
  say(`\n${benchmark.name}`);
  const report = await benchmark.run((line) => say(`  ${line}`));
  printTimings(report);
  for (const goal of report.goals) if (!isMet(goal, report.timings)) missed++;
}
if (files.length === 0) say(`No benchmark matches "${words.join(' ')}"`);
process.exitCode = files.length === 0 || (missed > 0 && process.argv.includes('--check')) ? 1 : 0;
