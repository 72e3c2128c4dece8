/** `holdpoint init`: write holdpoint.yaml and copy the chosen shipped policies, without touching what is there. */
import { basename, join } from 'node:path';
import { nearest } from '../../engine/mod.ts';
import { decodeUtf8 } from '../../host/text.ts';
import { type Command, examples } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { packageFile } from '../package-root.ts';
import { PROJECT_FILE } from '../project.ts';

type Flags = { readonly policy?: readonly string[]; readonly dir: string };

export const init: Command = {
  register(program, run) {
    program
      .command('init')
      .summary('set a repository up')
      .description(
        'Writes holdpoint.yaml and copies shipped policies into a folder of yours, to be changed as you like.',
      )
      .option('--policy <name...>', 'which shipped policies to copy (default: write-fence and patch-budget)')
      .option('--dir <folder>', 'where rule files go', 'rules')
      .addHelpText(
        'after',
        examples(['holdpoint init', 'holdpoint init --policy egress-leaf residency --dir policies']),
      )
      .action((flags: Flags) => run(async (io) => writeProject(io, flags)));
  },
};

async function writeProject(io: Io, flags: Flags): Promise<number> {
  const shipped = shippedPolicies(io);
  const names = flags.policy ?? ['write-fence', 'patch-budget'];
  for (const name of names) if (!shipped.includes(name)) throw unknownPolicy(name, shipped);
  const { files } = io.host;
  const copies = names.map((name) => ({
    from: packageFile(join('rules', `${name}.yaml`)),
    to: join(flags.dir, `${name}.yaml`),
  }));
  const inTheWay = [PROJECT_FILE, ...copies.map(({ to }) => to)].filter((path) => files.exists(path));
  if (inTheWay.length > 0) {
    throw new CommandError(
      EXIT.usage,
      `${inTheWay.join(' and ')} ${inTheWay.length === 1 ? 'is' : 'are'} there already, and nothing was written`,
      {
        help: 'Remove what is in the way, or choose another --dir',
      },
    );
  }
  const texts = new Map(copies.map(({ from, to }) => [to, textOf(io, from)]));
  texts.set(PROJECT_FILE, projectText(flags.dir, await rangeHere(io)));
  files.makeDirectory(flags.dir);
  writeAll(io, texts);
  io.out(`${[...texts.keys()].join('\n')}\n`);
  io.err('Next: holdpoint check\n');
  return EXIT.release;
}

/** All of the files or none, so that a full disk leaves nothing to clear away. */
function writeAll({ host: { files } }: Io, texts: ReadonlyMap<string, string>): void {
  const written: string[] = [];
  try {
    for (const [path, text] of texts) {
      files.writeAtomic(path, text);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) files.remove(path);
    throw error;
  }
}

/** What can be compared here: with the remote's main branch, else with the commit before, else nothing. */
async function rangeHere(io: Io): Promise<string | undefined> {
  const { collectSubject, CollectError } = await import('../../collect/mod.ts');
  for (const base of ['origin/HEAD', 'HEAD~1']) {
    try {
      await collectSubject({ host: io.host }, '.', base);
      return `${base}..HEAD`;
    } catch (error) {
      if (!(error instanceof CollectError)) throw error;
    }
  }
  return undefined;
}

function shippedPolicies(io: Io): readonly string[] {
  const names = io.host.files
    .list(packageFile('rules'))
    .flatMap(({ name }) => (name === undefined ? [] : [name]));
  return names.filter((name) => /^[a-z-]+\.yaml$/.test(name)).map((name) => basename(name, '.yaml'));
}

function unknownPolicy(name: string, shipped: readonly string[]): CommandError {
  const near = nearest(name, shipped);
  const help = near === undefined ? `Shipped: ${shipped.join(', ')}` : `Did you mean "${near}"?`;
  return new CommandError(EXIT.usage, `There is no shipped policy ${JSON.stringify(name)}`, { help });
}

function textOf(io: Io, path: string): string {
  const decoded = decodeUtf8(io.host.files.read(path, 1024 * 1024));
  if (!decoded.ok) throw new CommandError(EXIT.defect, `${path}: ${decoded.why}`);
  return decoded.text;
}

function projectText(folder: string, range: string | undefined): string {
  return `# What is in force in this repository. Every command of holdpoint finds this file by itself.
version: 1
rules: [${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}]
history: .holdpoint/history.db

# What eval collects when no collect flag is given. Each section that the rules read and that is not
# here stays absent, and absent evidence holds.
collect:
  tree: .
  # What is judged: from the branch that is merged into, to the work.
  ${range === undefined ? '# git: origin/HEAD..HEAD' : `git: ${range}`}
  # What the test run wrote, outside of the tree where a fence is drawn around it.
  # junit: [../reports/*.xml]
  # set: { fence: fence.json }
`;
}
