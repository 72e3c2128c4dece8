/** What a guarded action is given, for tests of the action alone: a verdict that releases, with the given output. */
import type { ActContext } from '../../src/act/act.ts';
import { compile, type JsonObject, type Verdict } from '../../src/engine/mod.ts';
import { nodeHost } from '../../src/host/node.ts';

export function released(output: JsonObject = {}): ActContext {
  const verdict: Verdict = {
    schema: 'holdpoint/verdict@1',
    decision: 'release',
    action: 'publish',
    subject: {},
    ruleset_digest: '',
    evidence_digest: '',
    engine: '',
    policies: [
      { policy: 'p', digest: '', source: 'p.yaml', decision: 'release', label: 'release', output, gates: [] },
    ],
    receipt_sha256: '',
  };
  return {
    host: nodeHost(),
    root: '.',
    rules: compile({ digest: '', policies: [] }),
    snapshot: { schema: 'holdpoint/snapshot@1', evidence: {} },
    verdict,
    judge: () => verdict,
    tell: () => undefined,
  };
}
