/** `act packet`: what an agent is told of a fenced tree. Names, and digests of what it may write; never a denied file's body. */
import { CollectError, collectPrompt } from '../collect/mod.ts';
import { onDisk } from '../collect/on-disk.ts';
import { OWN_FILE } from '../engine/evidence/left-out.ts';
import {
  checkPath,
  drawFence,
  type Fence,
  isObject,
  type Json,
  type JsonObject,
  printPath,
} from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import { decodeUtf8 } from '../host/text.ts';
import { type ActContext, ActError, type Plan } from './act.ts';
import { planJsonFile } from './output-file.ts';

export type PacketOptions = {
  /** Where the packet is written. */
  readonly output: string;
  /** A file with the text of the task. */
  readonly task?: string;
};

type Other = { readonly path: string; readonly isDenied: boolean; readonly isUnread: boolean };
type Sorted = {
  readonly root: string;
  readonly inside: JsonObject;
  /** Every other path, whether a deny pattern names it, and whether the stamp left it out. */
  readonly others: readonly Other[];
};

const MAX_TASK = 1 << 20;
const MAX_BODY = 16 << 20;
/** A shorter line (`}`, `end`) says nothing about where it was taken from. */
const MIN_TELLING = 6;

/**
 * Builds the packet out of the fence and the stamp that were judged (`tree_before`, else `tree`). Throws ActError when there
 * is no fence or stamp, when the task repeats what stands in a denied file, or when a detector sees a secret in the packet.
 */
export async function planPacket(context: ActContext, { output, task: file }: PacketOptions): Promise<Plan> {
  const { allow, fence } = fenceOf(context);
  const { root, inside, others } = sortedTree(context, fence);
  const task = file === undefined ? undefined : readTask(context, file);
  if (task !== undefined) {
    // The task may lie in the tree itself; it is no secret to its own reader, unless the fence says so.
    const compared = others.filter(
      ({ path, isDenied }) => isDenied || plainPath(onDisk(root, path)) !== plainPath(file ?? ''),
    );
    refuseBodies(context, task, root, compared);
  }
  const must_not_change = others.map(({ path }) => path);
  await refuseSecrets(context, [task ?? '', ...allow, ...must_not_change, ...Object.keys(inside)].join('\n'));
  const packet = {
    ...(task === undefined ? {} : { task }),
    may_write: [...allow],
    must_not_change,
    pre_hashes: inside,
  };
  return planJsonFile(context, 'packet', packet, output);
}

function fenceOf({ snapshot }: ActContext): { allow: readonly string[]; fence: Fence } {
  const given = snapshot.evidence['fence'];
  const [allow, deny] = isObject(given) ? [texts(given['allow']), texts(given['deny_globs'] ?? [])] : [];
  const fence = allow === undefined || deny === undefined ? undefined : drawFence(allow, deny);
  if (allow !== undefined && fence !== undefined) return { allow, fence };
  throw new ActError('input', 'There is no fence to make a packet of', {
    help: 'Add --set fence=FILE, with a list "allow" that names what may be written',
  });
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function sortedTree({ snapshot: { evidence } }: ActContext, fence: Fence): Sorted {
  const tree = evidence['tree_before'] ?? evidence['tree'];
  const files = isObject(tree) ? tree['files'] : undefined;
  if (!isObject(tree) || !isObject(files))
    throw new ActError('input', 'There is no stamped tree to make a packet of', {
      help: 'Add --tree DIR, or --tree-before FILE',
    });
  const inside: [string, string][] = [];
  const others: Other[] = [];
  const place = (path: string) => {
    const checked = checkPath(path);
    return checked.ok ? fence.judge(checked.path) : 'denied';
  };
  for (const [path, stamp] of Object.entries(files)) {
    const where = place(path);
    if (where !== 'inside') others.push({ path, isDenied: where === 'denied', isUnread: false });
    else if (isObject(stamp) && typeof stamp['sha256'] === 'string') inside.push([path, stamp['sha256']]);
  }
  for (const path of unread(tree['skipped'])) {
    const where = place(path);
    if (where !== 'inside') others.push({ path, isDenied: where === 'denied', isUnread: true });
  }
  const root = typeof tree['root'] === 'string' ? tree['root'] : '.';
  return { root, inside: Object.fromEntries(inside), others };
}

/** What a stamp left out, but for Holdpoint's own files. */
function unread(skipped: Json | undefined): string[] {
  if (!Array.isArray(skipped)) return [];
  return (skipped as readonly Json[]).flatMap((entry) =>
    isObject(entry) && typeof entry['path'] === 'string' && entry['why'] !== OWN_FILE ? [entry['path']] : [],
  );
}

function readTask({ host }: ActContext, file: string): string {
  try {
    const decoded = decodeUtf8(host.files.readRegular(file, MAX_TASK));
    if (decoded.ok) return decoded.text;
    throw new ActError('input', `Cannot read the task ${printPath(file)}: ${decoded.why}`);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('input', cause.message, {
      cause,
      help: 'Name by --task a text file of 1 MiB at most',
    });
  }
}

/** Of a denied file no line may be told, of any other that must not change not the whole. */
function refuseBodies({ host }: ActContext, task: string, root: string, others: readonly Other[]): void {
  const told = plain(task);
  const inside: string[] = [];
  for (const { path, isDenied, isUnread } of others) {
    if (isUnread) throw incomparable(path, 'it was not stamped');
    const place = onDisk(root, path);
    try {
      const bytes =
        host.files.info(place).kind === 'symlink'
          ? host.files.readLink(place)
          : host.files.readRegular(place, MAX_BODY);
      const body = new TextDecoder().decode(bytes);
      const parts = isDenied ? [body, ...body.split(/[\r\n]+/)] : [body];
      if (parts.map(plain).some((part) => part.length >= MIN_TELLING && told.includes(part)))
        inside.push(path);
    } catch (cause) {
      if (!(cause instanceof HostError)) throw cause;
      throw incomparable(path, cause.message, cause);
    }
  }
  if (inside.length === 0) return;
  throw new ActError(
    'input',
    `Nothing was written: denied-body:${inside.map(printPath).join(', denied-body:')}`,
    {
      help: 'Say in the task what is to be done, without what stands in a file that must not change',
    },
  );
}

function incomparable(path: string, why: string, cause?: HostError): ActError {
  return new ActError('input', `Cannot compare the task with ${printPath(path)}: ${why}`, {
    ...(cause === undefined ? {} : { cause }),
    help: 'Stamp all of the tree and run it where the tree is, or leave --task out',
  });
}

const plainPath = (path: string): string => path.replace(/^(?:\.\/+)+/, '');

/** Another line end or indentation is the same text. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function refuseSecrets({ host, signal }: ActContext, text: string): Promise<void> {
  const context = signal === undefined ? { host } : { host, signal };
  try {
    const prompt = new TextEncoder().encode(text);
    const { secrets } = await collectPrompt(context, { prompt, cap: Number.MAX_SAFE_INTEGER });
    const found = [...new Set(secrets.findings.map(({ detector }) => detector))];
    if (secrets.skipped.length > 0) found.push('not-scanned');
    if (found.length === 0) return;
    throw new ActError(
      'input',
      `Nothing was written: a secret would be in the packet (${found.join(', ')})`,
      {
        help: 'Take it out of the task, or give the file another name',
      },
    );
  } catch (cause) {
    if (!(cause instanceof CollectError)) throw cause;
    throw new ActError(cause.blame, cause.message, { cause });
  }
}
