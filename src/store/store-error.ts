/** StoreError: the history cannot be used, said in one line without parameters, values or tokens. */
import { LibsqlError } from '@libsql/client';
import { DrizzleQueryError } from 'drizzle-orm/errors';

export type StoreErrorKind = 'unreachable' | 'corrupt' | 'newer' | 'full';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  /**
   * `unreachable`: absent, locked, not permitted, no network; `corrupt`: not a history, damaged, or altered;
   * `newer`: written by a later version; `full`: no room.
   */
  readonly kind: StoreErrorKind;
  /** What to do about it. */
  readonly help: string;

  constructor(kind: StoreErrorKind, message: string, help: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.help = help;
  }
}

/** Another writer was first: what was read is stale, so read again and try again. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved';
}

/** The libSQL error at the bottom of what was thrown. Drizzle wraps it in one whose message holds the parameters. */
export function libsqlErrorOf(thrown: unknown): LibsqlError | undefined {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof LibsqlError) return at;
  }
  return undefined;
}

/** A broken uniqueness or NOT NULL rule. Remote servers have their own codes, so the words count too. */
export function isConstraint(thrown: unknown): boolean {
  const error = libsqlErrorOf(thrown);
  return (
    error !== undefined && (error.code === 'SQLITE_CONSTRAINT' || /constraint failed/i.test(error.message))
  );
}

/** True for what may well work a moment later on a fresh connection. */
export function isPassing(thrown: unknown): boolean {
  if (thrown instanceof ChainMoved) return true;
  const code = libsqlErrorOf(thrown)?.code;
  return (
    code === 'SQLITE_BUSY' ||
    code === 'SQLITE_LOCKED' ||
    code === 'SQLITE_PROTOCOL' ||
    code === 'CLIENT_CLOSED'
  );
}

type Telling = readonly [kind: StoreErrorKind, message: (name: string) => string, help: string];

const DAMAGED: Telling = [
  'corrupt',
  (name) => `The history "${name}" is damaged`,
  'Restore it from a copy, or move it away to begin a new one',
];
const LOCKED: Telling = [
  'unreachable',
  (name) => `The history "${name}" stayed locked by another program`,
  'Wait until it has finished or end it, then try again; what was not acknowledged is not stored',
];
const SHUT: Telling = [
  'unreachable',
  (name) => `The history "${name}" cannot be opened`,
  'Check that it is a file, that its folder exists and that you may read and write both',
];

const TELLINGS: Readonly<Record<string, Telling>> = {
  SQLITE_NOTADB: [
    'corrupt',
    (name) => `"${name}" is not a history: it is no libSQL or SQLite file`,
    'Name another file, or move this one away to begin a new one',
  ],
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_FORMAT: DAMAGED,
  SQLITE_FULL: [
    'full',
    (name) => `No room is left for the history "${name}"`,
    'Free some disk space and try again; what was not acknowledged is not stored',
  ],
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
  SQLITE_PROTOCOL: LOCKED,
  SQLITE_CANTOPEN: SHUT,
  SQLITE_PERM: SHUT,
  SQLITE_AUTH: SHUT,
  SQLITE_READONLY: [
    'unreachable',
    (name) => `The history "${name}" cannot be written`,
    'Check that you may write to the file and to its folder',
  ],
  SQLITE_IOERR: [
    'unreachable',
    (name) => `The disk failed while the history "${name}" was read or written`,
    'Check the disk, its free space and its limits, then try again',
  ],
  CLIENT_CLOSED: ['unreachable', (name) => `The history "${name}" is closed`, 'Open it again'],
};

/** What was thrown, as a StoreError about the history `name`; a plain Error, free of parameters, if it is our defect. */
export function toStoreError(wrapped: unknown, name: string): Error {
  const thrown = wrapped instanceof DrizzleQueryError ? wrapped.cause : wrapped;
  if (thrown instanceof StoreError) return thrown;
  if (thrown instanceof ChainMoved) {
    return new StoreError(
      'unreachable',
      `Others kept writing to the history "${name}"`,
      'Try again when fewer write',
    );
  }
  // The client itself refuses whole numbers that JavaScript cannot hold.
  if (
    thrown instanceof SyntaxError ||
    (thrown instanceof RangeError && /cannot be safely represented/.test(thrown.message))
  ) {
    const message = `The history "${name}" holds a record that cannot be read`;
    return new StoreError('corrupt', message, 'Check it with "holdpoint history verify"', thrown);
  }
  const error = libsqlErrorOf(thrown);
  // The native part throws this before there is a connection that could give a code.
  if (error === undefined && thrown instanceof Error && thrown.message.startsWith('ConnectionFailed('))
    return new StoreError(SHUT[0], SHUT[1](name), SHUT[2], thrown);
  if (error === undefined) return isNetwork(thrown) ? unreachable(name, thrown) : defect(thrown, name);
  const telling = TELLINGS[error.code];
  if (telling !== undefined) return new StoreError(telling[0], telling[1](name), telling[2], error);
  if (/no such (table|column)/.test(error.message)) {
    return new StoreError(
      'corrupt',
      `The history "${name}" lacks a table or column that it should have`,
      DAMAGED[2],
      error,
    );
  }
  if (error.code.startsWith('SQLITE_'))
    return new Error(`The history "${name}" refused a statement (${error.code})`, { cause: error });
  return unreachable(name, error);
}

function defect(thrown: unknown, name: string): Error {
  return thrown instanceof Error
    ? thrown
    : new Error(`The history "${name}" gave an answer that cannot be read`);
}

function unreachable(name: string, cause: unknown): StoreError {
  const help = 'Check the address, the token and the network';
  return new StoreError('unreachable', `The history server "${name}" cannot be reached`, help, cause);
}

/** `fetch` fails with a TypeError whose cause carries a system code. */
function isNetwork(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const cause = thrown.cause as { code?: unknown } | undefined;
  return (
    typeof cause?.code === 'string' || /fetch failed|error sending request|network/i.test(thrown.message)
  );
}
