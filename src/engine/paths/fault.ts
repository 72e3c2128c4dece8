/** Faults of pattern and host lists: data, collected for the whole list. */

export type Why = { readonly why: string; readonly help?: string };

/** One entry that cannot be used. `index` counts from 0 in the list; `why` follows "the pattern": `is empty`. */
export type EntryFault = Why & { readonly index: number; readonly pattern: string };
