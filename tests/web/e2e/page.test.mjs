// The first page against a real server with real engines: as it loads, by keyboard, for assistive technology.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import {
  assertAccessible, assertFits, closePage, closePageThatFailed, fillQuickLook, get, openPage, part,
  hasFocus, screenshot, startBrowser, startServer, waitForState,
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
let failing;
beforeEach(async () => {
  opened = await openPage(browser, server);
  ({ page } = opened);
  failing = null;
});
afterEach(() => (failing ? closePageThatFailed(opened, failing) : closePage(opened)));

it('nothing moves when the answers arrive', async () => {
  const shift = await page.evaluate(() => new Promise((resolve) => {
    const sum = (list) => resolve(list.getEntries().reduce((total, entry) => total + entry.value, 0));
    new PerformanceObserver(sum).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  }));
  assert.ok(shift < 0.001, `${shift}`);
});

describe('the header', () => {
  it('says what the server says', async () => {
    const health = (await get(server, '/api/health')).json;
    const machine = (await get(server, '/api/machine')).json;
    assert.equal(await part(page, 'connection').innerText(), 'Connected');
    assert.equal(await part(page, 'interpreter').innerText(), `CPython ${health.python}`);
    assert.equal(await part(page, 'gil').innerText(), health.gil_enabled ? 'On' : 'Off');
    assert.ok((await part(page, 'cores').innerText()).startsWith(String(machine.usable_cores)));
    assert.match(await part(page, 'quiet').innerText(), /^(Quiet|Not quiet)$/);
  });

  it('has the reasons behind a press, and closes on Escape', async () => {
    const summary = page.locator('summary', { has: part(page, 'quiet') });
    await summary.press('Enter');
    assert.ok(await part(page, 'reasons').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(await part(page, 'reasons').isHidden());
    assert.ok(await hasFocus(summary));
  });
});

describe('the form', () => {
  it('has the size of its task only', async () => {
    assert.ok(await page.getByLabel('Primes below n').isVisible());
    await page.getByRole('radio', { name: 'I/O-bound' }).check();
    assert.ok(await page.getByLabel('Primes below n').isHidden());
    assert.ok(await page.getByLabel('Delay of a request').isVisible());
  });

  it('keeps wrong values from the server, shows each at its field and moves nothing', async () => {
    const place = async () => (await page.getByRole('button', { name: 'Run' }).boundingBox()).y;
    const placeBefore = await place();
    await page.getByLabel('Primes below n').fill('many');
    await page.getByLabel('Workers').fill('65');
    await page.getByRole('button', { name: 'Run' }).click();
    assert.equal(await page.locator('#n-hint').innerText(), 'Whole number, 10,000–5,000,000');
    assert.equal(await page.locator('#workers-hint').innerText(), 'Whole number, 1–64');
    assert.equal(await page.getByLabel('Workers').getAttribute('aria-invalid'), 'true');
    assert.ok(await hasFocus(page.getByLabel('Primes below n')), 'the first of the bad ones');
    assert.equal(await place(), placeBefore);
    await page.getByLabel('Workers').fill('2');
    assert.equal(await page.locator('#workers-hint').innerText(), '1–64');
    assert.equal(await page.locator('#bench').getAttribute('data-state'), 'idle');
  });
});

it('a run is started and cancelled by keyboard alone, and the focus stays', async () => {
  failing = 'api/benchmark';
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the benchmark');
  await fillQuickLook(page);
  await page.getByLabel('Blocks', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitForState(page, 'running');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement.dataset.part);
  assert.equal(await focused(), 'cancel');
  await page.keyboard.press('Enter');
  await waitForState(page, 'cancelled');
  assert.equal(await focused(), 'cancel');
});

it('every control has a name, and Tab reaches them in order', async () => {
  const seen = [];
  await page.locator('#bench').focus();
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement.name || document.activeElement.dataset.part));
  }
  assert.deepEqual(seen, ['task', 'n', 'workers', 'build', 'repeats', 'run', 'cancel']);
});

for (const colorScheme of ['light', 'dark']) {
  for (const width of [360, 1440, 2560]) {
    it(`fits ${width} pixels, ${colorScheme}, and axe finds nothing serious`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page);
      await assertAccessible(page);
      if (width === 1440) await screenshot(page, `empty-${colorScheme}`);
    });
  }
}

it('does without the server, says so, and finds it again', async () => {
  failing = 'api/';
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Run' }).click();
  await waitForState(page, 'failed');
  assert.equal(await part(page, 'connection').innerText(), 'Not reachable');
  assert.match(await part(page, 'message').innerText(), /could not be reached/);
  await page.unroute('**/api/**');
  await page.locator('summary', { has: part(page, 'quiet') }).click();
  await page.getByRole('button', { name: 'Look again' }).click();
  await part(page, 'connection').filter({ hasText: 'Connected' }).waitFor();
});
