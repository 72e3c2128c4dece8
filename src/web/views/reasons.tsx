/** Reasons: what stopped it, what to do, and the way to the evidence and to the rule. */
import type { Note, Reason } from '../../engine/mod.ts';
import { type Mark, REASONS_SHOWN } from '../marks.ts';
import { Code, plural, Text } from './text.tsx';

/** What reasons can link to on the same page. */
export type Anchors = {
  /** By pointer; only those that are drawn. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** The address of a rule line, undefined when that file was not kept. */
  line(file: string, line: number): string | undefined;
};

function Where({ reason, anchors }: { reason: Reason; anchors: Anchors }) {
  const mark = reason.evidence === undefined ? undefined : anchors.marks.get(reason.evidence);
  const place = `${reason.rule.file}:${reason.rule.line}`;
  const line = anchors.line(reason.rule.file, reason.rule.line);
  return (
    <dl class="where">
      {reason.evidence !== undefined && (
        <div>
          <dt>Evidence</dt>
          <dd>
            {mark ? (
              <a href={`#${mark.anchor}`}>
                <Code of={reason.evidence} />
              </a>
            ) : (
              <Code of={reason.evidence} />
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>Rule</dt>
        <dd>
          {line === undefined ? (
            <Code of={place} />
          ) : (
            <a href={line}>
              <Code of={place} />
            </a>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Fix({ words, all = false }: { words: string; all?: boolean }) {
  return (
    <p class="fix">
      <strong>{all ? 'Fix for all of these:' : 'Fix:'}</strong> <Text of={words} />
    </p>
  );
}

function ReasonItem({ reason, fix, anchors }: { reason: Reason; fix: boolean; anchors: Anchors }) {
  return (
    <li class={reason.waived ? 'reason waived' : 'reason'}>
      <p class="reason-head">
        <Code of={reason.code} word />
        {reason.subject !== undefined && (
          <>
            {' '}
            <code class="subject">
              <Text of={reason.subject} />
            </code>
          </>
        )}
        {reason.waived && (
          <>
            {' '}
            <span class="tag">waived</span>
          </>
        )}
      </p>
      <p>
        <Text of={reason.message} />
      </p>
      {fix && reason.fix !== undefined && <Fix words={reason.fix} />}
      <Where reason={reason} anchors={anchors} />
    </li>
  );
}

/** The fix that all reasons share, if there is more than one reason: said once, not at each. */
function sharedFix(reasons: readonly Reason[]): string | undefined {
  const fix = reasons[0]?.fix;
  return reasons.length > 1 && reasons.every((reason) => reason.fix === fix) ? fix : undefined;
}

export function ReasonList({ reasons, anchors }: { reasons: readonly Reason[]; anchors: Anchors }) {
  const shared = sharedFix(reasons);
  const more = reasons.length - REASONS_SHOWN;
  return (
    <>
      {shared !== undefined && <Fix words={shared} all />}
      <ul class="reasons">
        {reasons.slice(0, REASONS_SHOWN).map((reason) => (
          <ReasonItem reason={reason} fix={shared === undefined} anchors={anchors} />
        ))}
        {more > 0 && <li class="reason quiet">and {plural(more, 'more reason')}, in the verdict JSON</li>}
      </ul>
    </>
  );
}

export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li>
          <span class="tag">note</span> <Code of={note.code} />
          {note.subject !== undefined && (
            <>
              {' '}
              <code class="subject">
                <Text of={note.subject} />
              </code>
            </>
          )}{' '}
          <Text of={note.message} />
        </li>
      ))}
    </ul>
  );
}
