/** What is looked at before the body: that there was an answer, from the right place, of the right kind and size. */
import { pointerTo } from '../../evidence/reference.ts';
import type { Json, JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import { type Cause, type CompileContext, missingCause } from '../gate.ts';
import { mediaType } from './check.ts';
import type { ContractSpec } from './schema.ts';

/** Looks at one thing; every cause it gives holds, and later stages are then not asked. */
export type Stage = (answer: JsonObject) => readonly Cause[];

export const FINE: readonly Cause[] = [];

/** A field of the answer, when it is there and of the type. */
export function numberIn(answer: JsonObject, field: string): number | undefined {
  const value = answer[field];
  return typeof value === 'number' ? value : undefined;
}

const isThere = (value: Json | undefined) => value !== undefined && value !== null;

/** The stages for what a contract says beside the body, in their fixed order. */
export function envelopeStages(spec: ContractSpec, context: CompileContext): Stage[] {
  const { evidence: section, target, status, content_types: types, max_bytes: most } = spec;
  const at = (field: string) => pointerTo(section, field);
  const missing = (field: string) => [missingCause(`${section}.${field}`, at(field))];
  const stages: Stage[] = [];
  if (section === 'health') stages.push(probeFailed);
  if (target !== undefined) {
    const rule = context.place(['target']);
    stages.push((answer) => {
      for (const field of ['bind_host', 'port', 'path'] as const) {
        const said = answer[field];
        if (typeof said !== typeof target[field]) return missing(field);
        if (said === target[field]) continue;
        const message = `The contract names ${field} ${JSON.stringify(target[field])}, and another was asked`;
        return [{ code: 'wrong-target', subject: field, message, evidence: at(field), rule }];
      }
      return FINE;
    });
  }
  if (status !== undefined) {
    const rule = context.place(['status']);
    stages.push((answer) => {
      const said = numberIn(answer, 'status');
      if (said === undefined) return missing('status');
      if (said === status) return FINE;
      const message = `The status is ${said}, not ${status}`;
      return [{ code: 'bad-status', subject: String(said), message, evidence: at('status'), rule }];
    });
  }
  if (types !== undefined) {
    const rule = context.place(['content_types']);
    stages.push((answer) => {
      const said = answer['content_type'];
      if (typeof said !== 'string') return missing('content_type');
      if (types.includes(mediaType(said))) return FINE;
      const message = `The content type ${printPath(mediaType(said).slice(0, 80))} is not ${types.join(' or ')}`;
      return [{ code: 'bad-content-type', message, evidence: at('content_type'), rule }];
    });
  }
  if (most !== undefined) {
    const rule = context.place(['max_bytes']);
    stages.push((answer) => {
      const said = numberIn(answer, 'bytes');
      if (said === undefined) return missing('bytes');
      if (said <= most) return FINE;
      const message = `There are ${said} bytes, over the limit of ${most}`;
      return [{ code: 'oversize', message, evidence: at('bytes'), rule }];
    });
  }
  return stages;
}

function probeFailed(answer: JsonObject): readonly Cause[] {
  const { error } = answer;
  if (!isThere(error)) return FINE;
  const evidence = pointerTo('health', 'error');
  if (error === 'refusing-non-loopback')
    return [
      {
        code: 'not-loopback',
        message: 'The address is not one of this machine alone, so nothing was sent',
        evidence,
      },
    ];
  const kind = typeof error === 'string' && error !== '' ? error : 'unknown';
  return [
    { code: 'probe-failed', subject: kind, message: `The probe failed with ${printPath(kind)}`, evidence },
  ];
}
