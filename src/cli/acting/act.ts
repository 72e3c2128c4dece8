/** What an action is on the command line: its name, what is asked by it, its options, and where its work is. */
import type { ActContext, Plan } from '../../act/act.ts';
import type { Action } from '../../engine/mod.ts';
import type { CollectOption, Given } from '../collecting/flag.ts';

export type ActOption = CollectOption & { readonly required?: boolean };

export type Act = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** What the rules are asked for. */
  readonly action: Action;
  readonly options: readonly ActOption[];
  readonly examples: readonly string[];
  /** Called on a release only. Throws ActError. */
  plan(given: Given, context: ActContext): Promise<Plan>;
  /** Called when the answer is no: puts away what an earlier release left behind, and says so, a line each. */
  refused?(given: Given, context: ActContext): Promise<readonly string[]>;
};

/** One file under acting/ calls this once. The work itself is imported inside `plan`, so that no other command loads it. */
export function defineAct<Options extends object>(
  act: Omit<Act, 'plan' | 'refused'> & {
    plan(given: Options, context: ActContext): Promise<Plan>;
    refused?(given: Options, context: ActContext): Promise<readonly string[]>;
  },
): Act {
  return act as unknown as Act;
}
