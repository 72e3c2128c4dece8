/** The till's own tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.mjs';

test('an empty basket costs nothing', () => assert.equal(total([]), 0));
test('a basket is added up', () => assert.equal(total([{ price: 250, count: 2 }, { price: 99, count: 1 }]), 599));
test('a discount is taken off', () => assert.equal(total([{ price: 250, count: 2 }], 10), 450));
