// From a press to figures, with real engines: what is on screen is what the API has.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import {
  assertAccessible, assertFits, card, closePage, get, openPage, part, runQuickLook, screenshot, startBrowser, startRun, startServer,
  usePages, waitForState,
} from './support.mjs';

describe('a quick look', () => {
  let server;
  let browser;
  let opened;
  let page;
  let run;
  const during = [];
  before(async () => {
    [server, browser] = await Promise.all([startServer('--db', ':memory:'), startBrowser()]);
    opened = await openPage(browser, server);
    ({ page } = opened);
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      // The header looks at the machine at times of its own.
      if (path.startsWith('/api/') && path !== '/api/machine') during.push(path);
    });
    run = await runQuickLook(page, server);
  });
  after(async () => {
    await closePage(opened);
    await browser.close();
    await server.stop();
  });

  const panelOf = ({ interpreter }) => page.getByRole('region', { name: new RegExp(`^CPython ${interpreter},`) });
  const barOf = (cell) => panelOf(cell).locator('.bars > li').filter({ hasText: new RegExp(`^${cell.mode}`) });
  const shownFigure = (text) => Number.parseFloat(text.replaceAll(',', ''));

  function assertFigures(shown, expected, halfDigits, what) {
    expected.forEach((figure, column) => {
      if (figure === null) return;
      const difference = Math.abs(shownFigure(shown[column]) - figure);
      assert.ok(difference <= halfDigits[column] + 1e-9, `${what}, column ${column}: ${shown[column]} for ${figure}`);
    });
  }

  it('has four modes of each build, and says what was run', async () => {
    assert.equal(run.report.cells.length, 8);
    assert.equal(await page.locator('.bars > li').count(), 8);
    assert.match(await part(page, 'subject').innerText(), /^count_primes, n = 10,000 · 2 workers · /);
    assert.equal(await part(page, 'heading').innerText(), `${run.name}: done`);
  });

  it('shows the figures of the API beside its bars and in the table behind them', async () => {
    for (const cell of run.report.cells.filter((each) => each.time_ms)) {
      const what = `${cell.interpreter} ${cell.mode}`;
      const share = cell.share_of_machine && 100 * cell.share_of_machine;
      const beside = await barOf(cell).locator('strong, .side').allInnerTexts();
      assertFigures(beside, [cell.speedup.value, share, cell.cores_used, cell.memory_mib, cell.setup_ms], [0.005, 0.5, 0.005, 0.05, 0.05], what);
      await panelOf(cell).locator('.behind').evaluate((details) => (details.open = true));
      const row = await panelOf(cell).getByRole('row', { name: new RegExp(`^${cell.mode} `) }).getByRole('cell').allInnerTexts();
      assertFigures(row, [cell.speedup.value, null, share, cell.cores_used, cell.memory_mib, cell.setup_ms, cell.time_ms.value, null, cell.best_ms],
        [0.005, 0, 0.5, 0.005, 0.05, 0.05, 0.05, 0, 0.05], what);
      assert.equal(row[7], '–', 'a quick look has no observed round');
    }
  });

  it('draws bars as long as the speedups, on one scale', async () => {
    const scales = [];
    for (const cell of run.report.cells.filter((each) => each.speedup)) {
      const { width } = await barOf(cell).locator('.bar').boundingBox();
      scales.push(width / cell.speedup.value);
    }
    for (const pixels of scales) assert.ok(Math.abs(pixels / scales[0] - 1) < 0.02, scales.join(' '));
  });

  it('calls nothing certain that has no interval', async () => {
    assert.equal(await page.locator('.whisker, .tag').count(), 0);
    assert.match(await part(page, 'result').innerText(), /no interval: fewer than 6 blocks/);
    for (const { sentence, advice, interpreter } of run.report.verdicts) {
      const text = await panelOf({ interpreter }).innerText();
      assert.ok(text.includes(sentence) && text.includes(advice), interpreter);
      assert.match(text, /Fastest: not decided/);
    }
  });

  it('names the checksum, the blocks and every warning with its remedy', async () => {
    const text = await part(page, 'result').innerText();
    assert.ok(text.includes('1,229'), 'primes below 10,000');
    for (const { message, remedy } of run.report.warnings) assert.ok(text.includes(message) && text.includes(remedy), message);
    assert.match(text, new RegExp(`Blocks counted\\s+${run.report.blocks.counted}`));
  });

  it('was accompanied by one event stream and nothing else', async () => {
    const path = `/api/runs/${run.id}`;
    assert.deepEqual(during.slice(0, 3), ['/api/runs', `${path}/events`, path]);
  });

  it('is in the list, and announced', async () => {
    assert.equal(await card(page, 'runs').getByLabel('Name of the run').inputValue(), run.name);
    assert.match(await part(card(page, 'bench'), 'announcement').textContent(), /^Done after .*CPython/);
  });

  it('looks right', async () => {
    for (const [name, width, colorScheme] of [['light', 1440, 'light'], ['dark', 1440, 'dark'], ['phone', 360, 'light'], ['wide', 2560, 'light']]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page);
      if (width === 1440) await assertAccessible(page);
      await screenshot(page, `result-${name}`);
    }
  });
});

