/** Writes the files of a proof one after the other, or leaves the folder as it was. */
import { HostError } from '../../host/host.ts';
import { type ActContext, ActError } from '../act.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** The last one is the digest: a proof that was cut off before it is not finished. Throws ActError. */
export function writeAll(
  { host: { files } }: ActContext,
  folder: string,
  texts: readonly (readonly [name: string, bytes: Uint8Array])[],
): void {
  const written: { readonly path: string; readonly before: Uint8Array | undefined }[] = [];
  try {
    for (const [name, bytes] of texts) {
      const path = `${folder}/${name}`;
      const before = files.exists(path) ? files.readRegular(path, MAX_BYTES) : undefined;
      files.writeAtomic(path, bytes);
      written.push({ path, before });
    }
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    for (const { path, before } of written.reverse()) {
      if (before === undefined) files.remove(path);
      else files.writeAtomic(path, before);
    }
    throw new ActError('machine', cause.message, { cause, help: 'The folder is as it was before' });
  }
}
