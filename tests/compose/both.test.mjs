// Both stacks at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { api, freeThreadedApi, get, report, Stack, startBrowser, web } from './support.mjs';

describe('both stacks at once', () => {
  const stack = new Stack('compose.both.yaml');
  before(async () => report(`both stacks: from "up" to healthy in ${(await stack.up()).toFixed(0)} ms`));
  after(() => stack.down('-v'));

  it('have different defaults', async () => {
    assert.equal((await get(api, '/api/health')).json.gil_enabled, true);
    assert.equal((await get(freeThreadedApi, '/api/health')).json.gil_enabled, false);
  });

  it('are both shown by one page, which switches', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://${web.host}/`);
      const gil = page.locator('[data-part="gil"]');
      await gil.filter({ hasText: 'On' }).waitFor();
      await page.getByLabel('Stack').selectOption({ label: freeThreadedApi.host });
      await gil.filter({ hasText: 'Off' }).waitFor();
      await page.reload();
      await gil.filter({ hasText: 'Off' }).waitFor();
      await page.getByLabel('Stack').selectOption({ label: api.host });
      await gil.filter({ hasText: 'On' }).waitFor();
    } finally {
      await browser.close();
    }
  });

  it('take turns at measuring', async () => {
    const query = '/api/benchmark?n=50000&workers=2&build=gil&modes=sequential&repeats=1';
    for (const { status } of await Promise.all([api, freeThreadedApi].map((server) => get(server, query)))) assert.equal(status, 200);
    const holders = await Promise.all(['api', 'api-ft'].map((service) => stack.exec(service, 'stat', '-c', '%d:%i', '/tmp/gilscope-measure.lock')));
    assert.equal(holders[0], holders[1], 'one lock for both');
  });
});
