// Which API a page shows that has several.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { indexOfShown, searchFor } from '../../../frontend/js/stack_switch.js';

const apis = ['http://a:1', 'http://b:2'];

it('the address says which one, and nonsense means the first', () => {
  for (const [search, index] of [
    ['', 0], ['?stack=1', 0], ['?stack=2', 1], ['?x=1&stack=2', 1],
    ['?stack=0', 0], ['?stack=3', 0], ['?stack=-1', 0], ['?stack=1.5', 0], ['?stack=', 0], ['?stack=length', 0],
  ]) {
    assert.equal(indexOfShown(apis, search), index, search);
  }
});

it('each has an address that leads back to it', () => {
  for (const index of [0, 1]) assert.equal(indexOfShown(apis, searchFor(index)), index);
});