describe('a run that lives', () => {
  const shared = usePages();
  const endless = { parameters: { n: 5_000_000 }, blocks: 20 };
  const statusText = () => part(card(shared.page, 'bench'), 'status').innerText();
  const cancelAll = async () => {
    for (const { id, state } of (await get(shared.server, '/api/runs')).json.runs) {
      if (state !== 'queued' && state !== 'running') continue;
      await shared.page.locator(`[data-run="${id}"]`).getByRole('button', { name: /^Cancel/ }).click();
      await shared.page.locator(`[data-run="${id}"]`).getByText('Cancelled').waitFor({ timeout: 20_000 });
    }
  };

  it('is cancelled, and over on the server too', async () => {
    const { page, server } = shared;
    await page.locator('#p-n').fill('5000000');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await waitForState(page, 'running');
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).getAttribute('aria-disabled'), 'true');
    await part(page, 'times').filter({ hasText: /elapsed/ }).waitFor({ timeout: 20_000 });
    await part(card(page, 'bench'), 'cancel').click();
    await waitForState(page, 'cancelled');
    assert.match(await statusText(), /^Cancelled after/);
    assert.equal((await get(server, '/api/runs')).json.runs[0].state, 'cancelled');
  });

  it('is found again by a reload and by a second tab, and ends in both', async () => {
    const { page, server, browser } = shared;
    const { id } = await startRun(server, endless);
    await page.reload();
    await waitForState(page, 'running');
    const second = await openPage(browser, server, { hash: `#run=${id}` });
    await waitForState(second.page, 'running');
    assert.match(await part(second.page, 'heading').innerText(), /: so far$/);
    await part(card(page, 'bench'), 'cancel').click();
    for (const tab of [page, second.page]) await waitForState(tab, 'cancelled');
    await closePage(second);
  });

  it('that waits says so, and another one may be looked at meanwhile', async () => {
    const { page, server } = shared;
    const past = (await get(server, '/api/runs')).json.runs[0];
    const first = await startRun(server, endless);
    const second = await startRun(server, endless);
    await page.reload();
    await waitForState(page, 'running');
    await page.locator(`[data-run="${second.id}"]`).getByText('Queued').waitFor();
    await page.locator(`[data-run="${past.id}"]`).getByRole('button', { name: /^Open/ }).click();
    await page.locator(`[data-run="${past.id}"].shown`).waitFor();
    assert.match(await statusText(), /^count_primes, 2 workers: /, 'the one that lives');
    await page.locator(`[data-run="${second.id}"]`).getByRole('button', { name: /^Cancel/ }).click();
    await page.locator(`[data-run="${second.id}"]`).getByText('Cancelled').waitFor();
    await cancelAll();
    assert.equal((await get(server, `/api/runs/${first.id}`)).json.state, 'cancelled');
  });
});
