/** The step counter and the call of a model: what is counted and read, and what is not believed. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectError, collectSteps, readCall } from '../../src/collect/mod.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { temporaryFolder } from './temporary.ts';

const host = nodeHost();
const counter = (...names: string[]) => {
  const folder = join(temporaryFolder(), 'steps');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
};
const faultOf = (folder: string): string => {
  const counted = collectSteps(host, folder);
  return 'fault' in counted ? counted.fault : `counted ${counted.used}`;
};

test('an empty folder is a run that has used nothing, and each file is a step, written or not', () => {
  assert.deepEqual(collectSteps(host, counter()), { used: 0 });
  assert.deepEqual(collectSteps(host, counter('1', '2', '3')), { used: 3 });
  const many = counter(...Array.from({ length: 12 }, (_, index) => String(index + 1)));
  assert.deepEqual(collectSteps(host, `${many}//`), { used: 12 });
});

test('a counter that is not there, is a link, or is no folder is not counted', () => {
  const folder = counter('1');
  symlinkSync(folder, `${folder}-link`);
  writeFileSync(`${folder}-file`, '0');
  assert.match(faultOf(`${folder}-none`), /^there is no folder /);
  assert.match(faultOf(`${folder}-link`), /is a symbolic link$/);
  assert.match(faultOf(`${folder}-link/`), /is a symbolic link$/);
  assert.match(faultOf(`${folder}-file`), /is no folder$/);
});

test('a counter with a gap, a foreign name, a folder or a link in it is not counted', () => {
  assert.match(faultOf(counter('1', '3')), /a step is missing$/);
  assert.match(faultOf(counter('2')), /a step is missing$/);
  for (const name of ['0', '01', '1.tmp', 'x', '-1', '1 ', '\u0661', '1000000'])
    assert.match(faultOf(counter('1', name)), /which is no step$/, name);
  const folder = counter('1');
  mkdirSync(join(folder, '2'));
  assert.match(faultOf(folder), /holds 2, which is no step$/);
  const linked = counter('1');
  symlinkSync('1', join(linked, '2'));
  assert.match(faultOf(linked), /holds 2, which is no step$/);
});

test('a counter that cannot be read is a failure of the machine', () => {
  const broken = fakeHost({ files: { '/steps': { fault: 'EACCES', folder: true } } });
  assert.throws(
    () => collectSteps(broken, '/steps'),
    (error) => error instanceof CollectError && error.blame === 'machine',
  );
});

test('a call is read as it came, and what is no JSON object is evidence of that', () => {
  const read = (text: string | Uint8Array) =>
    readCall(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  assert.deepEqual(read('{"tool": "t", "args": {"x": 1}, "id": "c1"}'), {
    tool: 't',
    args: { x: 1 },
    id: 'c1',
  });
  const secret = ['hun', 'ter2'].join('');
  const refused: readonly (string | Uint8Array)[] = [
    '',
    `Sure! I will call ${secret} now`,
    '[]',
    '"text"',
    'null',
    '{"tool":"t","args":{}} {"tool":"t","args":{}}',
    '{"tool":"t","tool":"u","args":{}}',
    '{"tool":"t","args":{"__proto__":{}}}',
    `{"tool":"t","args":${'['.repeat(5000)}`,
    new Uint8Array([0x7b, 0xff, 0x7d]),
  ];
  for (const text of refused) {
    const call = read(text);
    assert.deepEqual(Object.keys(call), ['parse_error']);
    assert.ok(!String(call['parse_error']).includes(secret));
  }
});
