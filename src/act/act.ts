/** What a guarded action is given and gives: a plan that can be shown first, and is carried out whole or not at all. */
import type { Action, CompiledRuleset, Evidence, Json, Snapshot, Verdict } from '../engine/mod.ts';
import type { Host } from '../host/host.ts';

export type ActContext = {
  readonly host: Host;
  readonly signal?: AbortSignal;
  /** The folder of holdpoint.yaml, or the working directory: where the project keeps its files. */
  readonly root: string;
  readonly rules: CompiledRuleset;
  /** What was judged, and the answer. A plan is only asked for when the answer is a release. */
  readonly snapshot: Snapshot;
  readonly verdict: Verdict;
  /** Judges more evidence, for actions that make some: the sections are laid over those of the snapshot. */
  judge(evidence: Evidence, action?: Action): Verdict;
  /** Progress, for a person who waits. */
  tell(line: string): void;
};

export type Plan = {
  /** What would be done, a line each; `--dry-run` shows them and stops. */
  readonly steps: readonly string[];
  /** Does it. Throws ActError and leaves nothing half-done. */
  perform(): Promise<Done>;
};

export type Done = {
  /** What was done, a line each. */
  readonly lines: readonly string[];
  /** The same for machines, beside the verdict in `--format json`. */
  readonly result?: Json;
  /** What a command printed, for a person to read below the lines; machines find it in the result. */
  readonly printed?: readonly string[];
  /** The answer over what the action itself brought to light; it decides the exit status. */
  readonly verdict?: Verdict;
  /** The evidence that this answer is about. */
  readonly evidence?: Evidence;
  /** The exit status when the command that was run failed. */
  readonly status?: number;
};

/** The action cannot be done as asked: `input` ends with 65, `machine` with 69. Nothing was done. */
export class ActError extends Error {
  readonly blame: 'input' | 'machine';
  readonly help: string | undefined;
  constructor(blame: 'input' | 'machine', message: string, options?: { help?: string; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ActError';
    this.blame = blame;
    this.help = options?.help;
  }
}

/** What the one policy that derived it put out under a name (`argv`, `card`, `ticket`). Throws ActError when none or two did. */
export function outputOf(verdict: Verdict, name: string): Json {
  const found = verdict.policies.flatMap(({ output }) =>
    output?.[name] === undefined ? [] : [output[name]],
  );
  const [value] = found;
  if (value !== undefined && found.length === 1) return value;
  throw new ActError(
    'input',
    value === undefined
      ? `No policy in force gives ${JSON.stringify(name)}`
      : `${found.length} policies in force give ${JSON.stringify(name)}`,
    { help: 'Name by --rules the one policy whose output is to be acted on' },
  );
}
