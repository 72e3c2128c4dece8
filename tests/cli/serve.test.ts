/** `holdpoint serve` as a process: it answers, ends on a signal, and refuses what would open it to others. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ended, folderWith, holdpoint, signal, start } from './holdpoint.ts';
import { HELD, judge, RULES } from './samples.ts';

/** The first line of standard output: where it serves. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece) => {
      text += String(piece);
      if (text.includes('\n')) resolve(text.trim());
    });
    child.on('close', (status) => reject(new Error(`It ended with status ${status}`)));
  });
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  test(`serve prints its address, shows the history, and ends on ${name} with exit status 0`, async () => {
    const folder = folderWith({ 'egress.yaml': RULES });
    assert.equal((await judge(folder, HELD, '--store')).status, 2);
    const child = start(['serve', '--port', '0'], { cwd: folder });
    const end = ended(child);
    const url = await addressOf(child);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const reply = await fetch(`${url}verdicts`);
    assert.equal(reply.status, 200);
    assert.match(await reply.text(), /job-machine-local/);
    signal(child, name);
    const { status, stdout, stderr } = await end;
    assert.deepEqual([status, stdout, stderr], [0, `${url}\n`, 'Ctrl-C stops it\n']);
  });
}

test('serve says that a port is taken and exits 69', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const { status, stdout, stderr } = await holdpoint(['serve', '--port', String(port)], {
    cwd: folderWith(),
  });
  server.close();
  assert.deepEqual([status, stdout], [69, '']);
  assert.match(stderr, new RegExp(`^error: Port ${port} of 127\\.0\\.0\\.1 is taken\n {2}[^\n]+\n$`));
});

test('serve refuses other addresses than loopback, and ports that are none, with 64', async () => {
  const folder = folderWith();
  const table: [args: string[], told: RegExp][] = [
    [['--host', '0.0.0.0'], /^error: Refusing to serve on "0\.0\.0\.0"/],
    [['--host', '::'], /^error: Refusing to serve on "::"/],
    [['--host', 'example.com'], /^error: Refusing to serve on "example\.com"/],
    [['--host', '127.0.0.1.example.com'], /^error: Refusing to serve/],
    [['--port', '65536'], /^error: Not a port: "65536"/],
    [['--port', ''], /^error: Not a port: ""/],
    [['--port', '0x50'], /^error: Not a port: "0x50"/],
  ];
  for (const [args, told] of table) {
    const { status, stdout, stderr } = await holdpoint(['serve', ...args], { cwd: folder });
    assert.deepEqual([status, stdout], [64, ''], args.join(' '));
    assert.match(stderr, told);
  }
});
