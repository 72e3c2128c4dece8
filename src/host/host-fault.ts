/** Turns what the system throws into a HostError that a person can act on. */
import { HostError } from './host.ts';

const PHRASES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it is there already',
  EFBIG: 'the file would be too large',
  EIO: 'the disk reports an input/output error',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or links go round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open on this machine',
  ENODEV: 'there is no such device',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTFILE: 'it is not a regular file',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'it is a socket or a device that cannot be read',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
  TOO_LARGE: 'it is too large',
  ESTALE: 'the network file system lost it',
};

/** The system's code of a thrown value (`ENOENT`), or `EUNKNOWN`. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'EUNKNOWN';
}

/** Why it failed, without what was tried on what: `permission denied`. The same on every runtime for known codes. */
export function whyOf(error: HostError): string {
  return PHRASES[error.code] ?? error.message;
}

/** `verb` is what was tried, such as `read`; the path is quoted as JSON, so that odd names stay on one line. */
export function hostFault(verb: string, path: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const code = codeOf(error);
  const phrase = PHRASES[code] ?? (error instanceof Error ? error.message : String(error));
  return new HostError(code, `Cannot ${verb} ${JSON.stringify(path)}: ${phrase}`, { cause: error });
}

/** Runs `work` and words what it throws. */
export function faulting<T>(verb: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw hostFault(verb, path, error);
  }
}
