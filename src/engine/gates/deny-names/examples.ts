/** Examples of `deny-names`: shown in the docs and run as tests. */
import type { JsonObject } from '../../json.ts';
import type { Example } from '../gate.ts';

const gate = {
  names: { from: 'environment.variables' },
  deny: ['TOKEN', 'KEY', 'PASS', 'DATABASE_URL'],
};
const words = { ...gate, match: 'word' };
const variables = (...names: readonly string[]): JsonObject => ({ environment: { variables: names } });

export const examples: readonly Example[] = [
  {
    title: 'nothing that looks like a secret',
    gate,
    evidence: variables('HOME', 'LANG', 'PATH'),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'any case, and inside a longer word',
    gate,
    evidence: variables('GITHUB_TOKEN', 'LANG', 'PGPASSWORD', 'npm_config__authtoken', 'DATABASE_URL'),
    decision: 'hold',
    reasons: [
      'denied:GITHUB_TOKEN',
      'denied:PGPASSWORD',
      'denied:npm_config__authtoken',
      'denied:DATABASE_URL',
    ],
  },
  {
    title: 'a harmless name that happens to have such a word in it',
    gate,
    evidence: variables('KEYBOARD_LAYOUT', 'MONKEY'),
    decision: 'hold',
    reasons: ['denied:KEYBOARD_LAYOUT', 'denied:MONKEY'],
  },
  {
    title: 'the same, accepted by name; another spelling is another name',
    gate: { ...gate, accept: ['KEYBOARD_LAYOUT'] },
    evidence: variables('KEYBOARD_LAYOUT', 'keyboard_layout'),
    decision: 'hold',
    reasons: ['denied:keyboard_layout'],
  },
  {
    title: 'by whole words',
    gate: words,
    evidence: variables('KEYBOARD_LAYOUT', 'MONKEY', 'PASSENGER_COUNT', 'TOKENIZERS_PARALLELISM', 'URL'),
    decision: 'release',
    reasons: [],
  },
  {
    title: 'whole words, however they are joined',
    gate: words,
    evidence: variables('aws_secret_access_key', 'apiKey', 'KEY2', 'my-token', 'STAGING_DATABASE_URL'),
    decision: 'hold',
    reasons: [
      'denied:aws_secret_access_key',
      'denied:apiKey',
      'denied:KEY2',
      'denied:my-token',
      'denied:STAGING_DATABASE_URL',
    ],
  },
  {
    title: 'nobody looked',
    gate,
    evidence: { environment: { ssh_agent: false } },
    decision: 'hold',
    reasons: ['missing-evidence:environment.variables'],
  },
];
