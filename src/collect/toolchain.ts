/** Section `toolchain`: the tools in reach, by name and version. Each is asked once, from a place where nobody can answer for it. */
import { compareCodePoints } from '../host/code-points.ts';
import { HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { type CollectContext, CollectError } from './collector.ts';

/** Null: the tool is there, or was asked for by name, and does not say its version. */
export type Toolchain = { readonly [tool: string]: string | null };
export type ToolchainOptions = {
  /** Asked instead of the well-known ones. */
  readonly tools?: readonly string[];
  readonly timeoutMs?: number;
};

/** Tools that build and test. What is not there is left out. */
export const KNOWN_TOOLS: readonly string[] = [
  'bun',
  'cargo',
  'cmake',
  'deno',
  'dotnet',
  'gcc',
  'git',
  'go',
  'gradle',
  'java',
  'make',
  'mvn',
  'node',
  'npm',
  'php',
  'pip3',
  'pnpm',
  'pytest',
  'python3',
  'ruby',
  'rustc',
  'uv',
  'yarn',
];

/** Where it is not `--version`. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { go: ['version'] };
/** A name on the search path: no path, no flag. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/;
/** A number with a dot in it, and what hangs on it: `3.13.0rc1`, `1.8.0_412`, `17.0.1+12-LTS`. Node and Go put letters before it. */
const VERSION = /(?<![\w.])(?:v|go)?(\d{1,9}(?:\.\d{1,9})+(?:[-+._]?[0-9A-Za-z]{1,20}){0,8})(?![\w])/;
const TIMEOUT_MS = 20_000;
/** Each run listens to the signal; Node warns of a leak at more than ten. */
const AT_ONCE = 8;
const MAX_BYTES = 64 * 1024;

/**
 * Asks each tool for its version, in an empty folder: some would else run what the judged tree tells them to. They get the
 * search path, the home folder where version managers keep theirs, and nothing else. Throws CollectError for a bad name.
 */
export async function collectToolchain(
  context: CollectContext,
  { tools, timeoutMs = TIMEOUT_MS }: ToolchainOptions = {},
): Promise<Toolchain> {
  const { host } = context;
  const bad = tools?.find((name) => !NAME.test(name));
  if (bad !== undefined)
    throw new CollectError(
      'input',
      `Cannot ask ${JSON.stringify(bad)} for its version: it is not a program's name`,
      {
        help: 'Name programs on the search path, such as node or python3',
      },
    );
  const names = [...new Set(tools ?? KNOWN_TOOLS)].sort(compareCodePoints);
  const folder = host.files.makeTemporary();
  try {
    const versions: (string | null | undefined)[] = [];
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE);
      versions.push(...(await Promise.all(some.map((name) => versionOf(context, name, folder, timeoutMs)))));
    }
    const found = names.flatMap((name, index): [string, string | null][] => {
      const version = versions[index];
      if (version !== undefined) return [[name, version]];
      return tools === undefined ? [] : [[name, null]];
    });
    return Object.fromEntries(found);
  } finally {
    host.files.remove(folder);
  }
}

/** Undefined when there is no such tool. */
async function versionOf(
  context: CollectContext,
  name: string,
  cwd: string,
  timeoutMs: number,
): Promise<string | null | undefined> {
  const { host, signal } = context;
  try {
    const { code, stdout, stderr, timedOut, overflowed } = await host.run(
      [name, ...(ARGUMENTS[name] ?? ['--version'])],
      {
        cwd,
        env: {
          PATH: host.env.get('PATH') ?? '',
          HOME: host.homeDirectory,
          LC_ALL: 'C',
          NO_COLOR: '1',
          // Neither is a version worth a look at the network.
          DENO_NO_UPDATE_CHECK: '1',
          npm_config_update_notifier: 'false',
          COREPACK_ENABLE_NETWORK: '0',
          DOTNET_CLI_TELEMETRY_OPTOUT: '1',
          GOTOOLCHAIN: 'local',
        },
        timeoutMs,
        maxBytes: MAX_BYTES,
        ...(signal === undefined ? {} : { signal }),
      },
    );
    if (code !== 0 || timedOut || overflowed) return null;
    return versionIn(stdout) ?? versionIn(stderr) ?? null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return error.code === 'ENOENT' ? undefined : null;
  }
}

/** The first version that is told. Nothing else of what a tool says is kept. */
function versionIn(bytes: Uint8Array): string | undefined {
  const decoded = decodeUtf8(bytes);
  return decoded.ok ? VERSION.exec(decoded.text)?.[1] : undefined;
}
