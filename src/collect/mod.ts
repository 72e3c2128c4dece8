/** The public face of the collectors: what can be collected, and by which call. Exports only, and the list of them. */
export { type Bundle, type BundleOptions, collectBundle } from './bundle.ts';
export { type Change, type ChangeOptions, collectChange } from './change.ts';
export { type CollectContext, CollectError, type Progress } from './collector.ts';
export { collectEnvironment, type Environment } from './environment.ts';
export { collectHealth, type Health, type HealthOptions } from './health.ts';
export { collectTests, type Tests, type TestsOptions } from './junit.ts';
export { collectLocks, KNOWN_LOCKS, type Lock, type Locks, type LocksOptions } from './locks.ts';
export { collectPatch, type Patch, type PatchOptions, readPatch } from './patch.ts';
export { collectPrompt, MAX_PROMPT_BYTES, type Prompt, type PromptOptions } from './prompt.ts';
export { collectReplay, type Replay, type Replayed, type ReplayOptions } from './replay.ts';
export { collectResponse, type ResponseOptions, type ToolResponse } from './response.ts';
export { collectRuns, type Run, type RunsOptions } from './runs.ts';
export { collectSecrets, type Finding, type Secrets, type SecretsOptions } from './secrets.ts';
export { readSet } from './set.ts';
export { collectSubject } from './subject.ts';
export { collectTree, type Tree, type TreeFile, type TreeOptions } from './tree.ts';
export { readTreeBefore } from './tree-before.ts';
export type { Skipped } from './walk.ts';
