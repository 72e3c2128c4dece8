/** What every collector is given, and how it says that it cannot collect. */
import type { Host } from '../host/host.ts';

/** Told how far a long collection is; the command line draws it. `total` is undefined while unknown. */
export type Progress = (step: { label: string; done: number; total?: number }) => void;

export type CollectContext = {
  readonly host: Host;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

/** Evidence cannot be collected as asked (no repository, bad revision, unreadable folder): exit 65 or 69, never empty evidence. */
export class CollectError extends Error {
  /** `input`: what was asked for is wrong (exit 65). `machine`: the machine failed (exit 69). */
  readonly blame: 'input' | 'machine';
  readonly help: string | undefined;
  constructor(blame: 'input' | 'machine', message: string, options?: { help?: string; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CollectError';
    this.blame = blame;
    this.help = options?.help;
  }
}
