/** Section `secrets` over real files: what is found, what is skipped with a word, and that no value leaves. */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { SECRETLINT_VERSION } from '../../src/collect/secrets/secretlint.ts';
import { collectSecrets, type Secrets, type SecretsOptions } from '../../src/collect/secrets.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const AWS = ['AKIA', 'Q7ZT4MEX', 'W2NRB5KD'].join('');
const GITHUB = ['ghp', '_', 'Zk3vQ9mT2xW7', 'bN5cR8yL1pD4', 'hJ6gF0sA3uE9'].join('');

async function scan(
  files: Record<string, string | Uint8Array>,
  options: Partial<SecretsOptions> = {},
): Promise<Secrets> {
  const folder = temporaryFolder();
  write(folder, files);
  return collectSecrets({ host }, { path: folder, ...options });
}

function places({ findings }: Secrets): (string | number)[][] {
  return findings.map(({ detector, path, line, column }) => [detector, path, line, column]);
}

test('collectSecrets finds a key in a quoted JSON value, with line and column and without the value', async () => {
  const secrets = await scan({ 'a/b.json': `{\n  "aws_access_key_id": "${AWS}"\n}` });
  assert.deepEqual(places(secrets), [['aws-access-key', 'a/b.json', 2, 25]]);
  assert.equal(JSON.stringify(secrets).includes(AWS), false);
  assert.match(secrets.findings[0]!.fingerprint, /^[0-9a-f]{64}$/);
});

test('collectSecrets finds documentation keys too, and lists its detectors with digests', async () => {
  const secrets = await scan({ 'doc.md': ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('') });
  assert.deepEqual(places(secrets), [['aws-access-key', 'doc.md', 1, 1]]);
  const ids = secrets.detectors.map((detector) => detector.id);
  for (const id of ['aws-access-key', 'private-key', 'assignment', 'secret-file-name', 'secretlint'])
    assert.ok(ids.includes(id), id);
  assert.equal(new Set(secrets.detectors.map((detector) => detector.digest)).size, ids.length);
});

test('collectSecrets gives two findings for two secrets on one line and shows neither', async () => {
  const secrets = await scan({ 'x.txt': `a=${AWS} b=${GITHUB}` });
  assert.deepEqual(places(secrets), [
    ['aws-access-key', 'x.txt', 1, 3],
    ['github-token', 'x.txt', 1, 26],
  ]);
  const text = JSON.stringify(secrets);
  for (const value of [AWS, GITHUB]) assert.equal(text.includes(value), false);
});

test('collectSecrets cannot be switched off from inside a scanned file', async () => {
  const slack = ['xox', 'b-123456789012-1234567890123-', 'Zk3vQ9mT2xW7bN5cR8yL1pD4'].join('');
  const gitlab = ['glpat', '-', 'Zk3vQ9mT2xW7bN5cR8yL'].join('');
  const secrets = await scan({
    'a.py': `# secretlint-disable\nkey = '${AWS}' # gitleaks:allow secretlint-disable-line\n`,
    'b.py': `# secretlint-disable-next-line\nt = "${slack}"\n`,
    'c.txt': `secretlint-disable\n${gitlab}\n`,
  });
  assert.deepEqual(
    secrets.findings.map(({ path, line }) => [path, line]),
    [
      ['a.py', 2],
      ['b.py', 2],
      ['c.txt', 2],
    ],
  );
  assert.equal(secrets.findings[2]!.detector, 'secretlint:gitlab');
});

test('collectSecrets finds what stands in prose, lock files, ciphertexts and ids to be no secret', async () => {
  const secrets = await scan({
    'prose.md': 'a token is what the token bucket gives\npassword =\n',
    'gradle.lockfile': 'org.example.api:core-api:2.0.6=compileClasspath\n',
    'package-lock.json':
      '"integrity": "sha512-q3TzJ8mVwB5cXrL0aYk7Pn2eHd9fGs4uQi6oEj1tRWv+Mx/Zb3C5KyN8hDl2pFgA7s=="\n"js-tokens": "^4.0.0"\n',
    's.enc.yaml': 'db: ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]\n',
    'uuid.yml': 'id: 3f0c9b1e-7a42-4d68-9c15-e2b7a6d4f801\n',
    'README.md': [
      '"private_key":"-----BEGIN ',
      'PRIVATE KEY-----\\n...\\n-----END ',
      'PRIVATE KEY-----\\n"',
    ].join(''),
  });
  assert.deepEqual(places(secrets), []);
  assert.equal(secrets.scanned_files, 6);
});

