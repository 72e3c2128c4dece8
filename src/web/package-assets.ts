/** Reads the assets from this package's own folder and from the installed htmx.org and chart.js. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ASSET_NAMES, type Asset, type AssetName, type AssetSource } from './assets.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const require = createRequire(import.meta.url);

/** Where a file that we do not own stands; undefined for our own. */
function packageFile(name: AssetName): string | undefined {
  if (name === 'htmx.js') return require.resolve('htmx.org/dist/htmx.min.js');
  if (name === 'htmx-sse.js') return require.resolve('htmx.org/dist/ext/hx-sse.min.js');
  // chart.js exports only its module entry; the build for script elements lies beside it.
  if (name === 'chart.js') return join(dirname(require.resolve('chart.js')), 'chart.umd.min.js');
  return undefined;
}

/** Source maps are not served; without this line the browser does not ask for them. */
function withoutSourceMap(name: AssetName, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!name.endsWith('.js')) return new Uint8Array(bytes);
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n'));
}

/**
 * Reads all assets once. `folder` is the path of our own files (src/web/assets, wherever the bundle lies).
 * Throws the file system's error when a file is missing, which means a damaged installation.
 */
export function packageAssets(folder: string): AssetSource {
  const assets = new Map<AssetName, Asset>();
  for (const name of ASSET_NAMES) {
    const body = withoutSourceMap(name, readFileSync(packageFile(name) ?? join(folder, name)));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    assets.set(name, { name, body, contentType, hash });
  }
  return { get: (name) => assets.get(name) as Asset };
}
