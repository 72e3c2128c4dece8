/** What an action is on the command line: its name, what is asked by it, its options, and where its work is. */
import type { ActContext, Plan } from '../../act/act.ts';
import type { CollectContext } from '../../collect/collector.ts';
import type { Action, Evidence } from '../../engine/mod.ts';
import type { CollectOption, Given } from '../collecting/flag.ts';
import type { Project } from '../project.ts';

export type ActOption = CollectOption & { readonly required?: boolean };

/** What an action is given that makes evidence before anything is judged. */
export type Preparing = {
  readonly context: CollectContext;
  readonly project: Project;
  /** What the collect flags brought. */
  readonly evidence: Evidence;
};
/** Nothing is written yet. */
export type Prepared = {
  /** Laid over what was collected. */
  readonly evidence: Evidence;
  /** What a person should know on a hold, beside the reasons; a line each. */
  readonly told: readonly string[];
  /** Called on a release. Throws ActError. */
  plan(context: ActContext): Plan;
};

export type Act = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** What the rules are asked for. */
  readonly action: Action;
  readonly options: readonly ActOption[];
  readonly examples: readonly string[];
  /** Called on a release only. Throws ActError. */
  plan?(given: Given, context: ActContext): Promise<Plan>;
  /** Instead of `plan`, for an action whose work is the evidence. Throws CollectError or CommandError. */
  prepare?: {
    /** Collect flags that it reads itself. */
    readonly flags: readonly string[];
    /** Sections that are not collected by default, because it brings them. */
    readonly sections: readonly string[];
    make(given: Given, preparing: Preparing): Promise<Prepared>;
  };
  /** Called when the answer is no: puts away what an earlier release left behind, and says so, a line each. */
  refused?(given: Given, context: ActContext): Promise<readonly string[]>;
};

/** One file under acting/ calls this once. The work itself is imported inside `plan` or `make`, so that no other command loads it. */
export function defineAct<Options extends object>(
  act: Omit<Act, 'plan' | 'prepare' | 'refused'> & {
    plan?(given: Options, context: ActContext): Promise<Plan>;
    prepare?: Omit<NonNullable<Act['prepare']>, 'make'> & {
      make(given: Options, preparing: Preparing): Promise<Prepared>;
    };
    refused?(given: Options, context: ActContext): Promise<readonly string[]>;
  },
): Act {
  return act as unknown as Act;
}
