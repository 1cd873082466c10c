// What a short run on a noisy machine can't show for certain: intervals, a winner, curves, failures, a live run step
// by step. The page comes from the real server, the answers about runs are made up.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { progress, report, run, sweepReport } from '../unit/answers.mjs';
import { assertAccessible, card, part, screenshot, sleep, usePages, waitForState } from './support.mjs';

const shared = usePages();

/** From now on these are all the runs there are; the first is opened. */
async function show(...runs) {
  const { page } = shared;
  await page.route('**/api/runs?*', (route) => route.fulfill({ json: { runs } }));
  await page.route(/\/api\/runs\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: runs.find(({ id }) => route.request().url().endsWith(id)) }));
  await part(card(page, 'runs'), 'reload').click();
  await page.locator(`[data-run="${runs[0].id}"]`).getByRole('button', { name: /^Open/ }).click();
  await page.locator(`[data-run="${runs[0].id}"].shown`).waitFor();
}

it('intervals are whiskers around the ends of their bars, and only a certain winner is marked', async () => {
  const { page } = shared;
  await show(run({ report: report() }));
  const row = page.locator('.bar-row', { has: page.locator('.tag') });
  await row.waitFor();
  assert.deepEqual(await row.locator('.mode').allInnerTexts(), ['interpreters fastest']);
  const bar = await row.locator('.bar').boundingBox();
  const stem = await row.locator('.whisker').first().boundingBox();
  const pixelsForOne = bar.width / 1.93;
  assert.ok(Math.abs(stem.x - (bar.x + bar.width) + 0.03 * pixelsForOne) < 2);
  assert.ok(Math.abs(stem.width - 0.06 * pixelsForOne) < 2);
  const text = await part(page, 'result').innerText();
  assert.match(text, /The intervals of threads \(1\.92×\) and interpreters \(1\.90×\) overlap/);
  assert.match(text, /not available: numpy refuses/);
  await assertAccessible(page);
  await screenshot(page, 'intervals');
});

it('a failed run tells why, as text, whatever it holds', async () => {
  const { page } = shared;
  const traceback = 'Traceback:\n  <img src=x onerror=alert(1)>\nValueError: no';
  await show(run({ state: 'failed', progress: null, failure: { code: 'workload_failed', message: 'It raised.', traceback } }));
  const message = part(card(page, 'bench'), 'message');
  assert.match(await message.innerText(), /Workload failed\s+It raised\./);
  assert.equal(await message.locator('pre').innerText(), traceback);
  assert.equal(await message.locator('img').count(), 0);
  await assertAccessible(page);
});

it('a sweep is curves with one cursor, by mouse and by keyboard', async () => {
  const { page } = shared;
  await show(run({ report: sweepReport(), name: 'A sweep' }));
  const plot = page.locator('.plot-area');
  const tip = page.locator('.tip');
  const { width } = await plot.boundingBox();
  await plot.hover({ position: { x: width / 2 + 20, y: 100 } });
  assert.match(await tip.innerText(), /^2 workers\n/);
  assert.equal(await tip.locator('div').count(), 8, 'seven series and the machine');
  assert.match(await tip.innerText(), /interpreters, 3\.13 \(GIL\) 1\.93× \[1\.87×–1\.99×\]/);
  await screenshot(page, 'curves');
  await page.mouse.move(0, 0); // the picture may have moved the page below the pointer
  await plot.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  assert.match(await tip.innerText(), /^2 workers\n/);
  await page.keyboard.press('Escape');
  assert.ok(await tip.isHidden());

  await page.getByLabel('processes, 3.13 (GIL)').uncheck();
  assert.equal(await page.locator('.plot .curve').count(), 7);
  assert.equal(await page.evaluate(() => document.activeElement.type), 'checkbox', 'the focus stays');
  await page.getByRole('radio', { name: 'time' }).check();
  assert.match(await page.locator('.curves figcaption').innerText(), /Time for one call on every worker over workers · lower is better/);
  assert.equal(await page.locator('.plot .curve').count(), 6, 'what is off stays off');
  await assertAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'curves-dark');
});

it('the picture of a sweep is saved as the server draws it', async () => {
  const { page } = shared;
  await show(run({ report: sweepReport() }));
  await page.route('**/chart.svg?*', (route) => route.fulfill({ body: `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${new URL(route.request().url()).search} --></svg>`, contentType: 'image/svg+xml' }));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download SVG' }).click()]);
  assert.match(download.suggestedFilename(), /speedup\.svg$/);
});

it('a live run is drawn as it grows, no more often than 4 times a second', async () => {
  const { page } = shared;
  const live = run({ name: 'Live' });
  await page.evaluate(({ live, progress, partial }) => {
    const encoder = new TextEncoder();
    const realFetch = globalThis.fetch;
    globalThis.fetch = async (address, options) => {
      if (!String(address).endsWith('/events')) return realFetch(address, options);
      const body = new ReadableStream({
        async start(stream) {
          const send = (type, data) => stream.enqueue(encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
          globalThis.sendEvent = send;
          globalThis.endStream = () => stream.close();
          send('state', live);
        },
      });
      return new Response(body, { headers: { 'X-Request-Id': 'live-1' } });
    };
    globalThis.burst = async () => {
      const result = document.querySelector('#bench [data-part="result"]');
      let drawings = 0;
      const observer = new MutationObserver(() => (drawings += 1));
      observer.observe(result, { childList: true });
      for (let index = 0; index < 40; index += 1) {
        sendEvent('partial', partial);
        sendEvent('progress', { ...progress, block: index + 1, blocks_expected: 40 });
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      observer.disconnect();
      return drawings;
    };
  }, { live, progress: progress(), partial: { cells: report().cells, machine_parallelism: report().machine_parallelism, warnings: [] } });
  let current = live;
  await page.route('**/api/runs?*', (route) => route.fulfill({ json: { runs: [current] } }));
  await page.route(/\/api\/runs\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: current }));
  await part(card(page, 'runs'), 'reload').click();
  await waitForState(page, 'running');
  await card(page, 'traffic').getByText('200 live').waitFor();
  await page.evaluate((round) => globalThis.sendEvent('round', round), { block: 1, round: 2, cells: report().cells.map(({ interpreter, build, mode, workers }) => ({ interpreter, build, mode, workers, wall_ms: 123.4 })) });
  await part(page, 'round').getByText('Block 1, round 2').first().waitFor();
  assert.match(await part(page, 'round').innerText(), /123\.4/);

  const begun = Date.now();
  const drawings = await page.evaluate(() => globalThis.burst());
  const seconds = (Date.now() - begun) / 1000;
  assert.ok(drawings >= 1 && drawings <= 4 * seconds + 2, `${drawings} in ${seconds} s`);
  await part(card(page, 'bench'), 'status').filter({ hasText: 'block 40 of about 40' }).waitFor();
  assert.equal(await page.locator('.bars .bar').count(), 7);
  assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '37');
  await screenshot(page, 'live');

  current = { ...run({ report: report(), name: 'Live' }), id: live.id };
  await page.evaluate(() => globalThis.endStream());
  await waitForState(page, 'done');
  assert.ok(await part(page, 'round').isHidden());
  await sleep(300);
  assert.equal(await page.locator('.tag').count(), 1);
});
