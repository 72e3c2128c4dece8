/** The collectors, one line each: what section they fill and how they are asked for. A new one is a file and a line. */

export type CollectorEntry = {
  /** The section of evidence it fills. */
  readonly section: string;
  readonly summary: string;
  /** As they stand on the command line. */
  readonly flags: readonly string[];
};

export const COLLECTORS: readonly CollectorEntry[] = [
  {
    section: 'tree',
    summary: 'Every file under a folder with the SHA-256 of its bytes',
    flags: ['--tree DIR'],
  },
  {
    section: 'tree_before',
    summary: 'The same folder, as it was stamped earlier',
    flags: ['--tree-before FILE'],
  },
  {
    section: 'change',
    summary: 'What differs between two commits, file by file',
    flags: ['--git BASE..HEAD'],
  },
  { section: 'locks', summary: 'Digests of lock files on both sides of a change', flags: ['--locks GLOB'] },
  {
    section: 'secrets',
    summary: 'Where detectors found something that looks like a secret',
    flags: ['--secrets PATH'],
  },
  { section: 'environment', summary: 'Names of the variables that a child would inherit', flags: ['--env'] },
];
