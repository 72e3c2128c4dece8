/** What a person does on the pages: filter, page, go back, follow a reason, watch verdicts come in; with and without script. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { NOW } from '../web/made-app.ts';
import { mergeHold } from '../web/sample.ts';
import { openBrowser } from './browser.ts';
import { type Seeded, serveSeeded } from './seeded.ts';
import { watch } from './watch.ts';

let browser: Browser;
let dashboard: Seeded;

before(async () => {
  dashboard = await serveSeeded();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await dashboard?.close();
});

async function visit(
  path: string,
  use: (page: Page, complaints: string[]) => Promise<void>,
  script = true,
): Promise<void> {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints = watch(page);
  try {
    await page.goto(new URL(path, dashboard.url).href, { waitUntil: 'load' });
    await use(page, complaints);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const rows = (page: Page) => page.locator('.verdict-item');
const query = (page: Page) => new URL(page.url()).search;

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`filters, chips, pages and the back button work ${how}`, async () => {
    const walk = async (page: Page) => {
      await page.evaluate(() => Reflect.set(window, 'sameDocument', true)).catch(() => undefined);
      await page.getByLabel('Decision').selectOption('release');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/\?decision=release$/);
      await page.locator('.verdict-item .badge.hold').first().waitFor({ state: 'detached' });
      assert.equal(await rows(page).count(), 50);
      assert.equal(await page.locator('.verdict-item .badge:not(.release)').count(), 0);

      await page.getByRole('link', { name: 'Older' }).click();
      await page.waitForURL(/older=/);
      await page.getByRole('link', { name: 'Newer' }).waitFor();
      assert.ok((await rows(page).count()) < 50);
      assert.equal(await page.getByLabel('Decision').inputValue(), 'release');

      await page.goBack();
      await page.waitForURL(/\?decision=release$/);
      await page.getByRole('link', { name: 'Older' }).waitFor();
      assert.equal(await rows(page).count(), 50);
      assert.equal(await page.locator('main h1').textContent(), 'Verdicts');

      await page.getByRole('link', { name: /Remove filter/ }).click();
      await page.waitForURL(/\/verdicts$/);
      await page.locator('.verdict-item .badge.hold').first().waitFor();
      assert.equal(query(page), '');
      assert.equal(await page.getByLabel('Decision').inputValue(), '');
    };
    await visit('/verdicts', walk, script);
  });

  test(`a reason leads to its evidence and to its rule line ${how}`, async () => {
    await visit(
      dashboard.pages['verdict-hold'],
      async (page) => {
        await page.locator('.reason .where a').first().click();
        assert.match(page.url(), /#evidence-1$/);
        assert.equal(await page.locator('#evidence-1').isVisible(), true);
        assert.match((await page.locator('#evidence-1').textContent()) ?? '', /\.cache\/token/);
        await page.locator('.reason .where a').nth(1).click();
        assert.match(page.url(), /#rule-1-L7$/);
        assert.match((await page.locator('#rule-1-L7').textContent()) ?? '', /id: leaf/);
      },
      script,
    );
  });
}

test('htmx swaps the list within the same document, and moves focus to the rows', async () => {
  await visit('/verdicts', async (page) => {
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL(/older=/);
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    assert.equal(await page.evaluate(() => Reflect.get(window, 'sameDocument')), true);
    await page.waitForFunction(() => document.activeElement?.id === 'rows-title');
    await page.waitForFunction(() =>
      /on this page/.test(document.getElementById('announcer')?.textContent ?? ''),
    );
  });
});

test('a page of the list that does not come is asked for again as a plain link', async () => {
  await visit('/verdicts', async (page, complaints) => {
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
    await page.route(/older=/, (route) => route.abort(), { times: 1 });
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    assert.equal(await page.evaluate(() => Reflect.get(window, 'sameDocument')), undefined);
    assert.ok(complaints.splice(0).every((words) => /net::ERR_FAILED|Failed to fetch/.test(words)));
  });
});

test('a filter that the server refuses shows the page that says why', async () => {
  await visit('/verdicts?from=2026-10-01T00:00:00Z', async (page) => {
    await page.getByLabel('From (UTC)').fill('soon');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'This filter cannot be read' }).waitFor();
    assert.match((await page.locator('.faults').textContent()) ?? '', /"from" is not a date: "soon"/);
    assert.equal(await page.locator('header.top').count(), 1);
  });
});

test('a verdict that is recorded appears on the open overview, and its counts move along', async () => {
  await visit('/', async (page) => {
    const count = page.locator('.count.hold .count-number');
    const earlier = Number(await count.textContent());
    const days = await page.locator('#trend-data').textContent();
    const summary = await page.locator('#trend').getAttribute('aria-label');
    await page.locator('summary', { hasText: 'as a table' }).click();
    const sample = mergeHold(7001, NOW - 1000, ['deploy/key.pem']);
    await dashboard.add(sample);
    const first = rows(page).first();
    await page.locator('.verdict-item.fresh').first().waitFor();
    assert.match((await first.textContent()) ?? '', /deploy\/key\.pem/);
    assert.notEqual(await page.locator('#trend').getAttribute('aria-label'), summary);
    await page.waitForFunction(
      (n) => document.querySelector('.count.hold .count-number')?.textContent === n,
      String(earlier + 1),
    );
    assert.notEqual(await page.locator('#trend-data').textContent(), days);
    // The table that was opened stays open.
    assert.equal(await page.locator('.table-fold table').isVisible(), true);
    assert.equal(await page.locator('#trend-data').count(), 1);
  });
});

test('the live list can be paused, and catches up when it goes on', async () => {
  await visit('/', async (page) => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await dashboard.add(mergeHold(7002, NOW - 900, ['paused/one.txt']));
    await page.waitForTimeout(2500);
    assert.equal(await page.getByText('paused/one.txt').count(), 0);
    await dashboard.add(mergeHold(7003, NOW - 800, ['paused/two.txt']));
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('paused/one.txt').waitFor();
    await page.getByText('paused/two.txt').waitFor();
  });
});

test('the trend is drawn, and drawn again after going back to it', async () => {
  const drawn = () => {
    const canvas = document.getElementById('trend') as HTMLCanvasElement | null;
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return data?.some((value) => value !== 0) === true;
  };
  await visit('/', async (page) => {
    await page.waitForFunction(drawn);
    await page.getByRole('link', { name: 'Verdicts', exact: true }).click();
    await page.waitForURL(/verdicts$/);
    await page.goBack();
    await page.waitForFunction(drawn);
  });
});

test('the skip link is the first thing that the keyboard reaches, and leads to the content', async () => {
  await visit('/verdicts', async (page) => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  });
});

test('hostile text stays text: no image, script, handler or dialog comes of it', async () => {
  await visit(dashboard.pages['verdict-hostile'], async (page) => {
    assert.equal(await page.locator('main img, main script, main [onmouseover]').count(), 0);
    assert.ok((await page.getByText('<img src=x onerror=alert(1)>').count()) > 0);
  });
});

test('the overview over a feed that has ended comes back by itself', async () => {
  await visit('/', async (page) => {
    await page.waitForFunction(() => {
      const live = document.getElementById('latest') as unknown as { _htmx?: { sse?: { reader?: object } } };
      return live._htmx?.sse?.reader !== undefined;
    });
    await page.evaluate(() => {
      const live = document.getElementById('latest') as unknown as {
        _htmx: { sse: { reader: { cancel(): void } } };
      };
      live._htmx.sse.reader.cancel();
    });
    await dashboard.add(mergeHold(7004, NOW - 700, ['after/break.txt']));
    await page.getByText('after/break.txt').waitFor();
    assert.equal(await page.getByText('after/break.txt').count(), 1);
  });
});
