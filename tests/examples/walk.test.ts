/** The comparison that the walk-throughs are held to can fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsOf, isAsShown } from './walk.ts';

test('commands are read with what is shown below them, from console blocks alone', () => {
  const text = '```console\n$ a | b\none\n...\n$ c\n```\n```sh\n$ no\n```\n';
  assert.deepEqual(commandsOf(text), [
    { command: 'a | b', printed: ['one', '...'] },
    { command: 'c', printed: [] },
  ]);
});

test('dots stand for any lines, and everything else for itself', () => {
  assert.ok(isAsShown(['a', 'b', 'c'], ['a', '...', 'c']));
  assert.ok(isAsShown(['a'], ['a', '...']));
  assert.ok(isAsShown([], ['...']));
  assert.ok(!isAsShown(['a', 'b'], ['a']));
  assert.ok(!isAsShown(['a'], ['a', '...', 'b']));
  assert.ok(!isAsShown([], ['a']));
});
