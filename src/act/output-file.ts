/** A file that holds what a release let out, and that must not outlive it: `act ticket`, `act card`, `act packet`. */
import { type Json, printPath } from '../engine/mod.ts';
import { HostError } from '../host/host.ts';
import { type ActContext, ActError, outputOf, type Plan } from './act.ts';

/**
 * Writes the output `name` of the verdict to a file, as JSON. When it cannot be written, what an earlier release left there
 * is removed: it says something that nobody judged now. Throws ActError for a place that is no file.
 */
export function planOutputFile(context: ActContext, name: string, file: string): Plan {
  return planJsonFile(context, name, outputOf(context.verdict, name), file);
}

/** As `planOutputFile`, for a value that no policy put out. */
export function planJsonFile(context: ActContext, name: string, value: Json, file: string): Plan {
  refuseOther(context, file);
  const { files } = context.host;
  return {
    steps: [`write the ${name} to ${printPath(file)}`],
    perform() {
      try {
        files.writeAtomic(file, `${JSON.stringify(value, null, 2)}\n`);
      } catch (cause) {
        if (!(cause instanceof HostError)) throw cause;
        const lines = removeStale(context, name, file);
        const gone = lines.length === 0 ? {} : { help: 'The one of an earlier release was removed' };
        throw new ActError('machine', cause.message, { cause, ...gone });
      }
      return Promise.resolve({
        lines: [`wrote the ${name} to ${printPath(file)}`],
        result: { [name]: value, file },
      });
    },
  };
}

/** Removes what an earlier release (or `of` what else) left at this place, and says so. Throws ActError when it cannot. */
export function removeStale(
  context: ActContext,
  name: string,
  file: string,
  of = 'an earlier release',
): readonly string[] {
  const { files } = context.host;
  if (!files.exists(file)) return [];
  refuseOther(context, file);
  try {
    files.remove(file);
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    throw new ActError('machine', cause.message, { cause, help: `Remove the ${name} by hand: it is stale` });
  }
  return [`Removed the ${name} of ${of}: ${printPath(file)}`];
}

function refuseOther({ host }: ActContext, file: string): void {
  if (!host.files.exists(file)) return;
  const { kind } = host.files.info(file);
  if (kind === 'file') return;
  const what = kind === 'directory' ? 'a folder' : kind === 'symlink' ? 'a symbolic link' : 'no regular file';
  throw new ActError('input', `Cannot write ${printPath(file)}: ${what} stands there`, {
    help: 'Name another file',
  });
}
