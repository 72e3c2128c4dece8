/** How a guarded action tells what it did, or that it did nothing. */
import type { Done } from '../../act/act.ts';
import type { Verdict } from '../../engine/mod.ts';
import { pretty } from '../../report/pretty.ts';
import { printable } from '../../report/text.ts';
import type { Io } from '../io.ts';

type Style = 'pretty' | 'json';

/** The answer was no: the verdict, and what was put away because of it. */
export function reportRefusal(io: Io, style: Style, verdict: Verdict, lines: readonly string[]): void {
  if (style === 'json') {
    writeJson(io, { verdict, done: lines });
    return;
  }
  io.out(pretty.render(verdict, { paint: io.outColors, columns: io.columns }));
  io.out(`\n${['Nothing was done', ...lines].map(printable).join('\n')}\n`);
}

/** The answer was yes: the verdict that counts, and what was done, or would be. */
export function reportWork(io: Io, style: Style, verdict: Verdict, done: Done, dryRun: boolean): void {
  const last = done.verdict ?? verdict;
  if (style === 'json') {
    const result = done.result === undefined ? {} : { result: done.result };
    writeJson(io, { verdict: last, dry_run: dryRun, done: done.lines, ...result });
    return;
  }
  io.out(pretty.render(last, { paint: io.outColors, columns: io.columns }));
  const title = dryRun ? 'Would do (--dry-run)' : 'Done';
  const lines = [...done.lines, ...(done.printed ?? [])];
  io.out(`\n${title}\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`);
}

function writeJson(io: Io, value: object): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
}
