import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fastestOf } from '../../../frontend/js/fastest.js';
import { cell, unavailableCell } from './answers.mjs';

const sequential = cell('3.13', 'sequential', [1, 1, 1]);
const slow = cell('3.13', 'threads', [0.99, 0.98, 1.01]);
const quick = cell('3.13', 'interpreters', [1.93, 1.9, 1.96]);
const apart = cell('3.13', 'processes', [1.8, 1.77, 1.83]);
const close = cell('3.13', 'processes', [1.89, 1.86, 1.91]);

describe('the fastest mode', () => {
  it('is named with its interval and the next one', () => {
    const { mode, sentence } = fastestOf([sequential, slow, quick, apart], { fastest: 'interpreters' });
    assert.equal(mode, 'interpreters');
    assert.equal(sentence, 'Fastest: interpreters, 1.93× [1.90–1.96] of sequential. Next: processes, 1.80× [1.77–1.83].');
  });

  it('is not named if intervals overlap, even if they only touch', () => {
    const touching = cell('3.13', 'processes', [1.85, 1.8, 1.9]);
    for (const other of [close, touching]) {
      const { mode, sentence } = fastestOf([sequential, slow, quick, other], { fastest: 'interpreters' });
      assert.equal(mode, null);
      assert.match(sentence, /intervals of interpreters \(1\.93×\) and processes \(1\.\d\d×\) overlap/);
    }
  });

  it('is not named without intervals', () => {
    const bare = cell('3.13', 'threads', [1.9, null, null]);
    const { mode, sentence } = fastestOf([sequential, bare], { fastest: null });
    assert.equal(mode, null);
    assert.match(sentence, /No interval: fewer than 6 blocks/);
  });

  it('is not named against the verdict', () => {
    for (const verdict of [{ fastest: null }, null]) {
      assert.equal(fastestOf([sequential, quick], verdict).mode, null);
    }
  });

  it('is not named where there is nothing to compare', () => {
    const missing = unavailableCell('3.13', 'threads', 'no');
    assert.match(fastestOf([sequential, missing], null).sentence, /Fewer than two modes/);
    assert.match(fastestOf([], null).sentence, /Fewer than two modes/);
  });

  it('may be sequential', () => {
    const lost = cell('3.13', 'threads', [0.5, 0.48, 0.52]);
    const { mode, sentence } = fastestOf([sequential, lost], { fastest: 'sequential' });
    assert.equal(mode, 'sequential');
    assert.match(sentence, /no pool gains anything/);
  });
});
