/** `holdpoint history`: list, show, export and verify what was kept. */
import type { Command as Commander } from 'commander';
import { Option } from 'commander';
import { ACTIONS, DECISIONS } from '../../engine/mod.ts';
import { pretty } from '../../report/pretty.ts';
import type { VerdictFilter } from '../../web/reader.ts';
import { type Command, examples, type Runner } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { listLine } from '../history-line.ts';
import type { Io } from '../io.ts';
import { withHistory } from '../with-history.ts';

/** Records of an export between two looks at signals and at whether anybody still reads. */
const BETWEEN_PAUSES = 256;

/** RFC 3339 in UTC, or its date alone; what else Date.parse takes differs between engines. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/;

type ListFlags = VerdictFilter & { readonly limit: string; readonly older?: string; readonly format: string };

export const history: Command = {
  register(program, run) {
    const group = program
      .command('history')
      .summary('look at kept verdicts')
      .description('Lists, shows, exports and verifies the verdicts that were kept with eval --store.')
      .addHelpText('after', examples(['holdpoint history list', 'holdpoint history verify']));
    registerList(group, run);
    registerShow(group, run);
    registerExport(group, run);
    registerVerify(group, run);
  },
};

function addFilters(command: Commander): Commander {
  return command
    .addOption(new Option('--decision <decision>', 'only this decision').choices(DECISIONS))
    .addOption(new Option('--action <action>', 'only this action').choices(ACTIONS))
    .option('--policy <name>', 'only verdicts with this policy')
    .option('--gate <id>', 'only verdicts with this gate')
    .option('--reason <code>', 'only verdicts with this reason code')
    .option('--repo <repo>', 'only this repository')
    .option('--job <id>', 'only this job')
    .option('--actor <name>', 'only this actor')
    .option('--from <time>', 'recorded at or after (ISO 8601, UTC)')
    .option('--to <time>', 'recorded before (ISO 8601, UTC)');
}

function registerList(group: Commander, run: Runner): void {
  addFilters(
    group
      .command('list')
      .summary('list verdicts, newest first')
      .description('Lists kept verdicts, newest first.'),
  )
    .option('--limit <n>', 'how many', '20')
    .option('--older <key>', 'go on behind this key, as the last line of a list gives it')
    .addOption(
      new Option('--format <name>', 'pretty, json (one list) or ndjson (one row a line)')
        .choices(['pretty', 'json', 'ndjson'])
        .default('pretty'),
    )
    .addHelpText(
      'after',
      examples([
        'holdpoint history list --decision hold',
        'holdpoint history list --repo site --format ndjson',
      ]),
    )
    .action((flags: ListFlags) => run((io) => withHistory(io, (kept) => list(io, kept, flags))));
}

async function list(
  io: Io,
  kept: Parameters<Parameters<typeof withHistory>[1]>[0],
  flags: ListFlags,
): Promise<number> {
  const limit = Number(flags.limit);
  if (!/^\d{1,3}$/.test(flags.limit) || limit < 1 || limit > 500)
    throw new CommandError(EXIT.usage, `Not a limit: ${JSON.stringify(flags.limit)}`, {
      help: 'A number from 1 to 500',
    });
  if (flags.older !== undefined && !/^\d{1,15}$/.test(flags.older))
    throw new CommandError(EXIT.usage, `Not a key: ${JSON.stringify(flags.older)}`, {
      help: 'The last line of a list gives the key of the next one',
    });
  const { rows, older } = await kept.list(filterOf(flags), {
    limit,
    ...(flags.older === undefined ? {} : { older: flags.older }),
  });
  if (flags.format === 'json') io.out(`${JSON.stringify(rows, null, 2)}\n`);
  else if (flags.format === 'ndjson') io.out(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  else io.out(rows.map((row) => listLine(row, io.outColors, io.columns)).join(''));
  if (rows.length === 0) io.err('No verdict matches\n');
  if (older !== undefined) io.err(`More: --older ${older}\n`);
  return EXIT.release;
}

/** The filter fields of the flags; commander leaves out what was not given. */
function filterOf({
  decision,
  action,
  policy,
  gate,
  reason,
  repo,
  job,
  actor,
  from,
  to,
}: VerdictFilter): VerdictFilter {
  for (const time of [from, to]) {
    if (time !== undefined && !(TIME.test(time) && Date.parse(time) >= 0))
      throw new CommandError(EXIT.usage, `Not a time: ${JSON.stringify(time)}`, {
        help: 'Such as 2026-10-13 or 2026-10-13T01:44:33Z',
      });
  }
  const given = Object.entries({ decision, action, policy, gate, reason, repo, job, actor, from, to }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as VerdictFilter;
}

function registerShow(group: Commander, run: Runner): void {
  group
    .command('show')
    .summary('show one verdict')
    .description('Shows one kept verdict.')
    .argument('<receipt>', 'its receipt, or the first 8 digits or more')
    .addOption(new Option('--format <name>', 'pretty or json').choices(['pretty', 'json']).default('pretty'))
    .addHelpText(
      'after',
      examples([
        'holdpoint history show 3f9a1c02',
        'holdpoint history show 3f9a1c02 --format json > verdict.json',
      ]),
    )
    .action((receipt: string, flags: { format: string }) =>
      run((io) =>
        withHistory(io, async (kept) => {
          if (!/^[0-9a-f]{8,64}$/.test(receipt))
            throw new CommandError(EXIT.usage, `Not a receipt: ${JSON.stringify(receipt)}`, {
              help: 'Give 8 to 64 hex digits',
            });
          const found = await kept.verdict(receipt);
          if (found === undefined)
            throw new CommandError(EXIT.input, `No single verdict has the receipt ${receipt}`, {
              help: 'holdpoint history list shows the receipts',
            });
          if (flags.format === 'json') io.out(`${JSON.stringify(found.verdict, null, 2)}\n`);
          else {
            io.out(pretty.render(found.verdict, { paint: io.outColors, columns: io.columns }));
            io.out(
              `  recorded ${found.row.recorded_at}, place ${found.chain.seq} in the chain, seen ${found.row.sightings}×\n`,
            );
          }
          return EXIT.release;
        }),
      ),
    );
}

function registerExport(group: Commander, run: Runner): void {
  addFilters(
    group
      .command('export')
      .summary('export verdicts')
      .description(
        'Writes kept verdicts to standard output, oldest first, one a line, each with its place in the chain.',
      ),
  )
    .addOption(
      new Option('--format <name>', 'ndjson or json (one list)')
        .choices(['ndjson', 'json'])
        .default('ndjson'),
    )
    .addHelpText(
      'after',
      examples([
        'holdpoint history export > history.ndjson',
        'holdpoint history export --from 2026-10-01 --decision hold --format json',
      ]),
    )
    .action((flags: VerdictFilter & { format: string }) =>
      run((io) =>
        withHistory(io, async (kept) => {
          let count = 0;
          const asList = flags.format === 'json';
          if (asList) io.out('[');
          for await (const record of kept.exportAll(filterOf(flags))) {
            io.out(
              asList
                ? `${count === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`
                : `${JSON.stringify(record)}\n`,
            );
            if (++count % BETWEEN_PAUSES === 0) await io.delivered();
            io.signal.throwIfAborted();
          }
          if (asList) io.out(count === 0 ? ']\n' : '\n]\n');
          io.err(`${count} exported\n`);
          return EXIT.release;
        }),
      ),
    );
}

function registerVerify(group: Commander, run: Runner): void {
  group
    .command('verify')
    .summary('prove that nothing was changed')
    .description(
      'Recomputes every hash of the chain. Exit status 2 when a record was edited, removed, inserted or moved; it names the first one.',
    )
    .addHelpText('after', examples(['holdpoint history verify']))
    .action(() =>
      run((io) =>
        withHistory(io, async (kept) => {
          const found = await kept.verifyChain();
          io.out(
            found.ok
              ? `WHOLE ${found.count} ${found.count === 1 ? 'verdict' : 'verdicts'}, head ${found.head}\n`
              : `BROKEN at place ${found.seq}: ${found.what}\n`,
          );
          return found.ok ? EXIT.release : EXIT.hold;
        }),
      ),
    );
}
