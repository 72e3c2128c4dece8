/** The page of one verdict: the decision and what to fix first, then reasons, evidence, rules and receipt. */
import { isObject, type Reason, type Verdict } from '../../engine/mod.ts';
import { drawnMarks, type EvidenceNode, evidenceTree } from '../evidence-nodes.ts';
import { marksOf } from '../marks.ts';
import type { RuleSource, StoredVerdict } from '../reader.ts';
import { Badge, PAST, Shape } from './decision.tsx';
import { EvidenceTree } from './evidence.tsx';
import { PolicySection, ReleasedPolicies } from './policy-verdict.tsx';
import { type Anchors, ReasonList } from './reasons.tsx';
import { ReceiptCard } from './receipt.tsx';
import { lineAnchor, lineCount, RuleSourceText } from './rule-source.tsx';
import { Code, plural, ShortDigest, Text, Time } from './text.tsx';
import { subjectParts } from './verdict-item.tsx';

/** All reasons that count, the blocking ones first. */
function reasonsOf(verdict: Verdict): readonly Reason[] {
  const gates = verdict.policies.flatMap((policy) => policy.gates);
  const blocking = gates
    .filter((g) => g.enforce === 'block' && g.decision !== 'release')
    .flatMap((g) => g.reasons);
  return [...(verdict.reasons ?? []), ...blocking].filter((reason) => !reason.waived);
}

/** Without a snapshot there is nothing to draw and so nothing to link to. */
function treesOf({ verdict, snapshot, withheld }: StoredVerdict): readonly EvidenceNode[] {
  if (snapshot === undefined) return [];
  const marks = [...marksOf(verdict).values()];
  return (['evidence', 'subject'] as const)
    .map((part) => evidenceTree(part, snapshot[part], marks, withheld))
    .filter((tree) => tree !== undefined);
}

function anchorsOf(stored: StoredVerdict, trees: readonly EvidenceNode[]): Anchors {
  const kept = new Map(
    stored.rules.map(({ source, text }, index) => [
      source,
      { key: `rule-${index + 1}`, last: lineCount(text) },
    ]),
  );
  return {
    marks: drawnMarks(trees),
    line(file, line) {
      const rule = kept.get(file);
      return rule === undefined || line > rule.last ? undefined : `#${lineAnchor(rule.key, line)}`;
    },
  };
}

/** The first reason that says how to get past it, or the first of all. */
function FirstFix({ reasons }: { reasons: readonly Reason[] }) {
  const first = reasons.find((reason) => reason.fix !== undefined) ?? reasons[0];
  if (!first) return null;
  return (
    <div class="first-fix">
      <h2>{first.fix === undefined ? 'First reason' : 'Fix first'}</h2>
      <p class="first-fix-words">
        <Text of={first.fix ?? first.message} />
      </p>
      <p class="quiet">
        <Code of={first.code} />
        {first.subject !== undefined && (
          <>
            {' '}
            <code class="subject">
              <Text of={first.subject} />
            </code>
          </>
        )}
        {reasons.length > 1 && <> and {plural(reasons.length - 1, 'more reason', 'more reasons')} below</>}
      </p>
    </div>
  );
}

/** The fields that every policy with a say in it lets move; undefined when none has. */
function movingFields(verdict: Verdict): readonly string[] | undefined {
  const lists = verdict.policies
    .map((policy) => policy.output?.['moves'])
    .filter((moves) => moves !== undefined && isObject(moves))
    .map((moves) => Object.keys(moves));
  return lists[0]?.filter((field) => lists.every((list) => list.includes(field)));
}

function OnlyMoves({ verdict }: { verdict: Verdict }) {
  const fields = verdict.decision === 'split' ? movingFields(verdict) : undefined;
  if (fields === undefined) return null;
  if (fields.length === 0) return <p class="only-moves">Nothing may move: the policies share no field.</p>;
  return (
    <p class="only-moves">
      Only these may move:{' '}
      {fields.map((field, index) => (
        <>
          {index > 0 && ', '}
          <Code of={field} />
        </>
      ))}
    </p>
  );
}

function Head({ stored, reasons }: { stored: StoredVerdict; reasons: readonly Reason[] }) {
  const { verdict, row } = stored;
  return (
    <header class={`verdict-head ${verdict.decision}`}>
      <p class="verdict-decision">
        <Shape decision={verdict.decision} /> {PAST[verdict.decision]}
      </p>
      <h1>
        <Text of={verdict.action} /> <ShortDigest of={verdict.receipt_sha256} />
      </h1>
      <dl class="subject-facts">
        {subjectParts(verdict.subject).map((part) => (
          <div>
            <dt>{part.name}</dt>
            <dd>
              <Code of={part.value} />
            </dd>
          </div>
        ))}
        <div>
          <dt>recorded</dt>
          <dd>
            <Time at={row.recorded_at} />
          </dd>
        </div>
      </dl>
      <OnlyMoves verdict={verdict} />
      <FirstFix reasons={reasons} />
    </header>
  );
}

