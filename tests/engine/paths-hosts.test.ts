/** Which hosts a list allows, and which entries are refused or warned about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileHosts, parseHost } from '../../src/engine/paths/hosts.ts';

const ALLOW = [
  'example.com',
  '*.pkg.example.net',
  'example.org:8443',
  'http://plain.example.org',
  'localhost',
  '127.0.0.1',
  '[2001:db8::1]',
  'https://Url.Example.org/',
];

const ASKED: readonly (readonly [string, boolean])[] = [
  ['https://example.com/', true],
  ['https://example.com/a?b#c', true],
  ['https://EXAMPLE.com./', true],
  ['example.com', true],
  ['example.com:443', true],
  ['https://example.com:443/', true],
  ['https://example.com?@evil.test', true],
  ['https://notexample.com/', false],
  ['https://api.example.com/', false],
  ['https://example.com.evil.test/', false],
  ['https://example.com@evil.test/', false],
  ['https://evil.test@example.com/', false],
  ['https://evil.test/example.com', false],
  ['https://evil.test#example.com', false],
  ['https://evil.test\\@example.com', false],
  ['https://example.com\\.evil.test', false],
  ['https://a.pkg.example.net/', true],
  ['https://a.b.pkg.example.net/', true],
  ['https://pkg.example.net/', false],
  ['https://xpkg.example.net/', false],
  ['https://.pkg.example.net/', false],
  ['https://xn--exmple-cua.com/', false],
  ['https://ex\u0430mple.com/', false],
  ['https://exa%6dple.com/', false],
  ['https://example.com:8443/', false],
  ['https://example.com:80/', false],
  ['http://example.com/', false],
  ['http://example.com:443/', false],
  ['ftp://example.com/', false],
  ['https://example.org/', false],
  ['https://example.org:8443/', true],
  ['http://example.org:8443/', false],
  ['example.org:8443', true],
  ['http://plain.example.org', true],
  ['http://plain.example.org:80', true],
  ['https://plain.example.org', false],
  ['plain.example.org', false],
  ['localhost', true],
  ['localhost.', true],
  ['localhost:3000', false],
  ['127.0.0.1', true],
  ['127.1', false],
  ['https://0x7f.0.0.1', false],
  ['https://2130706433/', false],
  ['https://[2001:db8::1]/', true],
  ['https://[2001:0DB8:0:0:0:0:0:1]/', true],
  ['https://[2001:db8::2]/', false],
  ['url.example.org', true],
  ['', false],
  ['https://', false],
  ['//example.com/', false],
  ['example.com/path', false],
  ['https:example.com', false],
  [' example.com', false],
  ['example.com\n', false],
  ['example..com', false],
  ['example.com..', false],
  ['example.com:', false],
  ['example.com:0', false],
  ['example.com:65536', false],
  ['example.com:443:443', false],
];

test('compileHosts takes names, wildcards, ports, schemes and addresses without a warning', () => {
  const hosts = compileHosts(ALLOW);
  assert.ok(hosts.ok);
  assert.deepEqual(hosts.warnings, []);
});

for (const [raw, allowed] of ASKED) {
  test(`compileHosts ${allowed ? 'allows' : 'does not allow'} ${JSON.stringify(raw)}`, () => {
    const hosts = compileHosts(ALLOW);
    assert.ok(hosts.ok);
    assert.equal(hosts.matches(raw), allowed);
  });
}

test('compileHosts allows nothing when the list is empty', () => {
  const hosts = compileHosts([]);
  assert.ok(hosts.ok);
  for (const raw of ['example.invalid', '198.51.100.7', 'localhost', '']) assert.ok(!hosts.matches(raw));
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['*', /every host/],
  ['https://*', /every host/],
  ['*.*', /every host/],
  ['com', /top-level domain/],
  ['*.com', /top-level domain/],
  ['intranet', /top-level domain/],
  ['*.localhost', /top-level domain/],
  ['co.uk', /registry/],
  ['*.co.uk', /registry/],
  ['exa*ple.com', /wildcard/],
  ['*example.com', /wildcard/],
  ['a.*.example.com', /wildcard/],
  ['**.example.com', /wildcard/],
  ['192.168.*', /wildcard/],
  ['*.168.0.1', /unusual form|wildcard over an address/],
  ['*.192.168.0.1', /wildcard over an address|unusual form/],
  ['192.168.0.0/16', /address range/],
  ['2001:db8::/32', /address range/],
  ['example.com/path', /path/],
  ['https://user@example.com', /user info/],
  ['ftp://example.com', /path|scheme/],
  ['ex\u0430mple.com', /ASCII/],
  ['', /empty/],
];

for (const [entry, why] of REFUSED) {
  test(`compileHosts refuses the entry ${JSON.stringify(entry)}`, () => {
    const hosts = compileHosts(['example.com', entry]);
    assert.ok(!hosts.ok);
    assert.equal(hosts.faults.length, 1);
    assert.equal(hosts.faults[0]?.index, 1);
    assert.equal(hosts.faults[0]?.pattern, entry);
    assert.match(hosts.faults[0]?.why ?? '', why);
  });
}

test('compileHosts gives every fault at once', () => {
  const hosts = compileHosts(['com', 'example.com', '*', '192.168.0.0/16']);
  assert.ok(!hosts.ok);
  assert.deepEqual(
    hosts.faults.map((fault) => fault.index),
    [0, 2, 3],
  );
});

for (const entry of ['*.jfrog.io', '*.s3.amazonaws.com', '*.s3.eu-west-1.amazonaws.com', '*.github.io']) {
  test(`compileHosts warns that strangers can have a name under ${entry}`, () => {
    const hosts = compileHosts([entry]);
    assert.ok(hosts.ok);
    assert.equal(hosts.warnings.length, 1);
    assert.ok(hosts.warnings[0]?.includes(entry));
    assert.ok(hosts.matches(entry.replace('*', 'a')));
  });
}

test('compileHosts does not warn about one name on shared hosting', () => {
  const hosts = compileHosts(['mine.github.io', '*.mine.github.io']);
  assert.ok(hosts.ok);
  assert.deepEqual(hosts.warnings, []);
});

const READ: readonly (readonly [string, ReturnType<typeof parseHost>])[] = [
  ['https://Example.COM.:8443/x', { ok: true, host: 'example.com', port: 8443, scheme: 'https' }],
  ['HTTP://example.com', { ok: true, host: 'example.com', scheme: 'http' }],
  ['my_bucket.example.com', { ok: true, host: 'my_bucket.example.com' }],
  ['[::FFFF:1.2.3.4]:1', { ok: true, host: '[::ffff:102:304]', port: 1 }],
  ['[0:0:0:0:0:0:0:0]', { ok: true, host: '[::]' }],
  ['[1:0:0:2:0:0:0:3]', { ok: true, host: '[1:0:0:2::3]' }],
  ['[1::]', { ok: true, host: '[1::]' }],
  ['[1:2:3:4:5:6:7:0]', { ok: true, host: '[1:2:3:4:5:6:7:0]' }],
  ['[fe80::1%25eth0]', { ok: false, why: 'has a percent sign' }],
  ['[1::2::3]', { ok: false, why: 'is not an IPv6 address' }],
  ['[1:2:3:4:5:6:7:8::]', { ok: false, why: 'is not an IPv6 address' }],
  ['[1:2:3]', { ok: false, why: 'is not an IPv6 address' }],
  ['[1.2.3.4::]', { ok: false, why: 'is not an IPv6 address' }],
  ['::1', { ok: false, why: 'is not a host with an optional port' }],
  ['256.1.1.1', { ok: false, why: 'is an address in an unusual form' }],
  ['010.0.0.1', { ok: false, why: 'is an address in an unusual form' }],
  ['a.0x1f', { ok: false, why: 'is an address in an unusual form' }],
  ['-a.example.com', { ok: false, why: 'is not a host name' }],
  [`${'a'.repeat(64)}.com`, { ok: false, why: 'is not a host name' }],
  [`${'a.'.repeat(127)}com`, { ok: false, why: 'is longer than 253 characters' }],
  ['ws://example.com', { ok: false, why: 'has a scheme other than http and https' }],
];

for (const [raw, expected] of READ) {
  test(`parseHost reads ${JSON.stringify(raw.slice(0, 60))}`, () => {
    assert.deepEqual(parseHost(raw), expected);
  });
}
