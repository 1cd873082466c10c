import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { describe as say, fractionOf, isLive, next, none, timeText } from '../../../frontend/js/run_state.js';
import { progress, report, run } from './answers.mjs';

const live = run();
const running = next(none, { type: 'resource', data: live });
const after = (state, ...events) => events.reduce((before, [type, data]) => next(before, { type, data }), state);
const over = (state, more = {}) => ({ ...live, state, progress: null, finished_at: '2026-11-30T20:00:07.100000+00:00', ...more });

describe('a run', () => {
  it('takes what its events bring', () => {
    const state = after(running, ['progress', progress({ block: 5 })], ['partial', { cells: [] }]);
    assert.equal(state.progress.block, 5);
    assert.deepEqual(state.partial, { cells: [] });
  });

  it('once over stays over, with its report', () => {
    const done = after(running, ['end', over('done')], ['resource', over('done', { report: report() })]);
    for (const late of [['state', live], ['progress', progress()], ['partial', {}], ['lost']]) {
      assert.equal(after(done, late), done, late[0]);
    }
    assert.ok(after(done, ['end', over('done')]).resource.report);
  });

  it('is not changed by events of another one, or by unknown ones', () => {
    for (const event of [['state', run()], ['end', run()], ['nonsense', {}], ['round', {}]]) assert.equal(after(running, event), running);
    assert.equal(after(none, ['progress', progress()]), none);
  });

  it('can be followed by another', () => {
    const second = run();
    const state = after(running, ['partial', {}], ['end', over('done')], ['resource', second]);
    assert.equal(state.resource.id, second.id);
    assert.equal(state.partial, null);
  });

  it('may be out of contact until something is heard again', () => {
    const lost = after(running, ['lost']);
    assert.match(say(lost), /No contact/);
    assert.doesNotMatch(say(after(lost, ['progress', progress()])), /No contact/);
    assert.doesNotMatch(say(after(lost, ['resource', live])), /No contact/);
  });

  it('lives while it waits or runs', () => {
    assert.deepEqual(['queued', 'running', 'done', 'failed', 'cancelled'].map((state) => isLive({ state })), [true, true, false, false, false]);
    assert.equal(isLive(null), false);
  });
});

describe('what is said', () => {
  const cases = [
    [none, 'Ready.'],
    [running, 'Measuring, block 2 of about 6, round 3 of 4'],
    [after(running, ['progress', progress({ phase: 'warming up', block: 7, round: 0, workers: 4 })]), 'Warming up, 4 workers, block 7'],
    [after(none, ['resource', { ...live, state: 'queued', progress: progress({ queue_position: 2 }) }]), 'Waiting its turn: 2 runs before it.'],
    [after(none, ['resource', { ...live, state: 'queued', progress: null }]), 'Waiting its turn.'],
    [after(none, ['resource', { ...live, progress: null }]), 'Starting.'],
    [after(running, ['end', over('done')]), 'Done after 7 s.'],
    [after(running, ['end', over('cancelled')]), 'Cancelled after 7 s.'],
    [after(running, ['end', over('cancelled', { report: report() })]), 'Cancelled after 7 s. What was measured until then is kept.'],
    [after(running, ['end', over('failed', { failure: { code: 'interrupted', message: 'The server ended.' } })]), 'Failed after 7 s: The server ended.'],
    [after(running, ['end', over('failed', { started_at: null })]), 'Failed: no reason given'],
  ];
  for (const [state, text] of cases) it(text, () => assert.equal(say(state), text));

  it('warns of a noisy machine', () => {
    assert.equal(say(none, { quiet: true }), 'Ready.');
    assert.match(say(none, { quiet: false }), /not quiet/);
  });

  it('of time, only what is known', () => {
    assert.equal(timeText(running), '7 s elapsed · about 12 s left');
    assert.equal(timeText(after(running, ['progress', progress({ remaining_ms: null })])), '7 s elapsed');
    assert.equal(timeText(none), '');
  });

  it('of the share that is done, only what is known', () => {
    assert.equal(fractionOf(running), 0.37);
    assert.equal(fractionOf(none), null);
    assert.equal(fractionOf(after(running, ['end', over('done')])), 1);
    assert.equal(fractionOf(after(running, ['end', over('failed')])), null);
  });
});
