/** From a path in evidence to the path on the machine. */

/** Where a walked path stands on the machine. */
export function onDisk(root: string, path: string): string {
  if (path === '') return root === '' ? '.' : root;
  return root === '' || root === '.' ? path : root.endsWith('/') ? root + path : `${root}/${path}`;
}