test('collectSecrets finds a private key in each way of writing it', async () => {
  const [head, foot] = [
    ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join(''),
    ['-----END RSA ', 'PRIVATE KEY-----'].join(''),
  ];
  const body = 'MIIBQx7Q'.repeat(12);
  const secrets = await scan({
    'a.txt': `${head} ${body} ${foot}`,
    'b.json': `"${head}\\n${body}\\n${foot}"`,
    'c.txt': `${head}\r\n${body}\r\n${foot}`,
  });
  assert.deepEqual(
    secrets.findings.map(({ detector, path }) => [detector, path]),
    [
      ['private-key', 'a.txt'],
      ['private-key', 'b.json'],
      ['private-key', 'c.txt'],
    ],
  );
});

test('collectSecrets judges passwords in addresses by the whole host', async () => {
  const checks: [string, boolean][] = [
    ['http://localhost:3001/@scope/pkg', false],
    ['https://example.test:8443/a@b', false],
    [['postgres://app:', 'password@localhost:5432/dev'].join(''), false],
    [['postgres://app:', 'h7Q2zLm9', '@localhost.evil.test/db'].join(''), true],
    [['https://user:', 'hunter2Zq9', '@api.example.test/v1'].join(''), true],
    [['https://$', '{USER}:$', '{PASS}@api.example.test'].join(''), false],
    ['git@github.test:org/repo.git', false],
  ];
  const secrets = await scan({ 'urls.txt': checks.map(([url]) => url).join('\n') });
  const hit = new Set(secrets.findings.map(({ line }) => line));
  assert.deepEqual(
    checks.map((_, index) => hit.has(index + 1)),
    checks.map(([, expected]) => expected),
  );
  assert.equal(secrets.findings.length, 2);
});

test('collectSecrets flags secret-shaped names, not templates, and looks into all of them', async () => {
  const flagged = [
    '.env',
    '.env.local',
    '.env.test',
    'production.env',
    'database.env',
    'a/.npmrc',
    'id_rsa',
    'server.key',
    '.envrc',
    'service-account.json',
    '.ENV.LOCAL',
  ];
  const plain = ['id_ed25519.pub', '.env.example', '.env.sample', 'environment.ts', 'keyboard.ts'];
  const secrets = await scan(Object.fromEntries([...flagged, ...plain].map((name) => [name, 'x\n'])));
  assert.deepEqual(
    secrets.findings.map(({ path }) => path),
    [...flagged].sort(),
  );
  assert.equal(secrets.scanned_files, flagged.length + plain.length);
});

test('collectSecrets lists a binary as skipped and decodes UTF-16', async () => {
  const utf16 = (text: string, mark: string) => new Uint8Array(Buffer.from(mark + text, 'utf16le'));
  const secrets = await scan({
    'a.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 0, 0, 0, 7, 9]),
    'marked.txt': utf16(`line\nkey ${AWS}`, '\ufeff'),
    'bare.txt': utf16(`key ${AWS}`, ''),
    'swapped.txt': new Uint8Array(Buffer.from(`\ufeffkey ${AWS}`, 'utf16le').swap16()),
  });
  assert.deepEqual(places(secrets), [
    ['aws-access-key', 'bare.txt', 1, 5],
    ['aws-access-key', 'marked.txt', 2, 5],
    ['aws-access-key', 'swapped.txt', 1, 5],
  ]);
  assert.deepEqual([secrets.skipped, secrets.scanned_files], [[{ path: 'a.png', why: 'binary' }], 3]);
});

test('collectSecrets finds a key at the end of a 20 MB line and says what secretlint left out', async () => {
  const secrets = await scan({ 'bundle.js': `${'a'.repeat(20_000_000)}${AWS}` });
  assert.deepEqual(places(secrets), [['aws-access-key', 'bundle.js', 1, 20_000_001]]);
  assert.deepEqual(secrets.skipped, [
    { path: 'bundle.js', why: 'larger than 1 MiB: secretlint did not scan it' },
  ]);
});

test('collectSecrets finds a token behind padding in a large file', async () => {
  const secrets = await scan({ 'vendor-bundle.txt': `${'pad \n'.repeat(1_200_000)}${GITHUB}` });
  assert.deepEqual(places(secrets), [['github-token', 'vendor-bundle.txt', 1_200_001, 1]]);
});

