/** Diagnostic: one fault in a rule file or a snapshot, at its place, with what to do about it. */
export type Diagnostic = {
  /** Stable kebab-case word for the kind of fault, such as `unknown-field`. */
  readonly code: string;
  /** What is wrong: sentence case, no full stop, never a value that may be secret. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
  readonly file: string;
  /** 1-based; columns count UTF-16 code units. */
  readonly line: number;
  readonly column: number;
};

/** A value, or every fault that stood in its way. Faults in input are data here, never exceptions. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** `rules/x.yaml:3:5: Unknown field "enforced" (Did you mean "enforce"?)`: one line, as compilers print it. */
export function formatDiagnostic(d: Diagnostic): string {
  return `${d.file}:${d.line}:${d.column}: ${d.message}${d.help === undefined ? '' : ` (${d.help})`}`;
}
