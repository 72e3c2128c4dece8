/** What a collect flag is: its options, the evidence they bring, and what it brings when the rules need it. */
import type { CollectContext } from '../../collect/collector.ts';
import type { CompiledRuleset, Json } from '../../engine/mod.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project.ts';

export type CollectOption = {
  /** As commander writes it: `--tree <dir>`. */
  readonly flags: string;
  readonly says: string;
  /** Turns a text into a value; `earlier` is what the same option gave before, for options that may be repeated. */
  readonly parse?: (value: string, earlier: never) => unknown;
};

/** All the options of the command line by name; every collect flag reads its own. */
export type Given = Readonly<Record<string, unknown>>;

export type Collecting = {
  readonly context: CollectContext;
  readonly io: Io;
  readonly project: Project;
  /** What the flags before this one have brought. */
  readonly evidence: Readonly<Record<string, Json>>;
};

/** What is judged, for evidence that a rule says how to collect. */
export type Asked = { readonly rules: CompiledRuleset; readonly action: string };

export type CollectFlag = {
  /** Each of these brings evidence. */
  readonly options: readonly CollectOption[];
  /** These only mean something beside the others. */
  readonly details: readonly CollectOption[];
  /** The sections that the given options bring. Throws CollectError or CommandError. */
  collect(given: Given, collecting: Collecting): Promise<Record<string, Json>>;
  /** The options that bring what the rules need, by the project's defaults; for evidence that has a natural default. */
  defaults?(needs: ReadonlySet<string>, project: Project, given: Given, asked: Asked): Given;
};

/**
 * One file under collecting/ calls this once. The collector itself is imported inside `collect`, so that a command that
 * collects nothing does not load it.
 */
export function defineFlag<Options extends object>(flag: {
  readonly options: readonly CollectOption[];
  readonly details?: readonly CollectOption[];
  collect(given: Options, collecting: Collecting): Promise<Record<string, Json>>;
  defaults?(needs: ReadonlySet<string>, project: Project, given: Options, asked: Asked): Partial<Options>;
}): CollectFlag {
  return { details: [], ...flag } as unknown as CollectFlag;
}
