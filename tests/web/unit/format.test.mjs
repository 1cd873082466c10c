import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as say from '../../../frontend/js/format.js';

describe('numbers', () => {
  it('have their thousands apart and a fixed number of decimals', () => {
    assert.equal(say.integer(5000000), '5,000,000');
    assert.equal(say.tenths(1234.56), '1,234.6');
    assert.equal(say.hundredths(1.5), '1.50');
    assert.equal(say.times(1.934), '1.93×');
    assert.equal(say.share(0.974), '97 %');
  });

  it('of a wait for the lock are medians in ms, a pause on the free-threaded build', () => {
    assert.equal(say.lockWait({ lock_wait_us: { p50: 5_063, p99: 9_000 } }), '5.06');
    assert.equal(say.lockWait({ pause_wait_us: { p50: 4 } }), '0.00');
    for (const unseen of [null, undefined, { lock_wait_us: null, valid: false }]) assert.equal(say.lockWait(unseen), '–');
  });

  it('that are missing are a dash, never 0 and never NaN', () => {
    for (const show of [say.integer, say.times, say.share, say.tenths]) {
      assert.equal(show(null), '–');
      assert.equal(show(undefined), '–');
      assert.equal(show(NaN), '–');
    }
  });

  it('of cores are short where they are whole', () => {
    assert.equal(say.coreCount(2), '2');
    assert.equal(say.coreCount(1.5), '1.50');
  });
});

describe('estimates', () => {
  it('show their interval if they have one', () => {
    assert.equal(say.estimate({ value: 1.93, low: 1.9, high: 1.96 }), '1.93× [1.90–1.96]');
    assert.equal(say.estimate({ value: 1.93, low: null, high: null }), '1.93×');
    assert.equal(say.estimate(null), '–');
    assert.equal(say.interval({ value: 1, low: null, high: null }), '–');
  });

  it('have an interval only with both ends', () => {
    assert.equal(say.hasInterval({ value: 1, low: 1, high: null }), false);
    assert.equal(say.hasInterval(null), false);
    assert.equal(say.hasInterval({ value: 1, low: 0, high: 1 }), true);
  });
});

describe('words', () => {
  it('of elapsed time', () => {
    assert.equal(say.elapsed(0), '0 s');
    assert.equal(say.elapsed(59_999), '59 s');
    assert.equal(say.elapsed(125_000), '2 min 05 s');
    assert.equal(say.elapsed(-5), '0 s');
  });

  it('of short times', () => {
    assert.deepEqual([0.04, 999.9, 1500].map(say.duration), ['0.0 ms', '999.9 ms', '1.5 s']);
  });

  it('of bytes', () => {
    assert.deepEqual([0, 1023, 1536, 5_000_000].map(say.bytes), ['0 B', '1023 B', '1.5 KiB', '4.8 MiB']);
  });

  it('in number and in lists', () => {
    assert.equal(say.plural(1, 'block'), '1 block');
    assert.equal(say.plural(0, 'block'), '0 blocks');
    assert.equal(say.listed(['a']), 'a');
    assert.equal(say.listed(['a', 'b', 'c']), 'a, b and c');
  });

  it('of checksums, whatever JSON they are', () => {
    assert.equal(say.checksum('17984'), '17,984');
    assert.equal(say.checksum('sha'), 'sha');
    assert.equal(say.checksum('[1,"a"]'), '[1,"a"]');
    assert.equal(say.checksum(''), '–');
    assert.equal(say.checksum(undefined), '–');
  });

  it('of evidence', () => {
    assert.equal(say.evidence({ value: 1.98, unit: 'x' }), '1.98×');
    assert.equal(say.evidence({ value: 12, unit: '' }), '12');
    assert.equal(say.evidence({ value: 1.25, unit: '%' }), '1.25 %');
  });
});
