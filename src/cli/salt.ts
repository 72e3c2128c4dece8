/** The salt of a history's secret fingerprints: made once, kept beside the history, never in a snapshot. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Host } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';

/** 64 hex digits from `.holdpoint/salt` under the root, written on first use. Throws HostError when it cannot be. */
export function saltOf(host: Host, root: string): string {
  const folder = join(root, '.holdpoint');
  const file = join(folder, 'salt');
  if (host.files.exists(file)) {
    const text = decodeUtf8(host.files.read(file, 1024));
    if (text.ok && /^[0-9a-f]{64}\n?$/.test(text.text)) return text.text.trim();
  }
  const salt = randomBytes(32).toString('hex');
  host.files.makeDirectory(folder);
  keepOutOfGit(host, folder);
  host.files.writeAtomic(file, `${salt}\n`, 0o600);
  return salt;
}

/** What stands in `.holdpoint` is this machine's own. */
export function keepOutOfGit(host: Host, folder: string): void {
  const file = join(folder, '.gitignore');
  if (!host.files.exists(file)) host.files.writeAtomic(file, '*\n');
}
