/** Why collectors leave a path out on purpose, in the exact words of a `skipped` entry; any other why is a failure. */

/** What Holdpoint itself writes beside the tree: never part of a job. */
export const OWN_FILE = "excluded: Holdpoint's own file";

/** What the person who collected left out; it may still be part of the job. */
export const BY_CALLER = 'excluded by the caller';