function EvidenceSection({ stored, trees }: { stored: StoredVerdict; trees: readonly EvidenceNode[] }) {
  const { snapshot, withheld, row } = stored;
  return (
    <section class="card" aria-labelledby="evidence-title">
      <div class="card-head">
        <h2 id="evidence-title">Evidence</h2>
        {snapshot !== undefined && (
          <a
            href={`/verdicts/${row.receipt}/snapshot.json`}
            download={`snapshot-${row.receipt.slice(0, 12)}.json`}
          >
            Snapshot JSON
          </a>
        )}
      </div>
      {snapshot === undefined && (
        <p class="notice">The snapshot was not kept. Its digest stands in the receipt.</p>
      )}
      {withheld.length > 0 && (
        <div class="notice">
          <p>{plural(withheld.length, 'value was', 'values were')} withheld from the stored snapshot:</p>
          <ul>
            {withheld.slice(0, 50).map((pointer) => (
              <li>
                <Code of={pointer} />
              </li>
            ))}
            {withheld.length > 50 && <li>and {withheld.length - 50} more</li>}
          </ul>
        </div>
      )}
      {snapshot !== undefined && <EvidenceTree trees={trees} />}
    </section>
  );
}

function Rule({ rule, index, verdict }: { rule: RuleSource; index: number; verdict: Verdict }) {
  const policy = verdict.policies.find((p) => p.source === rule.source);
  const marked = new Set(
    [...(verdict.reasons ?? []), ...verdict.policies.flatMap((p) => p.gates.flatMap((g) => g.reasons))]
      .filter((reason) => reason.rule.file === rule.source)
      .map((reason) => reason.rule.line),
  );
  return (
    <details open={marked.size > 0}>
      <summary>
        <Code of={rule.source} />{' '}
        {policy ? (
          <Badge decision={policy.decision} label={policy.label} />
        ) : (
          <span class="quiet small">
            not in force for <Text of={verdict.action} />
          </span>
        )}
      </summary>
      <RuleSourceText name={rule.source} text={rule.text} anchor={`rule-${index + 1}`} marked={marked} />
    </details>
  );
}

/** The ruleset's files in its own order, those that took part before the others. */
function RulesSection({ stored }: { stored: StoredVerdict }) {
  const tookPart = ({ source }: RuleSource) => stored.verdict.policies.some((p) => p.source === source);
  const numbered = stored.rules.map((rule, index) => ({ rule, index }));
  const ordered = [
    ...numbered.filter(({ rule }) => tookPart(rule)),
    ...numbered.filter(({ rule }) => !tookPart(rule)),
  ];
  return (
    <section class="card" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules</h2>
      {stored.rules.length === 0 && (
        <p class="notice">The source of the rules was not kept. Their digest stands in the receipt.</p>
      )}
      {ordered.map(({ rule, index }) => (
        <Rule rule={rule} index={index} verdict={stored.verdict} />
      ))}
    </section>
  );
}

export function VerdictPage({ stored }: { stored: StoredVerdict }) {
  const { verdict, row } = stored;
  const trees = treesOf(stored);
  const anchors = anchorsOf(stored, trees);
  const calm = verdict.policies.filter(
    (p) => p.decision === 'release' && p.gates.every((g) => g.reasons.length === 0),
  );
  const loud = verdict.policies.filter((p) => !calm.includes(p));
  return (
    <article>
      <Head stored={stored} reasons={reasonsOf(verdict)} />
      <section class="policies" aria-labelledby="policies-title">
        <div class="page-head">
          <h2 id="policies-title">Why</h2>
          <a href={`/verdicts/${row.receipt}.json`} download={`verdict-${row.receipt.slice(0, 12)}.json`}>
            Verdict JSON
          </a>
        </div>
        {verdict.reasons !== undefined && verdict.reasons.length > 0 && (
          <div class="card policy hold">
            <ReasonList reasons={verdict.reasons} anchors={anchors} />
          </div>
        )}
        {loud.map((policy) => (
          <PolicySection policy={policy} anchors={anchors} />
        ))}
        <ReleasedPolicies policies={calm} anchors={anchors} />
      </section>
      <div class="columns even">
        <EvidenceSection stored={stored} trees={trees} />
        <RulesSection stored={stored} />
      </div>
      <ReceiptCard stored={stored} />
    </article>
  );
}
