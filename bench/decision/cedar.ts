/** The policy in Cedar, parsed once: two permits, told apart by the id of the one that decided; no permit is a hold. */
import { createRequire } from 'node:module';
import type { AuthorizationAnswer, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import type { Contestant } from '../harness/measure.ts';
import { BLANKS, type Card } from './cards.ts';

const filled = (field: string) =>
  `context has ${field} && !${JSON.stringify(BLANKS)}.contains(context.${field})`;
const permit = (egressClass: string) => `
  permit (principal, action == Action::"send", resource) when {
    context has egress_class && context.egress_class == "${egressClass}" &&
    context has residue && context.residue.isEmpty() &&
    ${['host_pin', 'fixture_hash', 'replay_window', 'writable_surface'].map(filled).join(' && ')}
  };`;

export async function cedar(): Promise<Contestant<Card>> {
  // The build for Node is CommonJS and reads its module from disk; Deno loads it the same way.
  const wasm: typeof import('@cedar-policy/cedar-wasm/nodejs') = createRequire(import.meta.url)(
    '@cedar-policy/cedar-wasm/nodejs',
  );
  const policies = { split: permit('redacted-metadata'), release: permit('public-fixture') };
  const parsed = wasm.preparsePolicySet('egress-leaf', { staticPolicies: policies });
  if (parsed.type !== 'success')
    throw new Error(`Cedar refuses the policy: ${JSON.stringify(parsed.errors)}`);
  return {
    name: 'cedar-wasm',
    prepare: (card): StatefulAuthorizationCall => ({
      principal: { type: 'Job', id: 'bench' },
      action: { type: 'Action', id: 'send' },
      resource: { type: 'Host', id: 'remote' },
      context: { ...card },
      preparsedPolicySetId: 'egress-leaf',
      entities: [],
    }),
    decide: (call: StatefulAuthorizationCall) => wasm.statefulIsAuthorized(call),
    decision: (answer: AuthorizationAnswer) => {
      if (answer.type !== 'success') throw new Error(`Cedar cannot decide: ${JSON.stringify(answer.errors)}`);
      return answer.response.diagnostics.reason[0] ?? 'hold';
    },
  };
}
