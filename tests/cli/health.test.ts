/** From a running service to a ticket and a bundle, and from a tool's answer to a card, over the real command. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith, holdpoint } from './holdpoint.ts';

const rule = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../rules/${name}.yaml`, import.meta.url)), 'utf8');

let body = '';
let server: Server;
let port = 0;
before(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
after(() => new Promise((resolve) => server.close(resolve)));

const GOOD = '{"status": "ok", "component": "healthgate"}';
/** A folder with the shipped contract, for the port that the system gave us. */
const service = () =>
  folderWith({
    'contract.yaml': rule('health-contract')
      .replace('8765', String(port))
      .replace('_seconds: 2', '_seconds: 30'),
    'server.mjs': 'x',
  });
const reasonsOf = (stdout: string): string[] =>
  JSON.parse(stdout).policies[0].gates[0].reasons.map(
    ({ code, subject }: { code: string; subject?: string }) =>
      subject === undefined ? code : `${code}:${subject}`,
  );

test('eval probes the contract by itself; a 200 that lies, a nested secret and an unagreed key hold', async () => {
  const folder = service();
  const table: readonly (readonly [body: string, status: number, reasons: readonly string[]])[] = [
    [GOOD, 0, []],
    ['{"status":"error","component":"healthgate"}', 2, ['mismatch:status']],
    ['{"status":"ok","component":"healthgate","debug":{"token":"x"}}', 2, ['forbidden:token']],
    ['{"status":"ok","component":"healthgate","build":"local"}', 2, ['unexpected-key:build']],
    ['<html>', 2, ['not-json']],
    [`${' '.repeat(300)}${GOOD}`, 2, ['oversize']],
  ];
  for (const [answer, status, reasons] of table) {
    body = answer;
    const run = await holdpoint(
      ['eval', '--rules', 'contract.yaml', '--action', 'publish', '--format', 'json'],
      { cwd: folder },
    );
    assert.deepEqual([run.status, reasonsOf(run.stdout)], [status, reasons], run.stderr);
  }
});

test('eval holds for another machine, and says so with the reason, not with a failure', async () => {
  const run = await holdpoint(
    [
      'eval',
      '--rules',
      'contract.yaml',
      '--action',
      'publish',
      '--format',
      'json',
      '--health',
      'http://127.1/',
    ],
    { cwd: service() },
  );
  assert.deepEqual([run.status, reasonsOf(run.stdout)], [2, ['refusing-non-loopback']]);
  const bad = await holdpoint(['collect', '--health', 'http://127.0.0.1:99999/']);
  assert.equal(bad.status, 65);
  assert.match(bad.stderr, /port that does not exist/);
});

test('act ticket writes the ticket, only shows it with --dry-run, and removes a stale one on a hold', async () => {
  const folder = service();
  const file = join(folder, 'publish_ticket.json');
  const act = (...more: string[]) =>
    holdpoint(['act', 'ticket', '--rules', 'contract.yaml', ...more], { cwd: folder });
  body = GOOD;
  assert.equal((await act('--dry-run')).status, 0);
  assert.ok(!existsSync(file));
  assert.equal((await act()).status, 0);
  const written = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(written), ['decision', 'url', 'sha256', 'body_bytes']);
  assert.deepEqual([written.decision, written.body_bytes], ['local_pass', GOOD.length]);
  body = '{}';
  assert.equal((await act('--dry-run')).status, 2);
  assert.ok(existsSync(file));
  const held = await act();
  assert.equal(held.status, 2);
  assert.match(held.stdout, /Removed the ticket of an earlier release/);
  assert.ok(!existsSync(file));
});

test('act seal copies on a release only, and nothing when a file is missing', async () => {
  const folder = service();
  const act = (...names: string[]) =>
    holdpoint(['act', 'seal', '--rules', 'contract.yaml', ...names.flatMap((name) => ['--file', name])], {
      cwd: folder,
    });
  body = '{}';
  assert.equal((await act('server.mjs')).status, 2);
  body = GOOD;
  const missing = await act('server.mjs', 'verify.mjs');
  assert.equal(missing.status, 65);
  assert.match(missing.stderr, /missing:verify\.mjs/);
  assert.ok(!existsSync(join(folder, 'bundle')));
  assert.equal((await act('server.mjs', 'contract.yaml')).status, 0);
  assert.deepEqual(readdirSync(join(folder, 'bundle')).sort(), ['contract.yaml', 'server.mjs']);
});

test('act card writes what the schema names, keeps the answer in quarantine and removes a stale card', async () => {
  const folder = folderWith({ 'rules.yaml': rule('tool-response') });
  const act = (answer: string, type: string) => {
    writeFileSync(join(folder, 'body'), answer);
    return holdpoint(
      [
        'act',
        'card',
        '--rules',
        'rules.yaml',
        '--response',
        'body',
        '--content-type',
        type,
        '-o',
        'out.json',
      ],
      { cwd: folder },
    );
  };
  const secret = ['hun', 'ter2'].join('');
  const done = await act(
    `{"id":1,"status":"closed","instructions":"${secret}"}`,
    'Application/JSON; charset=UTF-8',
  );
  assert.equal(done.status, 0, done.stderr);
  assert.match(done.stderr, /Put into quarantine: \d+ bytes/);
  assert.ok(!`${done.stdout}${done.stderr}`.includes(secret));
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')), { id: 1, status: 'closed' });
  assert.equal(statSync(join(folder, '.holdpoint/quarantine')).mode & 0o777, 0o700);
  const held = await act('<html>', 'application/json');
  assert.equal(held.status, 2);
  assert.ok(!existsSync(join(folder, 'out.json')));
});

test('--response asks for the content type that came with it', async () => {
  const folder = folderWith({ body: '{}' });
  const run = await holdpoint(['collect', '--response', 'body'], { cwd: folder });
  assert.equal(run.status, 64);
  assert.match(run.stderr, /--content-type/);
});
