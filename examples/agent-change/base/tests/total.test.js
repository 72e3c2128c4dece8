import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

test('total adds up', () => assert.equal(total([1, 2, 3]), 6));
test('total of nothing is nothing', () => assert.equal(total([]), 0));
