/** Every page in a real browser: wide and narrow, light and dark, with no error, no fault that axe finds, no sideways scroll. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openBrowser } from './browser.ts';
import { PAGE_NAMES, type Seeded, serveSeeded } from './seeded.ts';
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

async function withPage(
  options: Parameters<Browser['newContext']>[0],
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const addressOf = (name: (typeof PAGE_NAMES)[number]) => new URL(dashboard.pages[name], dashboard.url).href;

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.html.slice(0, 200)} (${node.failureSummary})`),
  );
}

const SIGHTS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 360].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
);

for (const sight of SIGHTS) {
  for (const name of PAGE_NAMES) {
    test(`${name} is clean at ${sight.viewport.width} px, ${sight.colorScheme}`, async () => {
      await withPage(sight, async (page) => {
        const complaints = watch(page);
        await page.goto(addressOf(name), { waitUntil: 'load' });
        const room = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(room <= 0, `${room} px of sideways scroll`);
        // What is folded away must be clean too.
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
        });
        assert.deepEqual(await faultsOf(page), []);
        const opened = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(opened <= 0, `${opened} px of sideways scroll with everything open`);
        assert.deepEqual(complaints, []);
      });
    });
  }
}

for (const name of PAGE_NAMES) {
  test(`${name} is whole without script`, async () => {
    await withPage({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } }, async (page) => {
      await page.goto(addressOf(name));
      assert.equal(await page.locator('h1').isVisible(), true);
      assert.equal(await page.locator('canvas, #pause').locator('visible=true').count(), 0);
      assert.ok((await page.locator('nav[aria-label=Main] a').count()) === 3);
    });
  });
}
