/**
 * A process of its own that writes to a history: `writer.ts PATH FIRST COUNT BUSY_TIMEOUT`. It says "ready", waits for
 * its input to end, and then says each seq and receipt on a line once the history has acknowledged it, in groups of
 * one to five.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { openHistory } from '../../src/store/mod.ts';
import { entryOf } from './sample.ts';

const [path = '', first = '0', count = '0', busyTimeout = '150'] = process.argv.slice(2);
writeSync(1, 'ready\n');
for await (const _ of process.stdin);
const history = await openHistory({ url: path }, { busyTimeout: Number(busyTimeout) });
const end = Number(first) + Number(count);
for (let n = Number(first); n < end; ) {
  const size = Math.min(1 + (n % 5), end - n);
  const answers = await history.recordAll(Array.from({ length: size }, (_, i) => entryOf({ n: n + i })));
  n += size;
  // Synchronous, so that what was said is out even if the process is killed on the next line.
  for (const { seq, receipt, outcome } of answers) writeSync(1, `${seq} ${receipt} ${outcome}\n`);
}
await history.close();
