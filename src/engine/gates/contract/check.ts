/** What is wrong with a contract as it stands in a rule file, before any evidence is seen. */

import type { Json } from '../../json.ts';
import { findKey } from '../../json-measure.ts';
import { showKey } from '../../unsafe-keys.ts';
import type { CompileContext } from '../gate.ts';
import type { ContractSpec } from './schema.ts';

/** The loopback addresses that a contract may name; any other would send a probe to another machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** Complains of contracts that nothing could meet, that contradict themselves, or that ask for what is not there. */
export function checkContract(spec: ContractSpec, context: CompileContext): void {
  const { complain } = context;
  if (spec.evidence !== 'health') {
    for (const field of ['target', 'status', 'ticket'] as const)
      if (spec[field] !== undefined)
        complain([field], 'foreign-field', `Only a contract over health has "${field}"`, undefined, 'key');
  }
  if (spec.target !== undefined && !LOOPBACK.includes(spec.target.bind_host))
    complain(
      ['target', 'bind_host'],
      'not-loopback',
      'A contract may only name a loopback address',
      `One of ${LOOPBACK.join(', ')}`,
    );
  if (spec.target !== undefined && !/^\/[!-~]*$/.test(spec.target.path))
    complain(['target', 'path'], 'bad-path', 'Expected a path that starts with / and is written in ASCII');
  for (const [index, type] of (spec.content_types ?? []).entries())
    if (type !== mediaType(type) || !/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type))
      complain(
        ['content_types', index],
        'bad-content-type',
        'Expected a content type in lower case and without parameters, such as application/json',
      );
  if (spec.closed === true && spec.required === undefined)
    complain(
      ['closed'],
      'nothing-required',
      '"closed" closes an object over its required fields, and none is named',
    );
  for (const [index, key] of (spec.forbidden ?? []).entries()) {
    const clash = findKey((spec.required ?? {}) as Json, key);
    if (clash !== undefined)
      complain(['forbidden', index], 'contradiction', `The key ${showKey(key)} is required and forbidden`);
  }
  if (spec.project === true && spec.schema === undefined)
    complain(['project'], 'no-schema', 'Only a schema can say what is kept');
}

/** A content type without its parameters, in lower case (RFC 9110, section 8.3.1). */
export function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
