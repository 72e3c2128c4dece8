/** The collector of tool answers: real files, a real quarantine, hostile bodies. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError, collectResponse, type ToolResponse } from '../../src/collect/mod.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder } from './temporary.ts';

const context = { host: nodeHost() };

function collect(
  body: string | Uint8Array,
  more: { contentType?: string; maxBytes?: number } = {},
): { answer: ToolResponse; quarantine: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const quarantine = join(folder, 'away', 'quarantine');
  const answer = collectResponse(context, { file, contentType: 'application/json', quarantine, ...more });
  return { answer, quarantine };
}

test('a response is measured, hashed and kept in a folder that only its owner may enter', () => {
  const body = '{"id":1,"status":"open"}';
  const { answer, quarantine } = collect(body, { contentType: 'Application/JSON; charset=UTF-8' });
  assert.deepEqual(answer, {
    content_type: 'Application/JSON; charset=UTF-8',
    bytes: 24,
    sha256: context.host.sha256(body),
    body: { id: 1, status: 'open' },
    depth: 1,
    keys: 2,
  });
  assert.equal(statSync(quarantine).mode & 0o777, 0o700);
  const file = join(quarantine, answer.sha256!);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, 'utf8'), body);
});

test('a quarantine that others could enter is closed, and one behind a link is not used', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'body'), '{}');
  mkdirSync(join(folder, 'open'), { mode: 0o755 });
  symlinkSync(join(folder, 'open'), join(folder, 'link'));
  const into = (name: string) => ({
    file: join(folder, 'body'),
    contentType: '',
    quarantine: join(folder, name),
  });
  collectResponse(context, into('open'));
  assert.equal(statSync(join(folder, 'open')).mode & 0o777, 0o700);
  assert.throws(() => collectResponse(context, into('link')), CollectError);
});

test('depth counts the containers around the innermost value, keys count those of all objects', () => {
  const table: readonly (readonly [body: string, depth: number, keys: number])[] = [
    ['{}', 0, 0],
    ['[]', 0, 0],
    ['7', 0, 0],
    ['null', 0, 0],
    ['{"a":1}', 1, 1],
    ['{"a":{}}', 1, 1],
    ['{"a":{"b":[1,{"c":2}]}}', 4, 3],
    ['[[1],[[2]]]', 3, 0],
  ];
  for (const [body, depth, keys] of table) {
    const { answer } = collect(body);
    assert.deepEqual([answer.depth, answer.keys], [depth, keys], body);
  }
});

test('a response over the cap is read one byte further and no more, and is not cut into another one', () => {
  const { answer, quarantine } = collect(`{"t":"${'\u00e9'.repeat(30)}"}`, { maxBytes: 64 });
  assert.deepEqual(answer, { content_type: 'application/json', bytes: 65 });
  const [name] = readdirSync(quarantine);
  assert.match(name!, /\.part$/);
  assert.equal(statSync(join(quarantine, name!)).size, 65);
  assert.equal(collect(`{"t":"${'\u00e9'.repeat(30)}"}`, { maxBytes: 68 }).answer.bytes, 68);
});

test('what only calls itself JSON has a parse error that shows nothing of it', () => {
  const secret = ['hun', 'ter2'].join('');
  const bodies: readonly (string | Uint8Array)[] = [
    '<html>',
    '',
    ' ',
    '{"results":[{"id":1},{"id":2',
    `{"a":"${secret}"`,
    `{'a':'${secret}'}`,
    '{"role":"viewer","role":"admin"}',
    '{"role":"viewer","r\\u006fle":"owner"}',
    '{"id":9007199254740993}',
    '{"big":1e400}',
    '{"__proto__":{"admin":true}}',
    '{"a":"\\ud800"}',
    '{"a":1}{"b":2}',
    '{"a":NaN}',
    Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d),
    Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d),
    '['.repeat(4096),
  ];
  for (const body of bodies) {
    const { answer } = collect(body);
    const { parse_error: error, ...rest } = answer;
    assert.equal(typeof error, 'string', String(body));
    assert.ok(!error!.includes(secret));
    assert.deepEqual(Object.keys(rest).sort(), ['bytes', 'content_type', 'sha256']);
  }
});

test('a byte-order mark, -0 and 1.0 are JSON that can be kept', () => {
  assert.deepEqual(collect('\uFEFF{"a":1.0}').answer.body, { a: 1 });
  assert.equal(collect('{"neg":-0}').answer.parse_error, undefined);
});

test('a body nested half a million deep is measured without being kept', () => {
  const { answer } = collect('['.repeat(500_000) + ']'.repeat(500_000));
  const { sha256: _, ...rest } = answer;
  assert.deepEqual(rest, { content_type: 'application/json', bytes: 1_000_000, depth: 499_999, keys: 0 });
});

test('a file that is not there, a folder and a link are told, and nothing is put away', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'body'), '{}');
  symlinkSync(join(folder, 'body'), join(folder, 'link'));
  const quarantine = join(folder, 'quarantine');
  for (const name of ['none', '.', 'link']) {
    const options = { file: join(folder, name), contentType: '', quarantine };
    assert.throws(
      () => collectResponse(context, options),
      (error) => error instanceof CollectError && error.blame === 'input',
    );
  }
  assert.ok(!existsSync(quarantine));
});
