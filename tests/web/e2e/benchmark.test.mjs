// From a press to figures, with real engines: what is on screen is what the API answered.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import {
  assertAccessible, assertFits, closePage, closePageThatFailed, get, hasFocus, openPage, part, runQuickLook, runTimeoutMs,
  screenshot, startBrowser, startServer, waitForState,
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

describe('a quick look', () => {
  let opened;
  let page;
  let answer;
  before(async () => {
    opened = await openPage(browser, server);
    ({ page } = opened);
    answer = await runQuickLook(page);
  });
  after(() => closePage(opened));

  const panelOf = (cell) => page.getByRole('region', { name: new RegExp(`^CPython ${cell.interpreter},`) });
  const cellsOf = async (cell) =>
    panelOf(cell).getByRole('row', { name: new RegExp(`^${cell.mode} `) }).getByRole('cell').allInnerTexts();
  const barOf = (cell) => panelOf(cell).getByRole('listitem').filter({ hasText: new RegExp(`^${cell.mode}`) }).first();

  it('has four modes of each build', async () => {
    assert.equal(answer.details.length, 8);
    assert.equal(await page.locator('.bars > li').count(), 8);
  });

  it('shows the figures of the API in its table', async () => {
    for (const cell of answer.details) {
      const shown = await cellsOf(cell);
      if (!cell.run_ms) {
        assert.match(shown[0], /no figure|not available/);
        continue;
      }
      const figures = [cell.speedup.value, null, cell.share_of_machine && 100 * cell.share_of_machine, cell.run_ms.median,
        cell.run_ms.best, cell.setup_ms, cell.cores_used, cell.memory_mib];
      const halfDigit = [0.005, 0, 0.5, 0.05, 0.05, 0.05, 0.005, 0.05];
      figures.forEach((figure, column) => {
        if (figure === null) return;
        const difference = Math.abs(Number.parseFloat(shown[column].replaceAll(',', '')) - figure);
        assert.ok(difference <= halfDigit[column] + 1e-9, `${cell.interpreter} ${cell.mode}: ${shown[column]} for ${figure}`);
      });
    }
  });

  it('draws bars as long as the speedups, on one scale', async () => {
    const scales = [];
    for (const cell of answer.details.filter((each) => each.speedup)) {
      const { width } = await barOf(cell).locator('.bar').boundingBox();
      scales.push(width / cell.speedup.value);
    }
    for (const pixels of scales) assert.ok(Math.abs(pixels / scales[0] - 1) < 0.02, scales.join(' '));
  });

  it('calls nothing certain that has no interval', async () => {
    assert.equal(await page.locator('.whisker').count(), 0);
    assert.equal(await page.locator('.tag').count(), 0);
    assert.match(await part(page, 'result').innerText(), /no interval: fewer than 6 blocks/);
    for (const { sentence, advice, interpreter } of answer.verdicts) {
      const text = await panelOf({ interpreter }).innerText();
      assert.ok(text.includes(sentence) && text.includes(advice), interpreter);
      assert.match(text, /Fastest: not decided/);
    }
  });

  it('names the checksum, the blocks and every warning with its remedy', async () => {
    const text = await part(page, 'result').innerText();
    if (answer.checksum !== null) assert.ok(text.includes('1,229'), 'primes below 10,000');
    for (const { message, remedy } of [answer, ...answer.details].flatMap((each) => each.warnings)) {
      assert.ok(text.includes(message) && text.includes(remedy), message);
    }
    const { counted, disturbed } = answer.blocks;
    assert.match(text, new RegExp(`Blocks counted\\s+${counted}[\\s\\S]*Blocks disturbed\\s+${disturbed}`));
  });

  it('was not accompanied by other requests', async () => {
    const during = await page.evaluate(() => {
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
      const run = asked.find(({ name }) => name.includes('/api/benchmark'));
      const within = ({ startTime }) => startTime > run.startTime && startTime < run.responseEnd;
      return asked.filter(within).map(({ name }) => name);
    });
    assert.deepEqual(during, []);
  });

  for (const [name, width, colorScheme] of [['light', 1440, 'light'], ['dark', 1440, 'dark'], ['phone', 360, 'light']]) {
    it(`looks right: ${name}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page);
      await assertAccessible(page);
      await screenshot(page, `result-${name}`);
    });
  }
});

describe('a run that does not end well', () => {
  it('cancelled, it is over on the server too', async () => {
    const opened = await openPage(browser, server);
    const { page } = opened;
    await page.getByLabel('Primes below n').fill('5000000');
    await page.getByLabel('Blocks', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Run' }).click();
    await waitForState(page, 'running');
    assert.match(await part(page, 'status').innerText(), /^Measuring: four modes of both builds, 20 blocks/);
    await part(page, 'elapsed').filter({ hasText: '1 s' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForState(page, 'cancelled');
    assert.match(await part(page, 'status').innerText(), /^Cancelled after/);
    await closePageThatFailed(opened, 'api/benchmark');

    const begun = performance.now();
    const next = await get(server, '/api/benchmark?n=10000&repeats=1&build=gil&modes=sequential');
    assert.equal(next.status, 200, next.text);
    assert.ok(performance.now() - begun < runTimeoutMs / 2, 'it did not wait for the one that was given up');
  });

  it('refused by the server, it says so at the field', async () => {
    const opened = await openPage(browser, server);
    const { page } = opened;
    // The form would not let this through, so the request is changed on its way.
    await page.route('**/api/benchmark*', (route) => {
      const address = new URL(route.request().url());
      address.searchParams.set('workers', '65');
      return route.continue({ url: address.href });
    });
    await page.getByRole('button', { name: 'Run' }).click();
    await waitForState(page, 'failed');
    assert.equal(await page.locator('#workers-hint').innerText(), 'must be a whole number from 1 to 64');
    assert.equal(await page.getByLabel('Workers').getAttribute('aria-invalid'), 'true');
    assert.ok(await hasFocus(page.getByLabel('Workers')));
    assert.ok(await part(page, 'message').isHidden());
    await closePageThatFailed(opened, 'api/benchmark');
  });

  it('a single build can be asked for', async () => {
    const opened = await openPage(browser, server);
    const { page } = opened;
    await page.getByRole('radio', { name: 'Free-threaded' }).check();
    const answer = await runQuickLook(page);
    assert.deepEqual([...new Set(answer.details.map((cell) => cell.build))], ['ft']);
    assert.equal(await page.locator('.panel').count(), 1);
    await closePage(opened);
  });
});
