/** A locked command as its list of words: it is run without a shell, so what only a shell understands is refused. */
import { CollectError } from '../collector.ts';

/** What a shell would act on; a program would be given it as it stands, and somebody would be surprised. */
const SHELL = /["'`\\$|&;<>()\r\n\t\0]/;
const MAX_CHARS = 4096;

/**
 * The words of `npm test`, separated by spaces. Throws CollectError (input) for a command that only a shell could run: a
 * pipe hides the failure of its first program, and quotes are read in more than one way.
 */
export function commandWords(command: string): readonly [string, ...string[]] {
  const [program, ...args] = command.split(' ').filter((word) => word !== '');
  const quoted = JSON.stringify(command.slice(0, 200));
  if (program === undefined || command.length > MAX_CHARS)
    throw new CollectError('input', `Cannot run the locked command ${quoted}: it is empty or too long`);
  const found = SHELL.exec(command)?.[0];
  if (found !== undefined || program.includes('='))
    throw new CollectError(
      'input',
      `Cannot run the locked command ${quoted}: ${JSON.stringify(found ?? '=')} is for a shell, and there is none`,
      {
        help: 'Put it into a script that the patch may not touch, and lock the command that runs the script',
      },
    );
  return [program, ...args];
}
