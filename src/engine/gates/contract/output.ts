/** What a contract that was met puts out: a ticket, a card, and what a reader should know. */
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Note } from '../../verdict.ts';
import { missingCause, type Outcome } from '../gate.ts';
import { looksAtBody, type SchemaJudge } from './body.ts';
import type { ContractSpec } from './schema.ts';

/** For an answer that passed every stage; undefined when there is nothing to put out or to say. */
export function outputsOf(
  spec: ContractSpec,
  schema: SchemaJudge | undefined,
): ((answer: JsonObject) => Outcome) | undefined {
  const { ticket, project } = spec;
  const isWeak = !looksAtBody(spec);
  if (ticket === undefined && project !== true && !isWeak) return undefined;
  return (answer) => {
    const output: Record<string, Json> = {};
    const notes: Note[] = [];
    if (isWeak) notes.push({ code: 'weak-contract', message: 'The contract looks at no part of the body' });
    if (ticket !== undefined) {
      const made = ticketOf(ticket, answer);
      if (typeof made === 'string')
        return { decision: 'hold', causes: [missingCause(`health.${made}`, pointerTo('health', made))] };
      output['ticket'] = made;
    }
    if (project === true && schema !== undefined) {
      const { value, dropped } = schema.reduce(answer['body']!);
      output['card'] = value;
      if (dropped > 0)
        notes.push({
          code: 'fields-dropped',
          message: `${dropped} ${dropped === 1 ? 'field that the schema does not name was' : 'fields that the schema does not name were'} dropped`,
        });
    }
    return {
      decision: 'release',
      causes: [],
      notes,
      ...(Object.keys(output).length === 0 ? {} : { output }),
    };
  };
}

/** The ticket, or the field that it lacks. */
function ticketOf(decision: string, { url, sha256, bytes }: JsonObject): JsonObject | string {
  if (typeof url !== 'string') return 'url';
  if (typeof sha256 !== 'string') return 'sha256';
  if (typeof bytes !== 'number') return 'bytes';
  return { decision, url, sha256, body_bytes: bytes };
}
