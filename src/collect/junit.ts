/** Section `tests`: what test runs reported in JUnit's XML, counted from its elements and from nothing else. */
import { type Host, HostError } from '../host/host.ts';
import { whyOf } from '../host/host-fault.ts';
import { type CollectContext, CollectError } from './collector.ts';
import { decoderFor } from './junit/decode.ts';
import { RefusedReport, ReportFault } from './junit/fault.ts';
import { findReports, type NotCounted } from './junit/find-reports.ts';
import type { Counts } from './junit/frame.ts';
import { type ReadReport, startReport } from './junit/read-report.ts';
import { createSieve } from './junit/sieve.ts';
import { startTally, type Tally, type TestCase, type TestDifference, type TestSuite } from './junit/tally.ts';
import { onDisk } from './on-disk.ts';
import { startPace } from './pace.ts';

export type TestSource = Counts & { readonly path: string; readonly sha256: string; readonly bytes: number };
export type Tests = Counts & {
  /** Among those that passed: they failed first, and passed when they were run again. */
  readonly flaky: number;
  /** Among the skipped: they are to do, failed, and may. */
  readonly failing_todos: number;
  /** Absent when any report leaves it open. */
  readonly duration_ms?: number;
  readonly suites: readonly TestSuite[];
  /** The failing first when there are more than are carried. */
  readonly cases: readonly TestCase[];
  readonly cases_left_out: number;
  readonly sources: readonly TestSource[];
  /** What was asked for and could not be counted. */
  readonly not_counted: readonly NotCounted[];
  /** Where a report says of itself what its elements do not show. */
  readonly disagreements: readonly TestDifference[];
};
export type TestsOptions = {
  /** Paths or patterns (as allow patterns: anchored, exact), relative to `folder`. */
  readonly reports: readonly string[];
  readonly folder?: string;
  /** More of one report is not read. */
  readonly maxBytes?: number;
};

const MAX_BYTES = 1 << 30;

/**
 * Counts the test cases of every report. One that is missing, empty, cut off or not a report stands in `not_counted` with the
 * reason, and nothing of it is counted. Throws CollectError for a pattern that cannot be used, and for a report with a DOCTYPE.
 */
export async function collectTests(context: CollectContext, options: TestsOptions): Promise<Tests> {
  const { host } = context;
  const { folder = '.', reports, maxBytes = MAX_BYTES } = options;
  const { paths, notCounted } = findReports(host, folder, reports);
  const tally = startTally(host.sha256);
  const sources: TestSource[] = [];
  const unread: NotCounted[] = [...notCounted];
  const pace = startPace(context, 'Reading test reports', paths.length);
  for (const path of paths) {
    const source = await readSource(host, path, { folder, maxBytes, tally, pace });
    if ('why' in source) unread.push(source);
    else sources.push(source);
  }
  return { ...tally.total(), sources, not_counted: unread };
}

type Reading = {
  readonly folder: string;
  readonly maxBytes: number;
  readonly tally: Tally;
  readonly pace: () => Promise<void> | undefined;
};

async function readSource(host: Host, path: string, reading: Reading): Promise<TestSource | NotCounted> {
  const part = reading.tally.start(path);
  const hash = host.startHash();
  const report = startReport(part);
  let bytes = 0;
  try {
    const feed = feeder(report);
    const onDiskPath = path.startsWith('/') ? path : onDisk(reading.folder, path);
    for (const piece of host.files.chunks(onDiskPath)) {
      bytes += piece.length;
      if (bytes > reading.maxBytes) throw new ReportFault(`it is larger than ${reading.maxBytes} bytes`);
      hash.update(piece);
      feed.push(piece);
      const pause = reading.pace();
      if (pause !== undefined) await pause;
    }
    const { counts, seconds } = feed.end();
    if (counts.tests === 0) throw new ReportFault('it has no test case');
    part.keep(seconds);
    return { path, sha256: hash.hex(), bytes, ...counts };
  } catch (error) {
    if (error instanceof ReportFault) return { path, why: error.message };
    if (error instanceof HostError) return { path, why: whyOf(error) };
    if (error instanceof RefusedReport) throw refused(path, error);
    throw error;
  }
}

function refused(path: string, { message }: RefusedReport): CollectError {
  return new CollectError('input', `Cannot count the tests in ${JSON.stringify(path)}: ${message}`, {
    help: 'Test runners write none: find out who wrote this file',
  });
}

/** Bytes in pieces, through decoder and sieve, to the report. */
function feeder(report: ReadReport): {
  push(bytes: Uint8Array): void;
  end(): ReturnType<ReadReport['close']>;
} {
  let decoder: ReturnType<typeof decoderFor> | undefined;
  const sieve = createSieve();
  return {
    push(bytes) {
      decoder ??= decoderFor(bytes);
      report.write(sieve.push(decoder.push(bytes)));
    },
    end() {
      report.write(sieve.push(decoder?.end() ?? ''));
      report.write(sieve.end());
      return report.close();
    },
  };
}
