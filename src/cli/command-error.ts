/** An end of a command that its user can do something about: what, what to do, and the exit status. */
import { type Diagnostic, formatDiagnostic } from '../engine/mod.ts';
import { EXIT } from './exit-status.ts';

export class CommandError extends Error {
  readonly status: number;
  readonly help: string | undefined;
  constructor(status: number, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CommandError';
    this.status = status;
    this.help = options.help;
  }
}

/** Bad input with places: every complaint on a line of its own, as compilers print them. */
export class InputFaults extends CommandError {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(EXIT.input, diagnostics.map(formatDiagnostic).join('\n'));
    this.diagnostics = diagnostics;
  }
}
