/** `private-key`: a PEM private key with key material in it. */
import { type Detector, LOOK_AHEAD, matchAt } from '../detector.ts';

const HEADER = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
/** What may stand between the header and the key: white space or its spelling in a string, string marks, header fields. */
const GAP = /(?:[\s"'`+,;>|#*]|\\+[nrt]|[A-Za-z][A-Za-z-]{1,20}: [^\r\n\\]{0,200}(?=[\r\n\\]))*/y;
const MATERIAL = /[A-Za-z0-9+/=]{20}/y;
const FOOTER = /-----END [A-Z0-9 ]{1,60}-----/y;
const HALF = LOOK_AHEAD / 2;

const HEAD = '-----BEGIN ';
const BODY = 'MIIBQx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7Qx7';

export const privateKey: Detector = {
  id: 'private-key',
  summary: 'A private key in PEM form with key material after its header; a header alone is not a key.',
  version: 1,
  anchors: [HEAD],
  match(text, at) {
    const header = matchAt(HEADER, text, at);
    if (header === null) return undefined;
    const from = at + header[0].length;
    const rest = text.slice(from, from + HALF);
    const stop = rest.indexOf('-----');
    const body = stop < 0 ? rest : rest.slice(0, stop);
    const gap = matchAt(GAP, body, 0)?.[0].length ?? 0;
    if (matchAt(MATERIAL, body, gap) === null) return undefined;
    const footer = matchAt(FOOTER, text, from + body.length)?.[0].length ?? 0;
    return { start: at, end: from + body.length + footer, value: squeeze(body.slice(gap)) };
  },
  positives: [
    [HEAD, 'RSA PRIVATE KEY----- ', BODY, ' -----END RSA ', 'PRIVATE KEY-----'],
    ['"', HEAD, 'RSA PRIVATE KEY-----\\n', BODY, '\\n-----END RSA ', 'PRIVATE KEY-----"'],
    [HEAD, 'PRIVATE KEY-----\r\n', BODY, '\r\n-----END ', 'PRIVATE KEY-----\r\n'],
    [HEAD, 'OPENSSH PRIVATE KEY-----\n', BODY, '\n'],
    [HEAD, 'PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n', BODY, '\n'],
    [HEAD, 'RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n', BODY, '\n'],
  ],
  nearMisses: [
    ['"private_key":"', HEAD, 'PRIVATE KEY-----\\n...\\n-----END ', 'PRIVATE KEY-----\\n"'],
    [HEAD, 'PRIVATE KEY-----\n-----END ', 'PRIVATE KEY-----'],
    ['if (text.includes("', HEAD, 'RSA PRIVATE KEY-----")) throw new Error("no keys")'],
    [HEAD, 'PUBLIC KEY-----\n', BODY, '\n-----END ', 'PUBLIC KEY-----'],
    [HEAD, 'CERTIFICATE-----\n', BODY],
    ['{"text": "', HEAD, 'RSA PRIVATE KEY-----"}, "sha256": "', BODY, '"}'],
    [HEAD, 'PRIVATE KEY----- is the first line of a file with keymaterialofsomekindorother'],
  ],
};

/** The material alone, so that one key has one fingerprint however its lines are broken. */
function squeeze(body: string): string {
  return body.replace(/\\+[nrt]/g, '').replace(/[^A-Za-z0-9+/=]/g, '');
}
