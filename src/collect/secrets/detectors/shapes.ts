/** Blunt detectors for prompts: what merely has the shape of a secret. Code is full of such shapes; prose should not be. */
import { type Detector, matchAt, wordDetector } from '../detector.ts';

export const privateKeyHeader = wordDetector({
  id: 'private-key-header',
  summary: 'The first line of a private key in PEM form, with or without a key after it.',
  version: 1,
  anchors: ['-----BEGIN '],
  shape: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y,
  positives: [
    ['-----BEGIN RSA ', 'PRIVATE KEY-----'],
    ['see -----BEGIN ', 'PRIVATE KEY----- below'],
    ['-----BEGIN PGP ', 'PRIVATE KEY BLOCK-----'],
  ],
  nearMisses: [
    ['-----BEGIN ', 'PUBLIC KEY-----'],
    ['-----BEGIN CERTIFICATE-----'],
    ['BEGIN ', 'PRIVATE KEY'],
  ],
});

/** A closing quote or bracket of the name, then `:`, `=`, `:=` or `=>`, on one line with the value. */
const GIVEN =
  /(?:api[_-]?key|secret|token|password|passwd)["'`\]]{0,2}[ \t]{0,20}(?::=|=>|[:=])[ \t]{0,20}/iy;
const VALUE = /\S{1,512}/y;

export const assignmentShape: Detector = {
  id: 'assignment-shape',
  summary: 'api_key, secret, token or password, then `:` or `=`, then anything at all on the same line.',
  version: 1,
  anchors: /api[_-]?key|secret|token|password|passwd/gi,
  match(text, at) {
    const given = matchAt(GIVEN, text, at);
    if (given === null) return undefined;
    const start = at + given[0].length;
    const value = matchAt(VALUE, text, start)?.[0];
    return value === undefined ? undefined : { start, end: start + value.length, value };
  },
  positives: [
    ['api-key: ', 'zzz'],
    ['token=', 'demo-not-real'],
    ['{"password": ', '"x"}'],
    ['SECRET := ', '1'],
    ['my_token=', '$TOKEN'],
  ],
  nearMisses: [
    ['the token is spoken of in prose'],
    ['password =\n'],
    ['max_tokens: 4096'],
    ['a secretary: she'],
    ['token\n= x'],
  ],
};
