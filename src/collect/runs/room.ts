/** Where one run happens: a copy of the folder, an empty home, an empty place for temporary files, and few variables. */
import { HostError } from '../../host/host.ts';
import { type CollectContext, CollectError } from '../collector.ts';
import { copyFolder } from './copy.ts';
import { below, isAbsolute, join, resolve } from './paths.ts';

export type Room = {
  /** Where the command runs. */
  readonly cwd: string;
  /** All that the command is given. */
  readonly env: Readonly<Record<string, string>>;
};
export type RoomOptions = {
  /** What is copied. */
  readonly folder: string;
  /** Variables that are let through. */
  readonly pass: readonly string[];
};

/** Every process of a run is started with this variable, and is found by it when the run is over. */
const MARK = 'HOLDPOINT_RUN';

/**
 * Calls `work` in a new room, and takes the room away with all that was put into it and all that still runs in it,
 * whatever happens. Rooms under one `place` have the same paths, so that two runs can print the same. Throws CollectError.
 */
export async function withRoom<T>(
  context: CollectContext,
  place: string,
  options: RoomOptions,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  const { host } = context;
  const folder = join(place, 'work');
  const home = join(place, 'home');
  const temporary = join(place, 'tmp');
  const source = resolve(host.workingDirectory, options.folder);
  try {
    await copyFolder(context, source, folder);
    for (const one of [home, temporary]) host.files.makeDirectory(one, 0o700);
    return await work({
      // Where the caller stands, when that is in the folder.
      cwd: join(folder, below(source, host.workingDirectory) ?? ''),
      env: {
        PATH: searchPath(context, source, folder),
        HOME: home,
        TMPDIR: temporary,
        TMP: temporary,
        TEMP: temporary,
        LANG: 'C',
        LC_ALL: 'C',
        TZ: 'UTC',
        ...passed(context, options.pass),
        [MARK]: place,
      },
    });
  } finally {
    await host.endMarked(MARK, place);
    for (const one of [folder, home, temporary]) host.files.remove(one);
  }
}

/** Programs of the folder (its virtual environment, its node_modules) are those of the copy; relative places are no places. */
function searchPath({ host }: CollectContext, source: string, copy: string): string {
  const places = (host.env.get('PATH') ?? '/usr/bin:/bin').split(':').filter(isAbsolute);
  return places
    .map((place) => {
      const inside = below(source, resolve(place));
      return inside === undefined ? place : join(copy, inside);
    })
    .join(':');
}

function passed({ host }: CollectContext, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = host.env.get(name);
      if (value !== undefined) return [name, value];
      throw new CollectError('input', `There is no variable ${JSON.stringify(name)} to let through`, {
        help: 'Set it, or leave --rerun-env out',
      });
    }),
  );
}

/** Gives `work` a place for rooms, and removes it. Throws CollectError when there can be none. */
export async function withPlace<T>(
  { host }: CollectContext,
  work: (place: string) => Promise<T>,
): Promise<T> {
  const place = makePlace(host);
  try {
    return await work(place);
  } finally {
    host.files.remove(place);
  }
}

function makePlace(host: CollectContext['host']): string {
  try {
    return host.files.makeTemporary();
  } catch (error) {
    if (error instanceof HostError) throw new CollectError('machine', error.message, { cause: error });
    throw error;
  }
}
