/** Reasons: what stopped it, what to do, and the way to the evidence and to the rule. */
import type { Note, Reason } from '../../engine/mod.ts';
import type { Mark } from '../marks.ts';
import { Code, Text } from './text.tsx';

/** What reasons can link to on the same page. */
export type Anchors = {
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

export function ReasonItem({ reason, anchors }: { reason: Reason; anchors: Anchors }) {
  return (
    <li class={reason.waived ? 'reason waived' : 'reason'}>
      <p class="reason-head">
        <Code of={reason.code} />
        {reason.subject !== undefined && (
          <>
            {' '}
            <code class="subject">
              <Text of={reason.subject} />
            </code>
          </>
        )}
        {reason.waived && <span class="tag">waived</span>}
      </p>
      <p>
        <Text of={reason.message} />
      </p>
      {reason.fix !== undefined && (
        <p class="fix">
          <strong>Fix:</strong> <Text of={reason.fix} />
        </p>
      )}
      <Where reason={reason} anchors={anchors} />
    </li>
  );
}

export function ReasonList({ reasons, anchors }: { reasons: readonly Reason[]; anchors: Anchors }) {
  return (
    <ul class="reasons">
      {reasons.map((reason) => (
        <ReasonItem reason={reason} anchors={anchors} />
      ))}
    </ul>
  );
}

export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return <></>;
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
