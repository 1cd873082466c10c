import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as format from '../../../frontend/js/format.js';

describe('numbers', () => {
  it('have their thousands apart and a fixed number of decimals', () => {
    assert.equal(format.formatInteger(5000000), '5,000,000');
    assert.equal(format.formatMilliseconds(1234.56), '1,234.6');
    assert.equal(format.formatCores(1.5), '1.50');
    assert.equal(format.formatMebibytes(14.25), '14.3');
    assert.equal(format.formatTimes(1.934), '1.93×');
    assert.equal(format.formatShare(0.974), '97 %');
  });

  it('that are missing are a dash, never 0 and never NaN', () => {
    for (const show of [format.formatInteger, format.formatTimes, format.formatShare, format.formatMilliseconds]) {
      assert.equal(show(null), '–');
      assert.equal(show(undefined), '–');
      assert.equal(show(NaN), '–');
    }
  });

  it('of cores are short where they are whole', () => {
    assert.equal(format.formatCoreCount(2), '2');
    assert.equal(format.formatCoreCount(1.5), '1.50');
  });
});

describe('estimates', () => {
  it('show their interval if they have one', () => {
    assert.equal(format.formatEstimate({ value: 1.93, low: 1.9, high: 1.96 }), '1.93× [1.90–1.96]');
    assert.equal(format.formatEstimate({ value: 1.93, low: null, high: null }), '1.93×');
    assert.equal(format.formatEstimate(null), '–');
    assert.equal(format.formatInterval({ value: 1, low: null, high: null }), '–');
  });

  it('have an interval only with both ends', () => {
    assert.equal(format.hasInterval({ value: 1, low: 1, high: null }), false);
    assert.equal(format.hasInterval(null), false);
    assert.equal(format.hasInterval({ value: 1, low: 0, high: 1 }), true);
  });
});

describe('words', () => {
  it('of elapsed time', () => {
    assert.equal(format.formatElapsed(0), '0 s');
    assert.equal(format.formatElapsed(59_999), '59 s');
    assert.equal(format.formatElapsed(125_000), '2 min 05 s');
    assert.equal(format.formatElapsed(-5), '0 s');
  });

  it('in number and in lists', () => {
    assert.equal(format.plural(1, 'block'), '1 block');
    assert.equal(format.plural(0, 'block'), '0 blocks');
    assert.equal(format.listed(['a']), 'a');
    assert.equal(format.listed(['a', 'b', 'c']), 'a, b and c');
  });

  it('of checksums, whatever JSON they are', () => {
    assert.equal(format.formatChecksum(17984), '17,984');
    assert.equal(format.formatChecksum('sha'), 'sha');
    assert.equal(format.formatChecksum([1, 'a']), '[1,"a"]');
    assert.equal(format.formatChecksum(null), '–');
  });

  it('of evidence', () => {
    assert.equal(format.formatEvidence({ value: 1.98, unit: 'x' }), '1.98×');
    assert.equal(format.formatEvidence({ value: 12, unit: '' }), '12');
    assert.equal(format.formatEvidence({ value: 1.25, unit: '%' }), '1.25 %');
  });
});
