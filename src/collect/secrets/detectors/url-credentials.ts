/** `url-credentials`: a password in an address, `scheme://user:password@host`. */
import { type Detector, matchAt } from '../detector.ts';
import { isPlaceholder } from './placeholder.ts';

const SCHEME = /[A-Za-z][A-Za-z0-9+.-]{0,19}$/;
const AUTHORITY = /:\/\/([^\s/?#"'`<>\\]{1,512})/y;
/** This machine itself: such an address opens nothing from elsewhere. Only the whole name counts. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

export const urlCredentials: Detector = {
  id: 'url-credentials',
  summary: 'A password inside an address, unless it is a placeholder or the host is this machine.',
  version: 1,
  anchors: ['://'],
  match(text, at) {
    const scheme = SCHEME.exec(text.slice(Math.max(0, at - 20), at));
    const authority = matchAt(AUTHORITY, text, at)?.[1];
    if (scheme === null || authority === undefined) return undefined;
    const sign = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    if (sign < 0 || colon < 0 || colon >= sign) return undefined;
    const value = authority.slice(colon + 1, sign);
    const host = authority.slice(sign + 1).replace(/:\d*$/, '');
    if (value.length < 3 || host === '' || LOOPBACK.test(host) || isPlaceholder(value)) return undefined;
    const start = at + 3 + colon + 1;
    return { start, end: start + value.length, value };
  },
  positives: [
    ['postgres://app:', 'h7Q2zLm9', '@localhost.evil.test/db'],
    ['https://user:', 'hunter2Zq9', '@api.example.test/v1'],
    ['redis://:', 'h7Q2zLm9', '@cache.test:6379/0'],
    ['git+https://x:', 'h7Q2z@Lm9', '@git.test/a.git'],
  ],
  nearMisses: [
    ['http://localhost:3001/@scope/pkg'],
    ['https://example.test:8443/a@b'],
    ['postgres://app:', 'password@localhost:5432/dev'],
    ['https://$', '{USER}:$', '{PASS}@api.example.test'],
    ['git@github.test:org/repo.git'],
    ['https://user@host.test/'],
    ['http://user:<password>@host.test'],
  ],
};
