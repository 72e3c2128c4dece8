/** A machine in memory, for tests: files, environment, clock, and programs that answer what they are told to. */
import { compareCodePoints } from './code-points.ts';
import {
  type DirectoryEntry,
  type FileInfo,
  type Host,
  HostError,
  type RunOptions,
  type RunResult,
} from './host.ts';
import { startHash } from './node.ts';

export type FakeFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly data: string | Uint8Array; readonly mode?: number }
  /** A pipe, a socket or a device. */
  | { readonly other: true }
  /** Reading it fails with this system code, such as `EACCES`; `folder` makes it a folder that cannot be listed. */
  | { readonly fault: string; readonly folder?: boolean };

export type FakeMachine = {
  /** By path, with `/`; the folders above are there as well. */
  readonly files?: Readonly<Record<string, FakeFile>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Without it no name is known and no connection comes about. */
  readonly network?: Partial<Host['network']>;
  readonly homeDirectory?: string;
  readonly workingDirectory?: string;
  readonly now?: () => number;
  /** Answers for programs; without it none can be started. */
  readonly run?: (
    argv: readonly string[],
    options: RunOptions,
  ) => Partial<RunResult> | Promise<Partial<RunResult>>;
};

export type FakeHost = Host & {
  /** What is on the disk now, for a test to look at. */
  readonly disk: Map<string, FakeFile>;
};

const encode = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data;

/** A host over `machine`. Every call throws HostError as the real one does. */
export function fakeHost(machine: FakeMachine = {}): FakeHost {
  const disk = new Map<string, FakeFile>(
    Object.entries(machine.files ?? {}).map(([path, file]) => [tidy(path), file]),
  );
  const env = machine.env ?? {};
  return {
    disk,
    files: fakeFiles(disk),
    run: (argv, options = {}) => fakeRun(machine, argv, options),
    // Nothing of what is run here outlives its answer.
    endMarked: () => Promise.resolve(),
    network: { ...noNetwork, ...machine.network },
    processes: { own: 1, isAlive: (id) => id === 1 },
    env: { names: () => Object.keys(env), get: (name) => env[name] },
    homeDirectory: machine.homeDirectory ?? '/home/user',
    workingDirectory: machine.workingDirectory ?? '/home/user/work',
    now: machine.now ?? (() => 0),
    sha256: (data) => {
      const hash = startHash();
      hash.update(encode(data));
      return hash.hex();
    },
    startHash,
  };
}

const noNetwork: Host['network'] = {
  lookUp: (name) => Promise.reject(new HostError('ENOTFOUND', `Cannot look up ${JSON.stringify(name)}`)),
  exchange: ({ address }) => Promise.reject(new HostError('ECONNREFUSED', `Cannot connect to ${address}`)),
};

async function fakeRun(
  machine: FakeMachine,
  argv: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  if (machine.run === undefined) {
    throw new HostError(
      'ENOENT',
      `Cannot run ${JSON.stringify(argv[0])}: there is no such program on the search path`,
    );
  }
  const empty = new Uint8Array(0);
  const answer = await machine.run(argv, options);
  const told = { code: 0, signal: null, stdout: empty, stderr: empty, timedOut: false, overflowed: false };
  const { stdout, stderr, ...result } = { ...told, ...answer };
  options.onStdout?.(stdout);
  options.onStderr?.(stderr);
  return {
    ...result,
    stdout: options.onStdout === undefined ? stdout : empty,
    stderr: options.onStderr === undefined ? stderr : empty,
  };
}

/** `/a//b/./c/` as `/a/b/c`; `..` is not expected in tests. */
function tidy(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}

function fault(code: string, verb: string, path: string): HostError {
  return new HostError(code, `Cannot ${verb} ${JSON.stringify(path)}: ${code}`);
}

