/** `holdpoint verify`: evaluate again, and the receipt must be the same. */
import { evaluate, isObject, type Json, parseJson, receiptOf, type Verdict } from '../../engine/mod.ts';
import { type Command, examples, repeated } from '../command.ts';
import { CommandError, InputFaults } from '../command-error.ts';
import { EXIT } from '../exit-status.ts';
import { firstDifference } from '../first-difference.ts';
import type { Io } from '../io.ts';
import { loadRules } from '../load-rules.ts';
import { findProject, rulePaths } from '../project.ts';
import { readText } from '../read-text.ts';
import { readSnapshotFile } from '../snapshot-source.ts';

type Flags = { readonly snapshot: string; readonly rules?: readonly string[] };

export const verify: Command = {
  register(program, run) {
    program
      .command('verify')
      .summary('re-check a verdict and its receipt')
      .description(
        'Evaluates the snapshot again by the rules and compares: the receipt must come out the same. Exit status 2 when it does not.',
      )
      .argument('<verdict>', 'the verdict file (JSON)')
      .requiredOption('--snapshot <file>', 'the snapshot that it was given for')
      .option(
        '--rules <path>',
        'a rule file or folder (repeatable; default: what holdpoint.yaml names)',
        repeated,
      )
      .addHelpText(
        'after',
        examples(['holdpoint verify verdict.json --snapshot snapshot.json --rules rules/']),
      )
      .action((file: string, flags: Flags) => run((io) => verifyFile(io, file, flags)));
  },
};

async function verifyFile(io: Io, file: string, flags: Flags): Promise<number> {
  const verdict = await readVerdict(io, file);
  const project = await findProject(io);
  const rules = await loadRules(io, rulePaths(flags.rules, project), project.root);
  const snapshot = await readSnapshotFile(io, flags.snapshot);
  if (receiptOf(verdict, io.host.sha256) !== verdict.receipt_sha256) {
    io.out(`DIFFERENT ${file}: the receipt is not the one of this verdict, so the verdict was changed\n`);
    return EXIT.hold;
  }
  const again = evaluate(rules, snapshot, { sha256: io.host.sha256, action: verdict.action });
  if (again.receipt_sha256 === verdict.receipt_sha256) {
    io.out(`SAME ${verdict.decision} ${verdict.receipt_sha256}\n`);
    return EXIT.release;
  }
  const at = firstDifference(verdict as unknown as Json, again as unknown as Json);
  io.out(`DIFFERENT ${file}: evaluating again differs first at ${at}\n`);
  if (verdict.evidence_digest !== again.evidence_digest) {
    io.err(
      'The snapshot is not the one that was judged, or is a copy from which the history withheld bodies\n',
    );
  }
  return EXIT.hold;
}

async function readVerdict(io: Io, file: string): Promise<Verdict> {
  const parsed = parseJson(await readText(io, file), { file });
  if (!parsed.ok) throw new InputFaults(parsed.diagnostics);
  const { value } = parsed;
  if (
    isObject(value) &&
    value['schema'] === 'holdpoint/verdict@1' &&
    typeof value['receipt_sha256'] === 'string' &&
    typeof value['action'] === 'string'
  ) {
    return value as unknown as Verdict;
  }
  throw new CommandError(EXIT.input, `${file}:1:1: This is not a verdict`, {
    help: 'Give what eval --format json printed',
  });
}
