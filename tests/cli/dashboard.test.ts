/** What whoever runs the dashboard is told of a page that failed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageFailure } from '../../src/cli/dashboard.ts';
import { StoreError } from '../../src/store/mod.ts';

test('pageFailure says a StoreError with its help, and of anything else only the kind', () => {
  const error = new StoreError('corrupt', 'The history "h.db" is damaged', 'Restore it from a copy');
  assert.equal(
    pageFailure(error),
    'A page failed: The history "h.db" is damaged\n  help: Restore it from a copy\n',
  );
  assert.equal(pageFailure(new TypeError('a value')), 'A page failed with TypeError\n');
  assert.equal(pageFailure('a value'), 'A page failed with string\n');
});
