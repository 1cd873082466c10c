import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ApiError } from '../../../frontend/js/api.js';
import { createLiveRun } from '../../../frontend/js/live_run.js';
import { progress, report, run } from './answers.mjs';

const event = (type, data) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const unreachable = () => new ApiError({ status: 0, code: 'unreachable', message: 'gone' });

/** Follows a run; `streams` and `answers` are what the server does, one after the other. */
async function follow(resource, { streams, answers }) {
  const seen = [];
  const open = { now: 0, most: 0 };
  let end = null;
  const client = {
    async runEvents(id, { onText }) {
      open.most = Math.max(open.most, open.now += 1);
      await streams.shift()?.(onText);
      open.now -= 1;
    },
    async run() {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const live = createLiveRun({ client, onChange: (state, { type }) => seen.push(type), onEnd: (state) => (end = state), pause: async () => {} });
  await live.follow(resource);
  return { seen, end, most: open.most, live };
}

describe('a run that is followed', () => {
  it('is known by its events and its report', async () => {
    const live = run();
    const done = { ...live, state: 'done', report: report() };
    const { seen, end, most } = await follow(live, {
      streams: [(onText) => [event('progress', progress()), event('round', { block: 1 }), event('end', { ...done, report: undefined })].forEach(onText)],
      answers: [done],
    });
    assert.deepEqual(seen, ['resource', 'progress', 'round', 'end', 'resource']);
    assert.ok(end.resource.report);
    assert.equal(most, 1);
  });

  it('outlives broken streams and an absent server', async () => {
    const live = run();
    const broken = () => Promise.reject(unreachable());
    const { end, seen } = await follow(live, {
      streams: [broken, broken, () => {}],
      answers: [unreachable(), live, { ...live, state: 'failed', failure: { code: 'interrupted', message: 'm' } }],
    });
    assert.equal(end.resource.failure.code, 'interrupted');
    assert.ok(seen.includes('lost'));
  });

  it('is asked for until its figures are there, although its end is known', async () => {
    const live = run();
    const done = { ...live, state: 'done', report: report() };
    const { end } = await follow(live, {
      streams: [(onText) => onText(event('end', { ...done, report: undefined }))],
      answers: [unreachable(), new ApiError({ status: 503, code: 'busy', message: 'later' }), done],
    });
    assert.ok(end.resource.report);
  });

  it('may vanish', async () => {
    const { end } = await follow(run(), { streams: [], answers: [new ApiError({ status: 404, code: 'not_found', message: 'no' })] });
    assert.equal(end.resource.state, 'running', 'it never came to an end that anybody knows');
  });

  it('is no longer followed when another one is', async () => {
    const ends = [];
    const client = {
      runEvents: (id, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
      run: async () => assert.fail('nobody should ask'),
    };
    const live = createLiveRun({ client, onChange: () => {}, onEnd: (state) => ends.push(state), pause: async () => {} });
    const first = live.follow(run());
    live.leave();
    await first;
    assert.deepEqual(ends, []);
    assert.equal(live.isFollowing(), false);
  });
});
