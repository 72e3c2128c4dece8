/** Several real processes and one file: what was acknowledged is stored, whole, in one chain. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { openHistory } from '../../src/store/mod.ts';
import { entryOf, inFolder } from './sample.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./writer.ts', import.meta.url));
const RUN = 'Deno' in globalThis ? ['run', '-A'] : ['--import', 'tsx'];

type Said = { readonly seq: number; readonly receipt: string; readonly outcome: string };
type Writer = {
  readonly child: ChildProcess;
  readonly said: Said[];
  readonly ready: Promise<unknown>;
  readonly ended: Promise<{ code: number | null; errors: string }>;
};

function startWriter(path: string, first: number, count: number, busyTimeout = 150): Writer {
  const args = [...RUN, PROGRAM, path, String(first), String(count), String(busyTimeout)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] });
  const said: Said[] = [];
  let rest = '';
  let isReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'ready') {
        isReady();
        continue;
      }
      const [seq, receipt = '', outcome = ''] = line.split(' ');
      said.push({ seq: Number(seq), receipt, outcome });
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
  return { child, said, ready: Promise.race([ready, ended]), ended };
}

async function letGo(writers: readonly Writer[]): Promise<void> {
  await Promise.all(writers.map((writer) => writer.ready));
  for (const { child } of writers) child.stdin?.end();
}

/** Takes the write lock of a file again and again, for longer than the writers' libSQL waits, until told to stop. */
async function getInTheWay(path: string, isOver: () => boolean): Promise<number> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: 1000 });
  let times = 0;
  while (!isOver()) {
    try {
      const lock = await client.transaction('write');
      await sleep(30);
      await lock.rollback();
      times += 1;
    } catch {
      await client.reconnect();
    }
    await sleep(15);
  }
  client.close();
  return times;
}

/** Seq and receipt of all that is stored, read by a connection of its own, after the file was found whole. */
async function storedIn(path: string): Promise<Map<number, string>> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: 1000 });
  const check = await client.execute('PRAGMA integrity_check');
  assert.equal(check.rows[0]?.[0], 'ok');
  const rows = await client.execute('SELECT seq, receipt FROM verdicts ORDER BY seq');
  client.close();
  return new Map(rows.rows.map((row) => [Number(row['seq']), String(row['receipt'])]));
}

async function assertWhole(path: string, writers: readonly Writer[]): Promise<Map<number, string>> {
  const stored = await storedIn(path);
  for (const { said } of writers) {
    for (const { seq, receipt } of said)
      assert.equal(stored.get(seq), receipt, `record ${seq} was acknowledged`);
  }
  const history = await openHistory({ url: path }, { readOnly: true });
  const report = await history.verifyChain();
  assert.deepEqual(report.ok ? report.count : report, stored.size);
  await history.close();
  return stored;
}

/** Both begin with a file that is not there yet, and the last 30 of one are the first 30 of the other. */
async function twoAtOnce(path: string, busyTimeout: number): Promise<void> {
  const writers = [startWriter(path, 0, 300, busyTimeout), startWriter(path, 270, 300, busyTimeout)];
  await letGo(writers);
  for (const writer of writers) {
    const { code, errors } = await writer.ended;
    assert.equal(code, 0, errors);
    assert.equal(writer.said.length, 300);
  }
  const stored = await assertWhole(path, writers);
  assert.equal(stored.size, 570);
  const outcomes = writers.flatMap((writer) => writer.said.map((said) => said.outcome));
  assert.equal(outcomes.filter((outcome) => outcome === 'recorded').length, 570);
  const history = await openHistory({ url: path }, { readOnly: true });
  const twice = await history.verdict(entryOf({ n: 280 }).verdict.receipt_sha256);
  assert.equal(twice?.row.sightings, 2);
  assert.deepEqual((await history.overview({ days: 1, now: 0 })).total, { release: 0, split: 0, hold: 570 });
  await history.close();
}

test('two processes that write at once lose nothing', () =>
  inFolder((folder) => twoAtOnce(join(folder, 'history.db'), 150)));

test('two processes that write at once lose nothing while a third keeps locking them out', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    let over = false;
    const times = getInTheWay(path, () => over);
    try {
      await twoAtOnce(path, 1);
    } finally {
      over = true;
    }
    assert.ok((await times) > 3, 'it was in the way');
  }));

test('kill -9 in the middle of writing leaves whole verdicts only, and all that was acknowledged', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    let first = 0;
    for (const after of [1, 60, 200]) {
      const writer = startWriter(path, first, 1_000_000);
      await letGo([writer]);
      await new Promise<void>((resolve, reject) => {
        writer.child.stdout?.on('data', () => {
          if (writer.said.length >= after) resolve();
        });
        writer.ended.then(({ errors }) => reject(new Error(`It ended by itself: ${errors}`)), reject);
      });
      writer.child.kill('SIGKILL');
      const { code } = await writer.ended;
      assert.equal(code, null, 'it was killed, it did not end');
      assert.ok(writer.said.length >= after);
      const stored = await assertWhole(path, [writer]);
      assert.ok(stored.size >= first + writer.said.length);
      first = stored.size;
    }
    const history = await openHistory({ url: path });
    assert.equal((await history.record(entryOf({ n: 5_000_000 }))).seq, first + 1, 'the next one goes on');
    assert.equal((await history.verifyChain()).ok, true);
    await history.close();
  }));
