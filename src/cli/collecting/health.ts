/** `--health`: what a loopback endpoint answers; by default the one that the contract in force names. */
import { isObject, type Json, type JsonObject } from '../../engine/mod.ts';
import { type Asked, defineFlag } from './flag.ts';
import { wholeNumber } from './number.ts';

type Options = {
  readonly health: string;
  readonly healthTimeout?: number;
  readonly healthMaxBytes?: number;
};

export const health = defineFlag<Options>({
  options: [{ flags: '--health <url>', says: 'ask a health endpoint on loopback, once' }],
  details: [
    {
      flags: '--health-timeout <ms>',
      says: 'give the whole of --health this long (default: 2000)',
      parse: wholeNumber('--health-timeout', 1, 600_000),
    },
    {
      flags: '--health-max-bytes <n>',
      says: 'read no more of the body of --health than this, and one byte (default: 65536)',
      parse: wholeNumber('--health-max-bytes', 1, 64 * 1024 * 1024),
    },
  ],
  async collect({ health: url, healthTimeout, healthMaxBytes }, { context }) {
    const { collectHealth } = await import('../../collect/mod.ts');
    const answer = await collectHealth(context, {
      url,
      ...(healthTimeout === undefined ? {} : { timeoutMs: healthTimeout }),
      ...(healthMaxBytes === undefined ? {} : { maxBytes: healthMaxBytes }),
    });
    return { health: answer };
  },
  defaults(needs, { collect }, given, asked) {
    const isWanted = needs.has('health') && collect.set?.['health'] === undefined;
    const contract = isWanted ? onlyContract(asked) : undefined;
    if (contract === undefined) return {};
    const { bind_host: host, port, path, timeout_seconds: seconds } = contract;
    return {
      health: `http://${host === '::1' ? '[::1]' : host}:${port}${path}`,
      ...(given.healthTimeout === undefined && typeof seconds === 'number'
        ? { healthTimeout: Math.round(seconds * 1000) }
        : {}),
    };
  },
});

/** The target of the one contract over health that is in force for an action; two would ask for two probes. */
function onlyContract({ rules, action }: Asked): JsonObject | undefined {
  const targets = rules.inForce(action).flatMap(({ gates, policy }) => {
    const asked = new Set(gates.map(({ id }) => id));
    const written = isObject(policy.document) ? policy.document['gates'] : undefined;
    return (Array.isArray(written) ? (written as readonly Json[]) : []).flatMap((gate) =>
      isObject(gate) && asked.has(String(gate['id'])) && isObject(gate['target']) ? [gate['target']] : [],
    );
  });
  const different = new Map(targets.map((target) => [JSON.stringify(target), target]));
  return different.size === 1 ? targets[0] : undefined;
}
