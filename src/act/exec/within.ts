/** Whether one absolute path stands in another, by its spelling. */

/** True for the folder itself and for everything under it. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((one) => `${one.replaceAll('\\', '/').replace(/\/+$/, '')}/`);
  return inner!.startsWith(outer!);
}
