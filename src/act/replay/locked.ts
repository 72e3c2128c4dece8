/** What the rules in force lock for a replay: the commands, and the files that the exam is made of. */
import { type CompiledRuleset, isObject, type Json, type JsonObject } from '../../engine/mod.ts';
import { ActError } from '../act.ts';

export type Locked = {
  readonly test: string;
  readonly install: string | undefined;
  /** The patterns that the patch is kept from by the policy that locks the command. */
  readonly exam: readonly string[];
};

const TEST = 'replay.test_command';
const INSTALL = 'replay.install_command';

/**
 * Read off the gates themselves, so that what is run and what is asked for cannot differ: the text that `equal` holds
 * against the command, and the deny lists of `paths` over the change. Throws ActError when no text or two are locked.
 */
export function lockedBy(rules: CompiledRuleset): Locked {
  const all = rules.inForce('merge').map(({ policy, gates }) => {
    const asked = new Set(gates.filter(({ enforce }) => enforce === 'block').map(({ id }) => id));
    const written = isObject(policy.document) ? policy.document['gates'] : undefined;
    const specs = Array.isArray(written) ? (written as readonly Json[]).filter(isObject) : [];
    return specs.filter(({ id }) => typeof id === 'string' && asked.has(id));
  });
  const locking = all.filter((gates) => textsFor(gates, TEST).length > 0);
  const test = oneOf(
    locking.flatMap((gates) => textsFor(gates, TEST)),
    'test command',
  );
  if (test === undefined)
    throw new ActError('input', 'No rule in force locks a test command', {
      help: `Name by --rules a policy with an equal gate over ${TEST}, such as rules/replay.yaml`,
    });
  const install = oneOf(
    all.flatMap((gates) => textsFor(gates, INSTALL)),
    'install command',
  );
  const exam = [...new Set(locking.flatMap((gates) => gates.flatMap(deniedBy)))];
  if (exam.length === 0)
    throw new ActError(
      'input',
      'The rule that locks the test command does not say what the exam is made of',
      {
        help: 'Give the policy a paths gate over change.files with a deny list: tests, CI, lock files',
      },
    );
  return { test, install, exam };
}

/** The texts that `equal` gates hold against this field. */
function textsFor(gates: readonly JsonObject[], field: string): readonly string[] {
  return gates.flatMap(({ kind, left, right }) =>
    kind === 'equal' && isObject(left) && left['from'] === field && typeof right === 'string' ? [right] : [],
  );
}

function deniedBy({ kind, paths, deny }: JsonObject): readonly string[] {
  const isOfChange = kind === 'paths' && isObject(paths) && paths['from'] === 'change.files';
  return isOfChange && Array.isArray(deny) ? deny.filter((pattern) => typeof pattern === 'string') : [];
}

function oneOf(texts: readonly string[], what: string): string | undefined {
  const different = [...new Set(texts)];
  if (different.length < 2) return different[0];
  throw new ActError('input', `The rules in force lock ${different.length} different ${what}s`, {
    help: 'Name by --rules the one policy that is to be replayed by',
  });
}
