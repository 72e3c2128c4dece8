/** The salt of a history's secret fingerprints: made once, kept beside the history, never in a snapshot. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Host, HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';

/**
 * 64 hex digits from `.holdpoint/salt` under the root, written on first use. Throws HostError when it cannot be, when
 * the folder is a link, or when the file holds something else: another salt would make every accepted finding new.
 */
export function saltOf(host: Host, root: string): string {
  const folder = join(root, '.holdpoint');
  const file = join(folder, 'salt');
  refuseLink(host, folder);
  if (host.files.exists(file)) return readSalt(host, file);
  const salt = randomBytes(32).toString('hex');
  host.files.makeDirectory(folder);
  keepOutOfGit(host, folder);
  host.files.writeAtomic(file, `${salt}\n`, 0o600);
  return salt;
}

function readSalt(host: Host, file: string): string {
  refuseLink(host, file);
  const { size } = host.files.info(file);
  const text = decodeUtf8(size > 65 ? new Uint8Array(0) : host.files.read(file, 65));
  if (text.ok && /^[0-9a-f]{64}\n?$/.test(text.text)) return text.text.trim();
  throw new HostError(
    'EINVAL',
    `Cannot use the salt in ${JSON.stringify(file)}: it is not 64 hexadecimal digits. Remove the file to get a new one`,
  );
}

/** What stands in `.holdpoint` is this machine's own. Throws HostError when the folder is a link. */
export function keepOutOfGit(host: Host, folder: string): void {
  refuseLink(host, folder);
  const file = join(folder, '.gitignore');
  if (!host.files.exists(file)) host.files.writeAtomic(file, '*\n');
}

/** Whoever wrote the link chose where the salt is read or written. */
function refuseLink(host: Host, path: string): void {
  if (!host.files.exists(path) || host.files.info(path).kind !== 'symlink') return;
  throw new HostError(
    'ELOOP',
    `Cannot use ${JSON.stringify(path)}: it is a symbolic link. Remove it, so that Holdpoint can make its own`,
  );
}
