/** What blocks comes first, in lists and on a verdict's page, and what only warns does not look like a stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision, Enforcement, GateVerdict, PolicyVerdict } from '../../src/engine/mod.ts';
import { withKept } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { mergeHold, type Sample, sampleVerdict } from './sample.ts';

const REST = { kind: 'paths', notes: [] };
const rule = { file: 'rules/write-fence.yaml', line: 7, column: 5 };

function gate(
  id: string,
  enforce: Enforcement,
  decision: Decision,
  count = 1,
  waived: { waived?: true } = {},
): GateVerdict {
  const reasons = Array.from({ length: count }, (_, index) => ({
    code: `${id}-reason`,
    subject: `${id}/${index}`,
    message: 'It is so',
    rule,
    ...waived,
  }));
  return { gate: id, enforce, decision, reasons, ...REST };
}

/** One policy with these gates, over the evidence of another sample. */
function sampleOf(gates: readonly GateVerdict[], decision: Decision = 'hold'): Sample {
  const base = mergeHold(7, NOW, ['.env']);
  const policy = { ...(base.verdict.policies[0] as PolicyVerdict), decision, gates };
  const { action, subject } = base.verdict;
  return { ...base, verdict: sampleVerdict(action, subject, decision, [policy], base.snapshot) };
}

async function pageOf(sample: Sample, path?: string): Promise<string> {
  let html = '';
  await withKept([sample], async ({ history }) => {
    const response = await madeApp(history).request(path ?? `/verdicts/${sample.verdict.receipt_sha256}`);
    html = await response.text();
  });
  return html;
}

const MIXED = [
  gate('watched', 'observe', 'hold', 4),
  gate('warned', 'warn', 'hold', 4),
  gate('excused', 'block', 'release', 1, { waived: true }),
  gate('halved', 'block', 'split'),
  gate('stopped', 'block', 'hold'),
];

test('a row of a list shows the reasons that held before those that only warn', async () => {
  const html = await pageOf(sampleOf(MIXED), '/verdicts');
  const subjects = [...html.matchAll(/<span class="subject">([^<]+)</g)].map((match) => match[1]);
  assert.deepEqual(subjects, ['stopped/0', 'halved/0', 'warned/0']);
  assert.match(html, /and 8 more reasons/);
});

test('a row of a list shows warnings before what was only watched or waived', async () => {
  const html = await pageOf(
    sampleOf([MIXED[2], MIXED[0], gate('warned', 'warn', 'hold')] as GateVerdict[]),
    '/verdicts',
  );
  const subjects = [...html.matchAll(/<span class="subject">([^<]+)</g)].map((match) => match[1]);
  assert.deepEqual(subjects, ['warned/0', 'watched/0', 'watched/1']);
});

test('a policy shows the gates that hold, then those that split, then the others', async () => {
  const html = await pageOf(sampleOf([...MIXED, { ...gate('calm', 'block', 'release', 0) }]));
  const labels = [...html.matchAll(/aria-label="Gate ([a-z]+)"/g)].map((match) => match[1]);
  assert.deepEqual(labels, ['stopped', 'halved', 'watched', 'warned', 'excused', 'calm']);
});

const QUIET: readonly [Enforcement, RegExp][] = [
  ['warn', /warning only<span class="label"> would hold</],
  ['observe', /observed<span class="label"> would hold</],
];

for (const [enforce, words] of QUIET) {
  test(`the badge of a gate that holds with enforce ${enforce} is not that of a stop`, async () => {
    const html = await pageOf(sampleOf([gate('soft', enforce, 'hold')], 'release'));
    const section = html.slice(html.indexOf('aria-label="Gate soft"')).split('</section>')[0] ?? '';
    assert.match(section, words);
    assert.doesNotMatch(section, /class="badge hold"/);
  });
}
