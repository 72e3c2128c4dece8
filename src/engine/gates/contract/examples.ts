/** Examples of `contract`: shown in the docs and run as tests. */
import type { Json, JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const health: JsonObject = {
  evidence: 'health',
  target: { bind_host: '127.0.0.1', port: 8765, path: '/health' },
  status: 200,
  max_bytes: 256,
  required: { status: 'ok' },
  forbidden: ['token'],
  closed: true,
  ticket: 'local_pass',
};
const probed: JsonObject = {
  url: 'http://127.0.0.1:8765/health',
  bind_host: '127.0.0.1',
  port: 8765,
  path: '/health',
  status: 200,
  bytes: 15,
  sha256: 'a'.repeat(64),
  body: { status: 'ok' },
};
const card: JsonObject = {
  evidence: 'tool_response',
  content_types: ['application/json'],
  max_bytes: 4096,
  max_depth: 3,
  max_keys: 4,
  max_items: 3,
  max_text: 20,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 }, tags: { type: 'array', items: { type: 'string' } } },
  },
  project: true,
};
const answered: JsonObject = {
  content_type: 'application/json; charset=utf-8',
  bytes: 40,
  sha256: 'b'.repeat(64),
  depth: 2,
  keys: 3,
  body: { id: 7, tags: ['a'], instructions: 'x' },
};

const probe = (title: string, more: JsonObject, ...reasons: string[]): Example => ({
  title,
  gate: health,
  evidence: { health: { ...probed, ...more } },
  decision: reasons.length === 0 ? 'release' : 'hold',
  reasons,
});
const answer = (title: string, more: JsonObject, ...reasons: string[]): Example => ({
  title,
  gate: card,
  evidence: { tool_response: { ...answered, ...more } },
  decision: reasons.length === 0 ? 'release' : 'hold',
  reasons,
});
const body = (value: Json, more: JsonObject = {}): JsonObject => ({ body: value, ...more });

export const examples: readonly Example[] = [
  probe('an endpoint that answers as agreed', {}),
  probe('a 200 whose body says something else', body({ status: 'error' }), 'mismatch:status'),
  probe('a secret one level down', body({ status: 'ok', debug: { token: 'x' } }), 'forbidden:token'),
  probe(
    'fields that nobody agreed on',
    body({ status: 'ok', b: 1, a: 2 }),
    'unexpected-key:a',
    'unexpected-key:b',
  ),
  probe('a redirect, which is not followed', { status: 302 }, 'bad-status:302'),
  probe('another port than agreed', { port: 8766 }, 'wrong-target:port'),
  {
    title: 'a service that is not there',
    gate: health,
    evidence: { health: { url: 'http://127.0.0.1:8765/health', error: 'connection-refused' } },
    decision: 'hold',
    reasons: ['probe-failed:connection-refused'],
  },
  {
    title: 'an address of another machine',
    gate: health,
    evidence: { health: { error: 'refusing-non-loopback' } },
    decision: 'hold',
    reasons: ['not-loopback'],
  },
  probe('a body of no JSON object', body(['ok']), 'not-object'),
  probe('an answer without a status', { status: null }, 'missing-evidence:health.status'),
  answer('a tool answer, reduced to its card', {}),
  answer('a page of HTML', { content_type: 'text/html' }, 'bad-content-type'),
  answer('more bytes than allowed', { bytes: 4097 }, 'oversize'),
  {
    title: 'what only calls itself JSON',
    gate: card,
    evidence: { tool_response: { content_type: 'application/json', bytes: 6, parse_error: 'not JSON' } },
    decision: 'hold',
    reasons: ['not-json'],
  },
  answer('nested too deeply', body({ id: 1, a: { b: { c: { d: 1 } } } }, { depth: 4, keys: 5 }), 'too-deep'),
  answer('too many keys', body({ id: 1, a: 1, b: 1, c: 1, d: 1 }, { depth: 1, keys: 5 }), 'too-many-keys'),
  answer('a long list', body({ id: 1, tags: ['a', 'b', 'c', 'd'] }), 'too-many-items'),
  answer('a long text', body({ id: 1, tags: ['a text of twenty-four ch'] }), 'text-too-long'),
  answer('a card that does not fit the schema', body({ id: 0 }), 'invalid'),
];
