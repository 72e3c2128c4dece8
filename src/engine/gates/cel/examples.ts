/** Examples of `cel`: shown in the docs and run as tests. */
import type { Example } from '../gate.ts';

const passed = { expression: 'tests.tests > 0 && tests.failures == 0' };
const small = {
  expression: 'size(change.files) > 0 && change.files.all(f, f.path.startsWith("docs/") || f.added < 20)',
};
const file = (path: string, added: number) => ({ path, status: 'M', added, removed: 0, binary: false });

export const examples: readonly Example[] = [
  {
    title: 'true',
    gate: passed,
    evidence: { tests: { tests: 12, failures: 0 } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'false',
    gate: passed,
    evidence: { tests: { tests: 12, failures: 1 } },
    decision: 'hold',
    reasons: ['not-true'],
  },
  {
    title: 'a field that is absent is unknown',
    gate: passed,
    evidence: { tests: { tests: 12 } },
    decision: 'hold',
    reasons: ['cel-error'],
  },
  {
    title: 'every item of a list',
    gate: small,
    evidence: { change: { files: [file('docs/a.md', 400), file('src/a.ts', 3)] } },
    decision: 'release',
    reasons: [],
  },
  {
    title: 'a section that is absent holds, even where the rest would decide',
    gate: { expression: 'tests.failures == 0 || approval.decision == "eligible"' },
    evidence: { tests: { failures: 0 } },
    decision: 'hold',
    reasons: ['missing-evidence:approval'],
  },
];
