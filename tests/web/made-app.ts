/** The app over real assets and a seeded reader, as most page tests want it. */
import { fileURLToPath } from 'node:url';
import { ENGINE } from '../../src/engine/mod.ts';
import { createApp } from '../../src/web/app.tsx';
import { packageAssets } from '../../src/web/package-assets.ts';
import type { Reader } from '../../src/web/reader.ts';

export const ASSETS = packageAssets(fileURLToPath(new URL('../../src/web/assets', import.meta.url)));
/** The clock of page tests: milliseconds since 1970. */
export const NOW = Date.parse('2026-10-13T12:00:00Z');

export function madeApp(reader: Reader, report?: (error: unknown) => void) {
  return createApp({
    reader,
    assets: ASSETS,
    now: () => NOW,
    version: ENGINE,
    ...(report ? { report } : {}),
  });
}

/** htmx's own headers for a request that wants a part. */
export const PART = { headers: { 'HX-Request': 'true', 'HX-Request-Type': 'partial' } } as const;
