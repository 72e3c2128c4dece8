import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../total.mjs';

test('a line costs its price as often as it is counted', () => {
  assert.equal(total([{ price: 2, count: 3 }]), 6);
});
