/** `holdpoint check`: are the rules sound? Every complaint at once. */
import { type Command, examples } from '../command.ts';
import { EXIT } from '../exit-status.ts';
import { loadRulesetFrom } from '../load-rules.ts';
import { findProject, rulePaths } from '../project.ts';

export const check: Command = {
  register(program, run) {
    program
      .command('check')
      .summary('check rule files')
      .description(
        'Reads and compiles rule files, and tells every fault with file, line and column. Exit status 65 when there is one.',
      )
      .argument('[paths...]', 'rule files or folders (default: what holdpoint.yaml names)')
      .addHelpText('after', examples(['holdpoint check', 'holdpoint check rules/ other/egress.yaml']))
      .action((paths: readonly string[]) =>
        run(async (io) => {
          const project = await findProject(io);
          const ruleset = await loadRulesetFrom(io, rulePaths(paths, project), project.root);
          const gates = ruleset.policies.reduce((sum, policy) => sum + policy.gates.length, 0);
          const actions = new Set<string>(
            ruleset.policies.flatMap((policy): readonly string[] => policy.actions ?? ['every action']),
          );
          io.out(
            `${count(ruleset.policies.length, 'policy', 'policies')}, ${count(gates, 'gate', 'gates')}: no faults\n`,
          );
          io.err(`Asked about: ${[...actions].sort().join(', ')}\nRuleset ${ruleset.digest}\n`);
          return EXIT.release;
        }),
      );
  },
};

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
