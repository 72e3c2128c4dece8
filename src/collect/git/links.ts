/** Follows symbolic links inside the tree of one commit, as a checkout of it would lead. */
import { decodeUtf8 } from '../../host/text.ts';
import { listTree, type TreeEntry } from './blobs.ts';
import type { SealedGit } from './sealed.ts';

/** What a link says, and the blob of the file that it leads to in the end. */
export type Followed = { readonly text: string; readonly id: string };

/** As Linux counts: a path through more links goes round in a circle. */
const MAX_LINKS = 40;

export function isLink(entry: TreeEntry): boolean {
  return entry.mode === '120000';
}

/**
 * The links of `tree` by path. One that leads out of the tree, to nothing, or to what is no file, is not among them.
 * Throws CollectError as git's commands do.
 */
export async function followLinks(
  git: SealedGit,
  tree: string,
  links: readonly TreeEntry[],
): Promise<Map<string, Followed>> {
  const followed = new Map<string, Followed>();
  if (links.length === 0) return followed;
  const entries = new Map((await listTree(git, tree, () => true)).map((entry) => [entry.path, entry]));
  const texts = readTexts(git);
  for (const link of links) {
    const end = await lastOf(entries, texts, link.path);
    if (end?.mode.startsWith('100')) followed.set(link.path, { text: await texts(link.id), id: end.id });
  }
  return followed;
}

type Texts = (id: string) => Promise<string>;

/** Link texts by blob, each read once; '' leads nowhere. */
function readTexts(git: SealedGit): Texts {
  const known = new Map<string, string>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const decoded = decodeUtf8((await git(['cat-file', 'blob', id])).stdout);
    const text = decoded.ok ? decoded.text : '';
    known.set(id, text);
    return text;
  };
}

async function lastOf(
  entries: ReadonlyMap<string, TreeEntry>,
  texts: Texts,
  path: string,
): Promise<TreeEntry | undefined> {
  const gone: string[] = [];
  const parts = path.split('/');
  let links = 0;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (gone.pop() === undefined) return undefined;
      continue;
    }
    gone.push(part);
    const entry = entries.get(gone.join('/'));
    if (entry === undefined || !isLink(entry)) continue;
    const text = await texts(entry.id);
    links += 1;
    if (links > MAX_LINKS || text === '' || text.startsWith('/')) return undefined;
    gone.pop();
    parts.unshift(...text.split('/'));
  }
  return entries.get(gone.join('/'));
}