test('collectSecrets finds secrets in the added lines of a patch that look like its headers', async () => {
  const secrets = await scan({ 'n.patch': `+++ ${GITHUB}\n++ ${GITHUB}\n` });
  assert.deepEqual(places(secrets), [
    ['github-token', 'n.patch', 1, 5],
    ['github-token', 'n.patch', 2, 4],
  ]);
});

test('collectSecrets salts its fingerprints, and one value has one fingerprint a salt', async () => {
  const files = { 'a.txt': AWS, 'b.txt': `x ${AWS}` };
  const [a, b] = [await scan(files, { salt: '00ff' }), await scan(files, { salt: '00fe' })];
  assert.equal(a.findings[0]!.fingerprint, a.findings[1]!.fingerprint);
  assert.notEqual(a.findings[0]!.fingerprint, b.findings[0]!.fingerprint);
  await assert.rejects(scan(files, { salt: 'salt' }), /not hexadecimal/);
});

test('collectSecrets scans one named file, or only the listed files of a folder', async () => {
  const folder = temporaryFolder();
  write(folder, { 'prompt.txt': `key ${AWS}`, 'other.txt': GITHUB });
  const file = join(folder, 'prompt.txt');
  assert.deepEqual(places(await collectSecrets({ host }, { path: file })), [['aws-access-key', file, 1, 5]]);
  const listed = await collectSecrets({ host }, { path: folder, files: ['other.txt', 'gone.txt'] });
  assert.deepEqual(places(listed), [['github-token', 'other.txt', 1, 1]]);
  assert.deepEqual(listed.skipped, [{ path: 'gone.txt', why: 'there is no such file or folder' }]);
});

test('collectSecrets follows no link but reads what it says, and waits for no pipe', async () => {
  const folder = temporaryFolder();
  write(folder, { 'outside.txt': AWS, 'in/a.txt': 'x' });
  fs.symlinkSync('../outside.txt', join(folder, 'in/link'));
  fs.symlinkSync(['https://u:', 'h7Q2zLm9', '@h.test/'].join(''), join(folder, 'in/told'));
  execFileSync('mkfifo', [join(folder, 'in/pipe')]);
  const secrets = await collectSecrets({ host }, { path: join(folder, 'in') });
  assert.deepEqual(
    secrets.findings.map(({ detector, path }) => [detector, path]),
    [['url-credentials', 'told']],
  );
  assert.deepEqual(secrets.skipped, [{ path: 'pipe', why: 'it is a pipe, a socket or a device' }]);
});

test("collectSecrets says no word about Holdpoint's own files, and scans all others beside them", async () => {
  const own = { '.holdpoint/salt': `${'0f'.repeat(32)}\n`, '.holdpoint/.gitignore': '*\n' };
  const quiet = await scan({ ...own, 'a.txt': 'x' });
  assert.deepEqual([quiet.scanned_files, quiet.skipped, quiet.findings], [1, [], []]);
  const planted = await scan({ '.holdpoint/salt': AWS, '.holdpoint/b': GITHUB, 'p/.git/c': AWS });
  assert.deepEqual(
    planted.findings.map(({ path }) => path),
    ['.holdpoint/b', '.holdpoint/salt', 'p/.git/c'],
  );
});

test('collectSecrets lists what was excluded, and refuses a path that is not there', async () => {
  const secrets = await scan({ 'vendor/a.txt': AWS, 'b.txt': 'x' }, { exclude: ['vendor'] });
  assert.deepEqual(
    [places(secrets), secrets.skipped],
    [[], [{ path: 'vendor', why: 'excluded by the caller' }]],
  );
  await assert.rejects(collectSecrets({ host }, { path: join(temporaryFolder(), 'no') }), CollectError);
});

test('collectSecrets does not list findings without end', async () => {
  const secrets = await scan({ 'many.txt': `${AWS}\n`.repeat(1500) }, { secretlint: false });
  assert.equal(secrets.findings.length, 1000);
  assert.deepEqual(secrets.skipped, [
    { path: 'many.txt', why: 'more than 1000 findings: the rest are not listed' },
  ]);
  assert.equal(
    secrets.detectors.some(({ id }) => id === 'secretlint'),
    false,
  );
});

test('the version of secretlint in the evidence is the installed one', () => {
  const { version } = createRequire(import.meta.url)('@secretlint/core/package.json') as { version: string };
  assert.equal(SECRETLINT_VERSION, version);
});

test('scanning with secretlint leaves no record of its steps, which would slow down every later file', async () => {
  await scan({ 'a.txt': 'x', 'b.txt': 'y' });
  assert.deepEqual(
    performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('@core')),
    [],
  );
});
