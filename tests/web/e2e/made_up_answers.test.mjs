// What a short run on a noisy machine can't show for certain: intervals, a winner, and failures. The page comes from
// the real server, the benchmark's answer is made up.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';

import { answer } from '../unit/answers.mjs';
import {
  assertAccessible, closePageThatFailed, openPage, part, screenshot, startBrowser, startServer, waitForState,
} from './support.mjs';

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

let opened;
let page;
beforeEach(async () => {
  opened = await openPage(browser, server);
  ({ page } = opened);
});
afterEach(() => closePageThatFailed(opened, 'api/benchmark'));

async function runWith(json, status = 200, headers = {}) {
  await page.unroute('**/api/benchmark*');
  await page.route('**/api/benchmark*', (route) => route.fulfill({ status, json, headers }));
  await page.getByRole('button', { name: 'Run' }).click();
  await waitForState(page, status === 200 ? 'done' : 'failed');
}

const failWith = (status, code, details, headers) =>
  runWith({ error: { code, message: `it was ${code}`, details } }, status, headers);

it('intervals are whiskers around the ends of their bars, and only a certain winner is marked', async () => {
  await runWith(answer());
  const row = page.locator('li', { has: page.locator('.tag') });
  assert.deepEqual(await row.locator('.mode').allInnerTexts(), ['interpreters fastest']);
  const bar = await row.locator('.bar').boundingBox();
  const stem = await row.locator('.whisker').first().boundingBox();
  const pixelsForOne = bar.width / 1.93;
  assert.ok(Math.abs(stem.x - (bar.x + bar.width) + 0.03 * pixelsForOne) < 2);
  assert.ok(Math.abs(stem.width - 0.06 * pixelsForOne) < 2);
  const text = await part(page, 'result').innerText();
  assert.match(text, /The intervals of threads \(1\.92×\) and interpreters \(1\.90×\) overlap/);
  assert.match(await part(page, 'announcement').innerText(), /Fastest: interpreters/);
  await assertAccessible(page);
  await screenshot(page, 'intervals');
});

it('a deadline shows what was measured', async () => {
  await failWith(504, 'deadline', { measured: answer({ blocks: { counted: 3, disturbed: 0 } }) });
  assert.equal(await part(page, 'result-heading').innerText(), 'What was measured in time');
  assert.match(await part(page, 'message').innerText(), /The time allowed was over/);
  assert.equal(await page.locator('.bars > li').count(), 8);
});

it('a traceback is shown as text, whatever it holds', async () => {
  const traceback = 'Traceback:\n  <img src=x onerror=alert(1)>\nValueError: no';
  await failWith(500, 'workload_failed', { traceback });
  assert.equal(await page.locator('pre').innerText(), traceback);
  assert.equal(await page.locator('pre img').count(), 0);
  await assertAccessible(page);
});

it('a busy server says when to come back, and the old result is called old', async () => {
  await runWith(answer());
  await failWith(503, 'busy', undefined, { 'Retry-After': '5' });
  assert.match(await part(page, 'message').innerText(), /The server is busy[\s\S]*Try again in 5 s\./);
  assert.equal(await part(page, 'result-heading').innerText(), 'Previous result');
  await runWith(answer());
  assert.equal(await part(page, 'result-heading').innerText(), 'Result');
  assert.ok(await part(page, 'message').isHidden());
});
