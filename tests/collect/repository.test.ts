/** What git says when it fails, as a person is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLine, lookUp } from '../../src/collect/git/repository.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository } from './temporary.ts';

test('firstLine gives the fault, not the advice around it', () => {
  const cases: [string, string][] = [
    ['hint: a\nhint: b\nfatal: it broke\nhint: c\n', 'it broke'],
    ['warning: odd\nerror: bad object\nfatal: stop\n', 'bad object'],
    ['hint: a\nsomething else\n', 'something else'],
    ['', 'git gave no reason'],
    ['hint: only\n', 'git gave no reason'],
  ];
  for (const [said, expected] of cases) assert.equal(firstLine(said), expected);
});

test('lookUp starts git so that it gives no advice of its own', async () => {
  const repo = repository();
  const commit = repo.commit();
  const { stderr } = await lookUp({ host: nodeHost() }, repo.folder, ['merge-base', commit, commit]);
  assert.equal(new TextDecoder().decode(stderr), '');
});
