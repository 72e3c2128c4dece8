/** The pages as documents: what they say, where they link, and how foreign text stands in them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keep, withKept } from './kept.ts';
import { madeApp, NOW } from './made-app.ts';
import { HOSTILE, hostileSample, mergeHold, samples } from './sample.ts';
import { SAMPLE_RULES } from './sample-rules.ts';

const ALL = samples(130, NOW);
const kept = await keep(ALL);
after(() => kept.close());
const app = madeApp(kept.history);

async function page(path: string, from = app): Promise<string> {
  const response = await from.request(path);
  assert.equal(response.status, 200, path);
  return await response.text();
}

const receiptOf = (decision: string): string => {
  const found = ALL.findLast((sample) => sample.verdict.decision === decision);
  assert.ok(found);
  return found.verdict.receipt_sha256;
};

const PATHS = ['/', '/verdicts', `/verdicts/${receiptOf('hold')}`, '/policies', '/policies/write-fence'];

for (const path of PATHS) {
  test(`${path.slice(0, 24)} is a whole document with one title, one main and one h1`, async () => {
    const html = await page(path);
    assert.match(html, /^<!DOCTYPE html><html lang="en"><head>/);
    assert.match(html, /<\/body><\/html>$/);
    for (const once of [/<title>/g, /<main /g, /<h1/g, /class="skip" href="#main"/g]) {
      assert.equal(html.match(once)?.length, 1, String(once));
    }
    assert.doesNotMatch(html, / style="|<style|onclick|javascript:/);
  });
}

test('the overview counts by decision and links each count to the list that it counts', async () => {
  const html = await page('/');
  for (const decision of ['hold', 'split', 'release']) {
    const count = ALL.filter((sample) => sample.verdict.decision === decision).length;
    const link = new RegExp(`href="/verdicts\\?decision=${decision}"><span class="count-number">${count}<`);
    assert.match(html, link);
  }
});

test('the overview carries the trend as data and as a table', async () => {
  const html = await page('/');
  const json = /<script id="trend-data" type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const days = JSON.parse(json) as { day: string; hold: number }[];
  assert.equal(days.length, 30);
  assert.equal(days.at(-1)?.day, '2026-10-13');
  for (const { day } of days) assert.match(html, new RegExp(`<th scope="row">${day}</th>`));
});

test('an empty history says what to do first, on every page', async () => {
  await withKept([], async ({ history }) => {
    const empty = madeApp(history);
    assert.match(await page('/', empty), /No verdict yet.*holdpoint eval --store/s);
    assert.match(await page('/verdicts', empty), /No verdict yet/);
    assert.match(await page('/policies', empty), /No policy yet/);
  });
});

test('a verdict page leads with the decision and the first thing to fix', async () => {
  const html = await page(`/verdicts/${receiptOf('hold')}`);
  const order = [
    '>Held<',
    'Fix first',
    'id="policies-title"',
    'id="evidence-title"',
    'id="rules-title"',
    'id="receipt-title"',
  ];
  const places = order.map((words) => html.replaceAll('</svg> ', '</svg>>').indexOf(words));
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? -1)),
    String(places),
  );
});

test('every link within a verdict page leads to a place on it', async () => {
  for (const sample of ALL.slice(-14)) {
    const html = await page(`/verdicts/${sample.verdict.receipt_sha256}`);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] as string);
    if (sample.verdict.decision === 'hold') assert.ok(links.length > 2);
    for (const link of links) assert.equal(html.split(`id="${link}"`).length, 2, link);
  }
});

test('a verdict page marks the rule line and the evidence that decided', async () => {
  const html = await page(`/verdicts/${mergeHoldReceipt()}`);
  assert.match(html, /<mark id="rule-1-L7"/);
  assert.match(
    html,
    /<mark id="evidence-1"[^>]*><span class="key">path<\/span> <code class="value string">\.env</,
  );
});

function mergeHoldReceipt(): string {
  const found = ALL.findLast((sample) => JSON.stringify(sample.verdict).includes('"subject":".env"'));
  assert.ok(found);
  return found.verdict.receipt_sha256;
}

test('a verdict page says so when the snapshot was not kept', async () => {
  await withKept([], async ({ history, add }) => {
    const sample = mergeHold(3, NOW, ['.env']);
    const { snapshot: _dropped, ...rest } = sample;
    await add(rest as typeof sample, { snapshot: undefined as never });
    const own = madeApp(history);
    const path = `/verdicts/${sample.verdict.receipt_sha256}`;
    assert.match(await page(path, own), /The snapshot was not kept/);
    const missing = await own.request(`${path}/snapshot.json`);
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /The snapshot was not kept/);
  });
});

test('a verdict page lists what was withheld from the stored snapshot', async () => {
  await withKept([], async ({ history, add }) => {
    const sample = mergeHold(4, NOW, ['.env']);
    await add(sample, { withheld: ['/evidence/health/body'] });
    const html = await page(`/verdicts/${sample.verdict.receipt_sha256}`, madeApp(history));
    assert.match(html, /1 value was withheld from the stored snapshot/);
    assert.match(html, /withheld, not stored/);
  });
});

test('a verdict that was recorded twice shows both times', async () => {
  const sample = mergeHold(5, NOW - 60_000, ['.env']);
  await withKept([sample, { ...sample, at: NOW }], async ({ history }) => {
    assert.match(await page('/verdicts', madeApp(history)), /seen 2 times/);
    const html = await page(`/verdicts/${sample.verdict.receipt_sha256}`, madeApp(history));
    assert.match(html, /2026-10-13 11:59:00 UTC/);
    assert.match(html, /2026-10-13 12:00:00 UTC/);
  });
});

test('a verdict without kept rules has no dead links to them', async () => {
  const reader = {
    ...kept.history,
    async verdict(receipt: string) {
      const stored = await kept.history.verdict(receipt);
      return stored && { ...stored, rules: [] };
    },
  };
  const html = await page(`/verdicts/${receiptOf('hold')}`, madeApp(reader));
  assert.match(html, /The source of the rules was not kept/);
  assert.doesNotMatch(html, /href="#rule-/);
});

test('a verdict page shows the rule files that took part before the others, and says which did not', async () => {
  const sample = mergeHold(6, NOW, ['.env']);
  await withKept([{ ...sample, rules: SAMPLE_RULES }], async ({ history }) => {
    const html = await page(`/verdicts/${sample.verdict.receipt_sha256}`, madeApp(history));
    const rules = html.slice(html.indexOf('id="rules-title"'));
    const places = ['write-fence', 'patch-budget', 'egress-leaf'].map((name) =>
      rules.indexOf(`rules/${name}.yaml</code>`),
    );
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.match(rules, /rules\/egress-leaf\.yaml<\/code> <span class="quiet small">not in force for merge/);
    assert.match(html, /href="#rule-2-L7"/);
  });
});

test('a verdict with thousands of reasons gives a page of bounded size', async () => {
  const paths = Array.from({ length: 5000 }, (_, index) => `infra/file-${index}.tf`);
  const sample = mergeHold(2, NOW, paths);
  await withKept([sample], async ({ history }) => {
    const html = await page(`/verdicts/${sample.verdict.receipt_sha256}`, madeApp(history));
    assert.match(html, /and 4,800 more reasons, in the verdict JSON/);
    assert.ok(html.length < 2_000_000, `${html.length} characters`);
  });
});

test('a policy page shows its source by the line and what it decided', async () => {
  const html = await page('/policies/egress-leaf');
  assert.match(html, /<li id="rule-L2"><code class="verbatim">policy: egress-leaf<\/code><\/li>/);
  assert.match(html, /href="\/verdicts\?policy=egress-leaf"/);
});

const HOSTILE_PATHS = ['/', '/verdicts', `/verdicts/${hostileSample(NOW).verdict.receipt_sha256}`];

for (const path of HOSTILE_PATHS) {
  test(`${path.slice(0, 24)} shows markup, escape sequences and direction overrides as text`, async () => {
    await withKept([hostileSample(NOW)], async ({ history }) => {
      const html = await page(path, madeApp(history));
      assert.doesNotMatch(html, /<img|<script>|"onmouseover=|href="javascript/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
      assert.doesNotMatch(html, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;'));
      assert.ok(html.includes('&lt;/script&gt;&lt;script&gt;alert(2)'));
    });
  });
}

test('a verdict page shows hidden characters as escapes in a style of their own', async () => {
  await withKept([hostileSample(NOW)], async ({ history }) => {
    const html = await page(HOSTILE_PATHS[2] as string, madeApp(history));
    assert.ok(html.includes('src/<span class="esc">\\u202e</span>gpj.exe'));
    assert.ok(html.includes('src/<span class="esc">\\u001b</span>[2K'));
    assert.ok(html.includes(HOSTILE.link));
  });
});

test('hostile words in a filter are shown as text, in chips, fields and addresses', async () => {
  const html = await page(
    `/verdicts?repo=${encodeURIComponent(`"><script>alert(1)</script>\u202e`)}&actor=a`,
  );
  assert.doesNotMatch(html, /<script>alert/);
  assert.match(html, /&quot;&gt;&lt;script&gt;alert\(1\)/);
});
