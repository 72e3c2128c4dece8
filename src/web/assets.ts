/** What the pages load besides themselves: style, scripts, the icon. Who reads them from disk is told in package-assets.ts. */

/** The names that pages ask for. */
export const ASSET_NAMES = ['app.css', 'app.js', 'icon.svg', 'htmx.js', 'chart.js'] as const;
export type AssetName = (typeof ASSET_NAMES)[number];

export type Asset = {
  readonly name: AssetName;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** The beginning of the content's SHA-256, lower-case hex; part of the address, so that an address never changes content. */
  readonly hash: string;
};

export type AssetSource = {
  /** Every name of ASSET_NAMES is there. */
  get(name: AssetName): Asset;
};

/** `/assets/app.0123456789ab.css`: the address of an asset. */
export function assetPath(asset: Asset): string {
  const dot = asset.name.lastIndexOf('.');
  return `/assets/${asset.name.slice(0, dot)}.${asset.hash}${asset.name.slice(dot)}`;
}
