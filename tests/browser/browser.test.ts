/** Where a browser is looked for, and what is said when there is none. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { findChromium } from './browser.ts';

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

test('findChromium takes the one that HOLDPOINT_CHROMIUM names before any other', () => {
  const env = { HOLDPOINT_CHROMIUM: '/opt/own/chromium', PATH: '/usr/bin' };
  assert.equal(findChromium(env, only('/opt/own/chromium', '/usr/bin/chromium')), '/opt/own/chromium');
});

test('findChromium looks in the usual places and along the path', () => {
  assert.equal(findChromium({}, only('/usr/bin/chromium-browser')), '/usr/bin/chromium-browser');
  const env = { PATH: ['/a', '/opt/b'].join(delimiter) };
  assert.equal(findChromium(env, only('/opt/b/google-chrome')), '/opt/b/google-chrome');
});

test('findChromium says what to install when there is none, and what is wrong with the one that was named', () => {
  assert.throws(
    () => findChromium({}, only()),
    /No Chromium found: install Debian's with "apt-get install chromium"/,
  );
  assert.throws(
    () => findChromium({ HOLDPOINT_CHROMIUM: '/gone' }, only('/usr/bin/chromium')),
    /names "\/gone", which does not exist/,
  );
});
