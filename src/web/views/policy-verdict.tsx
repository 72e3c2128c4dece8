/** What one policy said within a verdict: its gates, those that stopped first, and what it derived. */
import type { GateVerdict, PolicyVerdict } from '../../engine/mod.ts';
import { visible } from '../text.ts';
import { Badge } from './decision.tsx';
import { type Anchors, NoteList, ReasonList } from './reasons.tsx';
import { Scroll } from './scroll.tsx';
import { Code, plural, ShortDigest, Text } from './text.tsx';

const OUTPUT_LIMIT = 20_000;

const UNENFORCED = { warn: 'warning only', observe: 'observed' } as const;

/** A gate that does not block stops nothing, so its finding has neither the colour nor the shape of a stop. */
function GateBadge({ gate }: { gate: GateVerdict }) {
  const { enforce, decision, label } = gate;
  const badge = <Badge decision={decision} {...(label === undefined ? {} : { label })} />;
  if (enforce === 'block') return badge;
  if (decision === 'release')
    return (
      <>
        {badge} <span class="tag">{UNENFORCED[enforce]}</span>
      </>
    );
  return (
    <span class="badge unenforced">
      <span>
        {UNENFORCED[enforce]}
        <span class="label"> would {decision}</span>
      </span>
    </span>
  );
}

const stops = (gate: GateVerdict): boolean => gate.enforce === 'block' && gate.decision !== 'release';
const order = (gate: GateVerdict): number => (stops(gate) ? (gate.decision === 'hold' ? 0 : 1) : 2);

function Gate({ gate, anchors }: { gate: GateVerdict; anchors: Anchors }) {
  return (
    <section class="gate" aria-label={`Gate ${visible(gate.gate)}`}>
      <div class="gate-head">
        <h4>
          <Text of={gate.gate} />
        </h4>
        <span class="quiet">
          <Text of={gate.kind} />
        </span>
        <GateBadge gate={gate} />
      </div>
      {gate.reasons.length > 0 && <ReasonList reasons={gate.reasons} anchors={anchors} />}
      <NoteList notes={gate.notes} />
    </section>
  );
}

/** Open to the eye: gates that stop, then those that warn or note something. Released ones fold away. */
function Gates({ gates, anchors }: { gates: readonly GateVerdict[]; anchors: Anchors }) {
  const loud = gates
    .filter((g) => g.decision !== 'release' || g.reasons.length > 0 || g.notes.length > 0)
    .sort((a, b) => order(a) - order(b));
  const calm = gates.filter((g) => !loud.includes(g));
  return (
    <>
      {loud.map((gate) => (
        <Gate gate={gate} anchors={anchors} />
      ))}
      {calm.length > 0 && (
        <details class="calm">
          <summary>{plural(calm.length, 'gate')} released</summary>
          {calm.map((gate) => (
            <Gate gate={gate} anchors={anchors} />
          ))}
        </details>
      )}
    </>
  );
}

function Output({ policy }: { policy: PolicyVerdict }) {
  if (policy.output === undefined) return null;
  const text = JSON.stringify(policy.output, null, 2);
  return (
    <details class="output">
      <summary>Output</summary>
      <Scroll label={`Output of ${policy.policy}`}>
        <pre>
          <code class="verbatim">
            {text
              .slice(0, OUTPUT_LIMIT)
              .split('\n')
              .map((line) => (
                <>
                  <Text of={line} />
                  {'\n'}
                </>
              ))}
          </code>
        </pre>
      </Scroll>
      {text.length > OUTPUT_LIMIT && <p class="quiet">The rest is in the verdict JSON.</p>}
    </details>
  );
}

export function PolicySection({ policy, anchors }: { policy: PolicyVerdict; anchors: Anchors }) {
  return (
    <section class={`card policy ${policy.decision}`} aria-label={`Policy ${visible(policy.policy)}`}>
      <div class="card-head">
        <h3>
          <a href={`/policies/${encodeURIComponent(policy.policy)}`}>
            <Text of={policy.policy} />
          </a>
        </h3>
        <Badge decision={policy.decision} label={policy.label} />
      </div>
      <p class="quiet small">
        <Code of={policy.source} /> <ShortDigest of={policy.digest} />
      </p>
      <Gates gates={policy.gates} anchors={anchors} />
      <Output policy={policy} />
    </section>
  );
}

/** Policies that release outright, folded into one. */
export function ReleasedPolicies({
  policies,
  anchors,
}: {
  policies: readonly PolicyVerdict[];
  anchors: Anchors;
}) {
  if (policies.length === 0) return null;
  return (
    <details class="released-policies">
      <summary>
        {plural(policies.length, 'policy', 'policies')} released:{' '}
        <Text of={policies.map((p) => p.policy).join(', ')} />
      </summary>
      {policies.map((policy) => (
        <PolicySection policy={policy} anchors={anchors} />
      ))}
    </details>
  );
}
