/** One file that is to go into a bundle: read whole, or refused with the reason. */
import { checkPath, foldPath, isObject, parseJson } from '../../engine/mod.ts';
import { type Host, HostError } from '../../host/host.ts';

export type SealFile = {
  /** Normalised, relative, with forward slashes. */
  readonly path: string;
  /** What some disk would take for the same name. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly sha256: string;
};
export type SealFault = {
  readonly fault: 'missing' | 'unsafe-path' | 'dotfile' | 'symlink' | 'ticket' | 'twice' | 'too-large';
  readonly name: string;
};

const MAX_BYTES = 256 * 1024 * 1024;
const TICKET_NAME = 'publish_ticket.json';
const TICKET_KEYS = 'body_bytes,decision,sha256,url';
const MAX_TICKET = 16 * 1024;

/** Reads a named file below a folder, following no link on the way. */
export function namedFile(host: Host, from: string, name: string): SealFile | SealFault {
  const checked = checkPath(name);
  if (!checked.ok) return { fault: 'unsafe-path', name };
  const { path } = checked;
  const steps = path.split('/');
  if (steps.some((step) => step.startsWith('.'))) return { fault: 'dotfile', name };
  const key = foldPath(path);
  if (key.split('/').at(-1) === TICKET_NAME) return { fault: 'ticket', name };
  try {
    const found = steps.map((_, index) => host.files.info(`${from}/${steps.slice(0, index + 1).join('/')}`));
    if (found.some(({ kind }) => kind === 'symlink')) return { fault: 'symlink', name };
    const last = found.at(-1);
    if (last?.kind !== 'file') return { fault: 'missing', name };
    if (last.size > MAX_BYTES) return { fault: 'too-large', name };
    const bytes = readWhole(host, `${from}/${path}`);
    if (bytes === undefined) return { fault: 'too-large', name };
    if (isTicket(bytes)) return { fault: 'ticket', name };
    return { path, key, bytes, mode: last.mode & 0o777, sha256: host.sha256(bytes) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // Between looking and reading a link can take the file's place: it is not followed then either.
    return { fault: error.code === 'ELOOP' ? 'symlink' : 'missing', name };
  }
}

function readWhole(host: Host, path: string): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const chunk of host.files.chunks(path)) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    pieces.push(chunk.slice());
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A ticket by another name is one all the same. */
function isTicket(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_TICKET) return false;
  const parsed = parseJson(new TextDecoder().decode(bytes), { file: 'ticket' });
  return parsed.ok && isObject(parsed.value) && Object.keys(parsed.value).sort().join() === TICKET_KEYS;
}
