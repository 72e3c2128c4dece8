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

/** Files of style/ in the order in which they are joined to one: later ones refine earlier ones. */
const STYLE = ['tokens', 'elements', 'parts', 'frame', 'overview', 'list', 'verdict', 'evidence', 'policies'];

const require = createRequire(import.meta.url);

/** Where the files that we do not own stand; undefined for our own. */
function packageFiles(name: AssetName): readonly string[] | undefined {
  // One file of two: htmx starts as soon as it has run, and an extension that arrives after that is not asked.
  if (name === 'htmx.js') {
    return ['htmx.org/dist/htmx.min.js', 'htmx.org/dist/ext/hx-sse.min.js'].map((file) =>
      require.resolve(file),
    );
  }
  // chart.js exports only its module entry; the build for script elements lies beside it.
  if (name === 'chart.js') return [join(dirname(require.resolve('chart.js')), 'chart.umd.min.js')];
  return undefined;
}

/** Source maps are not served; without its line the browser does not ask for one. */
function readScripts(files: readonly string[]): string {
  const texts = files.map((file) =>
    readFileSync(file, 'utf8').replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, ''),
  );
  return `${texts.join(';\n')}\n`;
}

function readAsset(name: AssetName, folder: string): Uint8Array<ArrayBuffer> {
  const files = packageFiles(name);
  if (files) return new TextEncoder().encode(readScripts(files));
  if (name !== 'app.css') return new Uint8Array(readFileSync(join(folder, name)));
  const styles = STYLE.map((part) => readFileSync(join(folder, 'style', `${part}.css`), 'utf8'));
  return new TextEncoder().encode(styles.join('\n'));
}

/**
 * Reads all assets once. `folder` is the path of our own files (src/web/assets, wherever the bundle lies).
 * Throws the file system's error when a file is missing, which means a damaged installation.
 */
export function packageAssets(folder: string): AssetSource {
  const assets = new Map<AssetName, Asset>();
  for (const name of ASSET_NAMES) {
    const body = readAsset(name, folder);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    assets.set(name, { name, body, contentType, hash });
  }
  return { get: (name) => assets.get(name) as Asset };
}
