/** A served dashboard over seeded verdicts, and the addresses of all its kinds of page. */
import { serveDashboard } from '../../src/web/server.ts';
import { keep } from '../web/kept.ts';
import { madeApp, NOW } from '../web/made-app.ts';
import { hostileSample, type Sample, samples } from '../web/sample.ts';

/** Every kind of page. */
export const PAGE_NAMES = [
  'overview',
  'list',
  'list-filtered',
  'list-empty',
  'verdict-hold',
  'verdict-merge',
  'verdict-split',
  'verdict-release',
  'verdict-hostile',
  'policies',
  'policy',
  'not-found',
  'bad-filter',
] as const;

export type Seeded = {
  readonly url: string;
  /** An address for each. */
  readonly pages: Readonly<Record<(typeof PAGE_NAMES)[number], string>>;
  add(sample: Sample): Promise<void>;
  close(): Promise<void>;
};

export async function serveSeeded(): Promise<Seeded> {
  const all = [...samples(130, NOW), hostileSample(NOW - 30_000)];
  const kept = await keep(all);
  const ending = new AbortController();
  const app = madeApp(kept.history);
  const served = await serveDashboard({ app, hostname: '127.0.0.1', port: 0, signal: ending.signal });
  const receipt = (test: (sample: Sample) => boolean) =>
    `/verdicts/${all.findLast(test)?.verdict.receipt_sha256 ?? 'missing'}`;
  return {
    url: served.url,
    pages: {
      overview: '/',
      list: '/verdicts',
      'list-filtered': '/verdicts?decision=hold&policy=write-fence&reason=outside-fence',
      'list-empty': '/verdicts?repo=acme%2Fnowhere',
      'verdict-hold': receipt((s) => s.verdict.action === 'send' && s.verdict.decision === 'hold'),
      'verdict-merge': receipt(
        (s) =>
          s.verdict.policies.length > 1 &&
          s.verdict.decision === 'hold' &&
          s.verdict.subject.job !== 'job-10001',
      ),
      'verdict-split': receipt((s) => s.verdict.decision === 'split'),
      'verdict-release': receipt((s) => s.verdict.decision === 'release'),
      'verdict-hostile': receipt((s) => s.verdict.subject.job === 'job-10001'),
      policies: '/policies',
      policy: '/policies/egress-leaf',
      'not-found': '/nowhere',
      'bad-filter': '/verdicts?decision=maybe&from=yesterday',
    },
    add: kept.add,
    async close() {
      ending.abort();
      await served.closed;
      await kept.close();
    },
  };
}
