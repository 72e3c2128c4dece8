/** `holdpoint schema`: JSON Schemas for editors and for programs that write snapshots. */
import { Argument } from 'commander';
import { type Command, examples } from '../command.ts';
import { EXIT } from '../exit-status.ts';

export const schema: Command = {
  register(program, run) {
    program
      .command('schema')
      .summary('print a JSON Schema')
      .description('Prints the JSON Schema (draft 2020-12) of rule files or of snapshots.')
      .addArgument(new Argument('<what>', 'which schema').choices(['rules', 'snapshot']))
      .addHelpText(
        'after',
        examples(['holdpoint schema rules > rules.schema.json', 'holdpoint schema snapshot']),
      )
      .action((what: 'rules' | 'snapshot') =>
        run(async (io) => {
          const { ruleFileSchema, snapshotSchema } = await import('../../engine/json-schemas.ts');
          io.out(`${JSON.stringify(what === 'rules' ? ruleFileSchema() : snapshotSchema(), null, 2)}\n`);
          return EXIT.release;
        }),
      );
  },
};
