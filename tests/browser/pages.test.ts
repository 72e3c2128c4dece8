/** Every page in a real browser: wide and narrow, light and dark, with no error, no fault that axe finds, no sideways scroll. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
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

const addressOf = (name: (typeof PAGE_NAMES)[number]) => new URL(dashboard.pages[name], dashboard.url).href;

async function faultsOf(page: Page): Promise<string[]> {
  // One run in the page itself: nothing here is in a frame.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.html.slice(0, 200)} (${node.failureSummary})`),
  );
}

const ALL = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 360].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
);
// Both runtimes serve the same pages and styles: each sight is seen once on Node, and each width and colour on Deno.
const SIGHTS = 'Deno' in globalThis ? [ALL[0]!, ALL[3]!] : ALL;

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const sight of SIGHTS) {
  const how = `${sight.viewport.width} px, ${sight.colorScheme}`;

  test(`all pages at ${how}`, async (t) => {
    const context = await browser.newContext(sight);
    for (const name of PAGE_NAMES) {
      await t.test(`${name} is clean at ${how}`, async () => {
        const page = await context.newPage();
        const complaints = watch(page);
        await page.goto(addressOf(name), { waitUntil: 'load' });
        assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways');
        // What is folded away must be clean too.
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
        });
        assert.ok((await sideways(page)) <= 0, 'the page scrolls sideways with everything open');
        assert.deepEqual(await faultsOf(page), []);
        assert.deepEqual(complaints, []);
        await page.close();
      });
    }
    await context.close();
  });
}

test('all pages without script', async (t) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  for (const name of PAGE_NAMES) {
    await t.test(`${name} is whole without script`, async () => {
      const page = await context.newPage();
      await page.goto(addressOf(name));
      assert.equal(await page.locator('h1').isVisible(), true);
      assert.equal(await page.locator('canvas, #pause').locator('visible=true').count(), 0);
      assert.equal(await page.locator('nav[aria-label=Main] a').count(), 3);
      await page.close();
    });
  }
  await context.close();
});
