import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createScale } from '../../../frontend/js/scale.js';

describe('a scale', () => {
  it('begins at 0, holds every value and always 1×', () => {
    for (const values of [[0.3], [1.93, 1.96], [28.4, 32], [64], []]) {
      const scale = createScale(values);
      assert.equal(scale.place(0), 0);
      for (const value of [1, ...values]) assert.ok(scale.place(value) > 0 && scale.place(value) < 100, `${value}`);
    }
  });

  it('has a handful of round ticks', () => {
    for (const largest of [1, 1.3, 1.96, 3.9, 7.9, 15, 32, 64]) {
      const { ticks, end } = createScale([largest]);
      assert.ok(ticks.length >= 3 && ticks.length <= 7, `${largest}: ${ticks}`);
      assert.equal(ticks[0], 0);
      assert.ok(ticks.at(-1) <= end);
    }
    assert.deepEqual(createScale([1.96]).ticks, [0, 0.5, 1, 1.5, 2]);
  });

  it('always has a tick at 1×, whose label comes before that of 0', () => {
    assert.deepEqual(createScale([10.4]).ticks, [0, 1, 2, 4, 6, 8, 10]);
    assert.deepEqual(createScale([10.4]).labels, [0, 1, 2, 4, 6, 8, 10]);
    assert.deepEqual(createScale([32]).ticks, [0, 1, 10, 20, 30]);
    assert.deepEqual(createScale([32]).labels, [1, 10, 20, 30]);
  });

  it('keeps to its edges and ignores what is no number', () => {
    const scale = createScale([2, NaN, null, undefined]);
    assert.equal(scale.place(-1), 0);
    assert.equal(scale.place(1000), 100);
  });
});
