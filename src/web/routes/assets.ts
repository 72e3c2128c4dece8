/** `/assets/NAME.HASH.EXT`: style and scripts under addresses that never change content. `/favicon.ico` for those who ask. */
import { ASSET_NAMES, type Asset, assetPath } from '../assets.ts';
import type { App, Ctx, Deps } from '../env.ts';

const FOREVER = 'public, max-age=31536000, immutable';

function sendAsset(c: Ctx, asset: Asset, cacheControl: string): Response {
  const etag = `"${asset.hash}"`;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  const known = (c.req.header('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return c.body(null, 304);
  return c.body(asset.body, 200, { 'Content-Type': asset.contentType });
}

export function assetRoutes(app: App, deps: Deps): void {
  const byPath = new Map(
    ASSET_NAMES.map((name) => [assetPath(deps.assets.get(name)), deps.assets.get(name)]),
  );
  app.get('/assets/:file', (c) => {
    const asset = byPath.get(new URL(c.req.url).pathname);
    return asset ? sendAsset(c, asset, FOREVER) : c.notFound();
  });
  // Browsers ask for this name when a page that is not ours (a JSON download, say) is shown.
  app.get('/favicon.ico', (c) => sendAsset(c, deps.assets.get('icon.svg'), 'public, max-age=86400'));
}
