/** Links within a verdict's page: none is dead, whatever the number of reasons, the length of the rules and what was withheld. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Enforcement, GateVerdict, PolicyVerdict, Reason } from '../../src/engine/mod.ts';
import type { Entry } from '../../src/store/mod.ts';
import { withKept } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { mergeHold, type Sample, sampleVerdict } from './sample.ts';

const rule = { file: 'rules/write-fence.yaml', line: 7, column: 5 };
const reasonAt = (evidence: string, line = 7): Reason => ({
  code: 'c',
  message: 'It is so',
  evidence,
  rule: { ...rule, line },
});

function gateOf(id: string, enforce: Enforcement, reasons: readonly Reason[]): GateVerdict {
  return { gate: id, kind: 'paths', enforce, decision: 'hold', reasons, notes: [] };
}

/** One policy with these gates over this evidence; `change` may replace its digest. */
function sampleOf(
  gates: readonly GateVerdict[],
  evidence: Sample['snapshot']['evidence'],
  change: Partial<PolicyVerdict> = {},
): Sample {
  const base = mergeHold(8, NOW, ['.env']);
  const snapshot = { ...base.snapshot, evidence };
  const policy = { ...(base.verdict.policies[0] as PolicyVerdict), gates, ...change };
  const { action, subject } = base.verdict;
  return { ...base, snapshot, verdict: sampleVerdict(action, subject, 'hold', [policy], snapshot) };
}

async function pageOf(sample: Sample, change: Partial<Entry> = {}): Promise<string> {
  let html = '';
  await withKept([], async ({ history, add }) => {
    await add(sample, change);
    const response = await madeApp(history).request(`/verdicts/${sample.verdict.receipt_sha256}`);
    html = await response.text();
  });
  return html;
}

function assertNoDeadLink(html: string): string[] {
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] as string);
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  assert.deepEqual(
    links.filter((link) => !ids.has(link)),
    [],
  );
  return links;
}

test('a verdict page marks the evidence of what stopped although warnings point at very much', async () => {
  const values = Array.from({ length: 1000 }, (_, index) => `v${index}`);
  const at = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => reasonAt(`/evidence/list/${from + index}`));
  const warnings = [0, 200, 400].map((from) => gateOf(`warn-${from}`, 'warn', at(from, 200)));
  const sample = sampleOf([...warnings, gateOf('stop', 'block', at(900, 2))], { list: values });
  const html = await pageOf(sample);
  assertNoDeadLink(html);
  for (const index of [900, 901])
    assert.match(html, new RegExp(`<a href="#evidence-\\d+"><code[^>]*>/evidence/list/${index}<`));
});

const NOWHERE: readonly [string, string][] = [
  ['beneath a scalar', '/evidence/card/host/x'],
  ['at a part that is not drawn', '/action'],
  ['at the whole snapshot', ''],
];

for (const [where, pointer] of NOWHERE) {
  test(`a reason that points ${where} has no dead link`, async () => {
    const gates = [gateOf('stop', 'block', [reasonAt(pointer), reasonAt('/evidence/card/host')])];
    const links = assertNoDeadLink(await pageOf(sampleOf(gates, { card: { host: 'h' } })));
    assert.equal(links.filter((link) => link.startsWith('evidence-')).length, 1);
  });
}

test('a verdict whose snapshot was not kept has no dead links to evidence', async () => {
  const gates = [gateOf('stop', 'block', [reasonAt('/evidence/card/host')])];
  const html = await pageOf(sampleOf(gates, { card: { host: 'h' } }), { snapshot: undefined as never });
  assert.match(html, /The snapshot was not kept/);
  assertNoDeadLink(html);
});

const LONG = Array.from({ length: 6000 }, (_, index) => `# line ${index + 1}`).join('\n');

test('a line that decided is drawn with its number however far down in the file it stands', async () => {
  const gates = [gateOf('stop', 'block', [reasonAt('/evidence/a', 5900), reasonAt('/evidence/a', 6001)])];
  const digest = `sha256:${createHash('sha256').update(LONG).digest('hex')}`;
  const sample = sampleOf(gates, { a: 1 }, { digest });
  const rules = sample.rules.slice(0, 1).map((file) => ({ ...file, digest, text: LONG }));
  const html = await pageOf({ ...sample, rules });
  const links = assertNoDeadLink(html);
  assert.ok(links.includes('rule-1-L5900'));
  assert.match(html, /data-line="5900"><mark id="rule-1-L5900"[^>]*><code class="verbatim"># line 5900</);
  assert.match(html, /999 more lines of the file not shown/);
});

const BENEATH = ['/evidence/health/body', '/evidence/health/body/status', '/evidence/health/body/a/0'];

for (const pointer of BENEATH) {
  test(`a reason that points at ${pointer} of a withheld body finds it withheld, not absent`, async () => {
    const sample = sampleOf([gateOf('stop', 'block', [reasonAt(pointer)])], { health: { code: 200 } });
    const many = Array.from({ length: 600 }, (_, index) => `/evidence/health/other-${index}`);
    const html = await pageOf(sample, { withheld: [...many, '/evidence/health/body'] });
    assertNoDeadLink(html);
    const place = html.slice(html.indexOf('<mark id="evidence-1"')).split('</mark>')[0] ?? '';
    assert.match(place, /withheld/);
    assert.doesNotMatch(html, />absent</);
  });
}
