/** The machine behind one small interface, so that collectors and commands can run over a fake in tests. */

export type FileKind = 'file' | 'directory' | 'symlink' | 'other';
export type FileInfo = { readonly kind: FileKind; readonly size: number; readonly mode: number };
/** `name` is undefined when the name on disk is not valid UTF-8; `printable` then shows it with escapes. */
export type DirectoryEntry = {
  readonly name: string | undefined;
  readonly printable: string;
  readonly kind: FileKind;
};

export type RunOptions = {
  readonly cwd?: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  /** The child is killed when its standard output (or its standard error) passes this many bytes; 64 MiB unless given. */
  readonly maxBytes?: number;
  /** Takes standard output as it comes, which is then not kept. What it throws ends the child and is thrown on. */
  readonly onStdout?: (bytes: Uint8Array) => void;
  /** As `onStdout`, for standard error. */
  readonly onStderr?: (bytes: Uint8Array) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};
export type RunResult = {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** The signal that ended it, such as `SIGSEGV`, and its number; null when it ended by itself. */
  readonly signal: { readonly name: string; readonly number: number } | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly timedOut: boolean;
  readonly overflowed: boolean;
};

export type ExchangeOptions = {
  /** Dotted decimals or an IPv6 address; a name is not looked up. */
  readonly address: string;
  readonly port: number;
  /** Asked with the address that is really there, once connected and before anything is sent; false ends it with `EPEER`. */
  readonly accept: (peer: string) => boolean;
  readonly send: Uint8Array;
  /** Takes what comes, piece by piece; true ends the exchange. What it throws ends it and is thrown on. */
  readonly onBytes: (bytes: Uint8Array) => boolean;
  /** For the whole exchange, connecting included; then it ends with `TIMEOUT`. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

/** Pieces in, lower-case hex SHA-256 out. */
export type RunningHash = { update(bytes: Uint8Array): void; hex(): string };

/** A failure of the machine, worded for the person at the terminal; `code` is the system's own (ENOENT, EACCES, ...). */
export class HostError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'HostError';
    this.code = code;
  }
}

export type Host = {
  readonly files: {
    /** Follows no link. Throws HostError. */
    info(path: string): FileInfo;
    exists(path: string): boolean;
    /** Sorted by code point. Throws HostError. */
    list(path: string): DirectoryEntry[];
    /** The bytes of a link's target text. Throws HostError. */
    readLink(path: string): Uint8Array;
    /** The whole file, links followed; HostError `TOO_LARGE` when it is over `maxBytes`. Waits for whoever writes a pipe. */
    read(path: string, maxBytes: number): Uint8Array;
    /** As `read`, and waits for nothing: HostError `ENOTFILE` for a pipe, a device or a socket. */
    readRegular(path: string, maxBytes: number): Uint8Array;
    /** Pieces of a regular file (never a link) in order, in one reused buffer: copy what must outlive the step. Throws HostError. */
    chunks(path: string, chunkBytes?: number): Iterable<Uint8Array>;
    /** Lower-case hex SHA-256, the bytes read and the mode of a regular file (never a link), in constant memory. Throws HostError. */
    hash(path: string, onBytes?: (count: number) => void): { sha256: string; size: number; mode: number };
    /** Written beside the target, then renamed: whole or not at all. Throws HostError. */
    writeAtomic(path: string, data: string | Uint8Array, mode?: number): void;
    /**
     * A file that was not there, made by this call alone and made to last; of many callers at once one succeeds. HostError
     * `EEXIST` when anything has the name, a link included. After a crash the file may be there without its content.
     */
    createNew(path: string, data: string): void;
    /** With all the folders above it. A `mode` is given to the folder itself, also when it is there already. Throws HostError. */
    makeDirectory(path: string, mode?: number): void;
    /** A new empty folder that only this user may enter; its maker removes it. Throws HostError. */
    makeTemporary(): string;
    /** A regular file with its permissions and time of change, onto a path where nothing stands. Throws HostError. */
    copy(from: string, to: string): void;
    /** A symbolic link with this text as its target. Throws HostError. */
    makeLink(target: string, path: string): void;
    /** Gives a file or a folder another name on the same disk; a folder never takes the place of one that holds anything. Throws HostError. */
    move(from: string, to: string): void;
    /** A file, or a folder with all that is in it; nothing to remove is no fault. Throws HostError. */
    remove(path: string): void;
  };
  /** Runs a program without a shell. Throws HostError when it cannot be started. */
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>;
  /**
   * Ends every process that was started with this variable at this value, in whatever group it is now, and waits until
   * they are gone. Finds none where the system does not show environments (Linux does).
   */
  endMarked(name: string, value: string): Promise<void>;
  readonly network: {
    /** Every address that the machine's resolver has for a name. Throws HostError, `TIMEOUT` when it takes longer. */
    lookUp(name: string, timeoutMs: number): Promise<readonly string[]>;
    /** One TCP connection, straight to the address: no proxy is asked. Says how it ended; throws HostError. */
    exchange(options: ExchangeOptions): Promise<'enough' | 'closed'>;
  };
  readonly processes: {
    /** The id of this process. */
    readonly own: number;
    isAlive(id: number): boolean;
  };
  readonly env: { names(): string[]; get(name: string): string | undefined };
  readonly homeDirectory: string;
  readonly workingDirectory: string;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  sha256(data: string | Uint8Array): string;
  startHash(): RunningHash;
};
