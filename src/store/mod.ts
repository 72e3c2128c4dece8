/** The public face of the history: open it, record in it, ask it. Exports only. */
export type { Entry, Recorded, RulesetFile } from './entry.ts';
export type { ExportedRecord } from './export.ts';
export type { History, HistoryOptions } from './history.ts';
export { openHistory } from './history.ts';
export type { Location } from './location.ts';
export { migrationsFolder } from './migrate.ts';
export type { StoreErrorKind } from './store-error.ts';
export { StoreError } from './store-error.ts';
export type { ChainReport } from './verify.ts';