function fakeFiles(disk: Map<string, FakeFile>): Host['files'] {
  let temporaries = 0;
  const bytes = (path: string): Uint8Array => {
    const file = disk.get(tidy(path));
    if (file === undefined) throw fault(isFolder(disk, path) ? 'EISDIR' : 'ENOENT', 'read', path);
    if (typeof file === 'string' || file instanceof Uint8Array) return encode(file);
    if ('fault' in file) throw fault(file.fault, 'read', path);
    if ('data' in file) return encode(file.data);
    throw fault('link' in file ? 'ELOOP' : 'ENOTFILE', 'read', path);
  };
  const read = (path: string, maxBytes: number) => {
    const data = bytes(path);
    if (data.length > maxBytes) throw fault('TOO_LARGE', 'read', path);
    return data;
  };
  return {
    info: (path) => infoOf(disk, path),
    exists: (path) => disk.has(tidy(path)) || isFolder(disk, path),
    list: (path) => listOf(disk, path),
    readLink: (path) => {
      const file = disk.get(tidy(path));
      if (typeof file === 'object' && 'link' in file) return encode(file.link);
      throw fault('EINVAL', 'read the link', path);
    },
    read,
    readRegular: read,
    *chunks(path, chunkBytes = 1 << 20) {
      const data = bytes(path);
      for (let at = 0; at < data.length; at += chunkBytes) yield data.subarray(at, at + chunkBytes);
    },
    hash: (path, onBytes) => {
      const data = bytes(path);
      const hash = startHash();
      hash.update(data);
      onBytes?.(data.length);
      return { sha256: hash.hex(), size: data.length, mode: infoOf(disk, path).mode };
    },
    writeAtomic: (path, data, mode) =>
      void disk.set(tidy(path), { data: encode(data), ...(mode === undefined ? {} : { mode }) }),
    createNew: (path, data) => {
      if (disk.has(tidy(path)) || isFolder(disk, path)) throw fault('EEXIST', 'make', path);
      disk.set(tidy(path), data);
    },
    makeDirectory: (path) => void disk.set(`${tidy(path)}/.`, ''),
    makeTemporary: () => {
      temporaries += 1;
      disk.set(`/tmp/holdpoint-${temporaries}/.`, '');
      return `/tmp/holdpoint-${temporaries}`;
    },
    copy: (from, to) => {
      const data = bytes(from);
      if (disk.has(tidy(to))) throw fault('EEXIST', 'copy to', to);
      disk.set(tidy(to), { data, mode: infoOf(disk, from).mode & 0o777 });
    },
    makeLink: (target, path) => void disk.set(tidy(path), { link: target }),
    move: (from, to) => {
      if (!disk.has(tidy(from)) && !isFolder(disk, from)) throw fault('ENOENT', 'move', from);
      if (isFolder(disk, to)) throw fault('ENOTEMPTY', 'move', from);
      for (const [key, file] of [...disk]) {
        if (key !== tidy(from) && !key.startsWith(`${tidy(from)}/`)) continue;
        disk.delete(key);
        disk.set(tidy(to) + key.slice(tidy(from).length), file);
      }
    },
    remove: (path) => {
      for (const key of [...disk.keys()]) {
        if (key === tidy(path) || key.startsWith(`${tidy(path)}/`)) disk.delete(key);
      }
    },
  };
}

function isFolder(disk: Map<string, FakeFile>, path: string): boolean {
  const prefix = tidy(path) === '/' ? '/' : `${tidy(path)}/`;
  return [...disk.keys()].some(
    (key) => key.startsWith(prefix) || (tidy(path) === '' && !key.startsWith('/')),
  );
}

function infoOf(disk: Map<string, FakeFile>, path: string): FileInfo {
  const file = disk.get(tidy(path));
  if (file === undefined) {
    if (isFolder(disk, path)) return { kind: 'directory', size: 0, mode: 0o40755 };
    throw fault('ENOENT', 'look at', path);
  }
  if (typeof file === 'string' || file instanceof Uint8Array)
    return { kind: 'file', size: encode(file).length, mode: 0o100644 };
  if ('link' in file) return { kind: 'symlink', size: encode(file.link).length, mode: 0o120777 };
  if ('other' in file) return { kind: 'other', size: 0, mode: 0o10644 };
  if ('fault' in file)
    return { kind: file.folder ? 'directory' : 'file', size: 0, mode: file.folder ? 0o40000 : 0o100000 };
  return { kind: 'file', size: encode(file.data).length, mode: 0o100000 | (file.mode ?? 0o644) };
}

function listOf(disk: Map<string, FakeFile>, path: string): DirectoryEntry[] {
  const own = disk.get(tidy(path));
  if (typeof own === 'object' && 'fault' in own) throw fault(own.fault, 'list', path);
  if (!isFolder(disk, path)) throw fault(own === undefined ? 'ENOENT' : 'ENOTDIR', 'list', path);
  const prefix = tidy(path) === '/' || tidy(path) === '' ? tidy(path) : `${tidy(path)}/`;
  const names = new Set(
    [...disk.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length).split('/')[0]!),
  );
  names.delete('.');
  return [...names]
    .sort(compareCodePoints)
    .map((name) => ({ name, printable: name, kind: infoOf(disk, prefix + name).kind }));
}
