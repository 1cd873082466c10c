import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { describe as say, idle, next } from '../../../frontend/js/run_state.js';

const query = { build: 'all', repeats: '6' };
const running = next(idle, { type: 'start', at: 1_000, query });

describe('a run', () => {
  it('starts once', () => {
    assert.equal(running.name, 'running');
    assert.equal(next(running, { type: 'start', at: 2_000, query }), running);
  });

  it('ends in one of three ways, and says how long it took', () => {
    const ends = { answer: 'Done after 7 s.', cancel: 'Cancelled after 7 s. Nothing of it was kept.' };
    for (const [type, text] of Object.entries(ends)) assert.equal(say(next(running, { type, at: 8_000 })), text);
    assert.equal(say(next(running, { type: 'fail', at: 8_000, title: 'Busy' })), 'Failed after 7 s: Busy.');
    assert.equal(say(next(running, { type: 'answer', at: 1_400 })), 'Done after less than 1 s.');
  });

  it('that is not there can not end', () => {
    const done = next(running, { type: 'answer', at: 2_000 });
    for (const state of [idle, done]) {
      for (const type of ['answer', 'fail', 'cancel', 'nonsense']) assert.equal(next(state, { type, at: 3_000 }), state);
    }
    assert.equal(next(running, { type: 'nonsense', at: 3_000 }), running);
  });

  it('can be followed by another', () => {
    for (const type of ['answer', 'fail', 'cancel']) {
      const ended = next(running, { type, at: 2_000 });
      assert.equal(next(ended, { type: 'start', at: 3_000, query }).since, 3_000);
    }
  });

  it('says what is measured', () => {
    assert.equal(say(running), 'Measuring: four modes of both builds, 6 blocks. The result comes at the end.');
    const look = next(idle, { type: 'start', at: 0, query: { build: 'ft', repeats: '1' } });
    assert.match(say(look), /the free-threaded build, a quick look of 1 block/);
  });

  it('is not begun on a noisy machine without a word', () => {
    assert.equal(say(idle), 'Ready.');
    assert.equal(say(idle, { quiet: true }), 'Ready.');
    assert.match(say(idle, { quiet: false }), /not quiet/);
  });
});
