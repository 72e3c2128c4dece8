/** A fault found at an offset of a text, before it is known as a diagnostic at a line and column. */
import type { Diagnostic } from './diagnostic.ts';
import type { TextPlaces } from './text-place.ts';

/** `first` is the offset of the earlier one when something stands twice; it becomes the help. */
export type TextFault = {
  readonly code: string;
  readonly offset: number;
  readonly message: string;
  readonly help?: string;
  readonly first?: number;
};

/** The diagnostic for a fault, at its line and column in `file`. */
export function faultDiagnostic(fault: TextFault, places: TextPlaces, file: string): Diagnostic {
  const { code, message, offset, first } = fault;
  const help =
    first === undefined ? fault.help : `The first one is at ${place(places, first)}; keep only one`;
  return { code, message, ...(help === undefined ? {} : { help }), file, ...places.at(offset) };
}

function place(places: TextPlaces, offset: number): string {
  const { line, column } = places.at(offset);
  return `${line}:${column}`;
}
