/** The word that a failure is told by is the one that its cause deserves, in every language that is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorType } from '../../src/collect/runs/error-type.ts';
import { go, java, rust } from './error-shapes/compiled.ts';
import { node } from './error-shapes/node.ts';
import { python } from './error-shapes/python.ts';

for (const [language, shapes] of Object.entries({ python, node, go, java, rust }))
  test(`the error of ${language} is read off what is printed`, () => {
    for (const { title, stderr = '', stdout = '', word } of shapes)
      assert.equal(errorType(stderr, stdout), word, title);
  });

test('nothing is read where nothing is told', () => {
  for (const text of ['', 'it does not work\n', 'ERROR something went wrong\n', 'Killed\n', '0 errors\n'])
    assert.equal(errorType(text, text), null, text);
});

test('what ended a program counts on either stream, before all that was only told of', () => {
  const ended = 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: \'a\'\n';
  assert.equal(errorType('TypeError: x\n    at y\n', ended), 'KeyError');
  assert.equal(errorType('TypeError: x\n    at y\n', 'RangeError: x\n'), 'RangeError, TypeError');
});

test('more words than anybody can act on are cut, and no class has what is left', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `${name}Error: x\n    at y\n`);
  assert.equal(errorType(names.join(''), ''), 'AError, BError, CError, DError, ...');
});

test('a text made to be slow is read in no time that matters', () => {
  const texts = [
    'a.',
    'at ',
    '[[',
    ' \t',
    'Error',
    "name: '",
    'open ',
    'Caused by: a.',
    '---\n',
    'Error: \n',
  ];
  for (const text of texts) errorType(text.repeat(300_000), '');
});
