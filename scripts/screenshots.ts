/** Draws every page of the dashboard, wide and narrow, light and dark: `node --import tsx scripts/screenshots.ts OUTDIR`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openBrowser } from '../tests/browser/browser.ts';
import { serveSeeded } from '../tests/browser/seeded.ts';

const outDir = process.argv[2];
if (outDir === undefined) throw new Error('Name the folder to write to: scripts/screenshots.ts OUTDIR');
mkdirSync(outDir, { recursive: true });

const dashboard = await serveSeeded();
const browser = await openBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(dashboard.pages)) {
        await page.goto(new URL(path, dashboard.url).href, { waitUntil: 'load' });
        await page.screenshot({ path: join(outDir, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await dashboard.close();
}
