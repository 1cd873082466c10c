// Both stacks at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { api, freeThreadedApi, get, report, Stack } from './support.mjs';

describe('both stacks at once', () => {
  const stack = new Stack('compose.both.yaml');
  before(async () => report(`both stacks: from "up" to healthy in ${(await stack.up()).toFixed(0)} ms`));
  after(() => stack.down('-v'));

  it('have different defaults', async () => {
    assert.equal((await get(api, '/api/health')).json.gil_enabled, true);
    assert.equal((await get(freeThreadedApi, '/api/health')).json.gil_enabled, false);
  });

  it('take turns at measuring', async () => {
    // Each makes the other wait: at the same time both would be disturbed and slower.
    const query = '/api/benchmark?n=50000&workers=2&build=gil&modes=sequential&repeats=1';
    const spans = await Promise.all([api, freeThreadedApi].map(async (server) => {
      const { status } = await get(server, query);
      assert.equal(status, 200);
      return status;
    }));
    assert.equal(spans.length, 2);
    const holders = await Promise.all(['api', 'api-ft'].map((service) => stack.exec(service, 'stat', '-c', '%d:%i', '/tmp/gilscope-measure.lock')));
    assert.equal(holders[0], holders[1], 'one lock for both');
  });
});
