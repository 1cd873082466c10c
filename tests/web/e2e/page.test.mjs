// The page as it loads: header, form, widths, keyboard, assistive technology.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import {
  assertAccessible, assertFits, card, get, hasFocus, machineKnown, part, screenshot, usePages, waitForState,
} from './support.mjs';

const shared = usePages();

const hintOf = (name) => shared.page.locator(`#bench [data-field="${name}"] .hint`);

it('nothing moves when the answers arrive', async () => {
  const { page } = shared;
  await machineKnown(page);
  const shift = await page.evaluate(() => new Promise((resolve) => {
    const sum = (list) => resolve(list.getEntries().reduce((total, entry) => total + entry.value, 0));
    new PerformanceObserver(sum).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  }));
  assert.ok(shift < 0.01, `${shift}`);
});

it('is sent with links to exactly the modules that it loads, which are asked for before anything has been read', async () => {
  const { page, server } = shared;
  const { headers } = await get(server, '/');
  const linked = headers.link.split(', ').map((link) => /^<(.+)>; rel=modulepreload$/.exec(link)[1]);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname).filter((name) => name.endsWith('.js')));
  assert.deepEqual(loaded.map((name) => name.slice(1)).sort(), linked.sort());
});

describe('the header', () => {
  it('says what the server says', async () => {
    const { page, server } = shared;
    await machineKnown(page);
    const health = (await get(server, '/api/health')).json;
    const machine = (await get(server, '/api/machine')).json;
    assert.equal(await part(page, 'connection').innerText(), 'Connected');
    assert.equal(await part(page, 'interpreter').innerText(), `CPython ${health.python}`);
    assert.equal(await part(page, 'gil').innerText(), health.gil_enabled ? 'On' : 'Off');
    assert.ok((await part(page, 'cores').innerText()).startsWith(String(machine.usable_cores)));
    assert.match(await part(page, 'quiet').innerText(), /^(Quiet|Not quiet)$/);
  });

  it('has the reasons behind a press, and closes on Escape', async () => {
    const { page } = shared;
    const summary = part(page, 'quiet');
    await machineKnown(page);
    await summary.press('Enter');
    assert.ok(await part(page, 'reasons').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(await part(page, 'reasons').isHidden());
    assert.ok(await hasFocus(summary));
  });
});

describe('the form', () => {
  it('has a field for each parameter of the workload, with its limits and default', async () => {
    const { page, server } = shared;
    const { workloads } = (await get(server, '/api/workloads')).json;
    for (const { name, title, parameters } of workloads) {
      await page.getByLabel('Workload').selectOption(name);
      assert.equal(await hintOf('workload').innerText(), title);
      assert.deepEqual(await part(page, 'parameters').locator('label').allInnerTexts(), parameters.map((parameter) => parameter.name), name);
      for (const { name: field, default: value, maximum, unit } of parameters) {
        assert.equal(await page.locator(`#p-${field}`).inputValue(), typeof value === 'string' ? value : JSON.stringify(value));
        const hint = await hintOf(field).innerText();
        assert.ok(hint.endsWith(unit), hint);
        if (maximum !== null) assert.ok(hint.includes(Number(maximum).toLocaleString('en-GB')), hint);
      }
    }
  });

  it('asks a sweep for a list of workers', async () => {
    const { page } = shared;
    await page.getByRole('radio', { name: 'Sweep' }).check();
    assert.match(await page.getByLabel('Workers').inputValue(), /^1, 2(, \d+)*$/);
    await page.getByRole('radio', { name: 'Compare' }).check();
    assert.match(await page.getByLabel('Workers').inputValue(), /^\d+$/);
  });

  it('shows what the server refuses at the fields, all at once, and moves nothing', async () => {
    const { page } = shared;
    shared.failing = 'api/runs';
    const place = async () => (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox()).y;
    const placeBefore = await place();
    await page.getByLabel('n', { exact: true }).fill('many');
    await page.getByLabel('Workers').fill('0');
    await page.getByLabel('Blocks').fill('-1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.has-problem').first().waitFor();
    for (const name of ['n', 'workers', 'blocks']) {
      assert.match(await hintOf(name).innerText(), /must be/, name);
      const input = card(page, 'bench').getByRole('textbox', { name: new RegExp(`^${name}$`, 'i') });
      assert.equal(await input.getAttribute('aria-invalid'), 'true');
      assert.equal(await input.getAttribute('aria-describedby'), await hintOf(name).getAttribute('id'));
    }
    assert.ok(await hasFocus(page.locator('#p-n')), 'the first of the bad ones');
    assert.equal(await place(), placeBefore);
    await page.getByLabel('Workers').fill('2');
    assert.equal(await page.locator('.has-problem').count(), 0);
    assert.equal(await card(page, 'bench').getAttribute('data-state'), 'idle');
  });
});

it('a run is started and cancelled by keyboard alone, and the focus stays', async () => {
  const { page } = shared;
  await page.locator('body').press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the bench');
  await page.keyboard.press('Enter');
  await page.locator('#p-n').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5000000');
  await page.keyboard.press('Enter');
  await waitForState(page, 'running');
  await page.getByRole('button', { name: 'Run', exact: true }).focus();
  await page.keyboard.press('Tab');
  assert.ok(await hasFocus(part(page, 'cancel')));
  await page.keyboard.press('Enter');
  await waitForState(page, 'cancelled');
  assert.ok(await hasFocus(part(page, 'cancel')));
});

it('every control has a name, and Tab reaches them in order', async () => {
  const { page } = shared;
  const seen = [];
  await card(page, 'bench').focus();
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement.name || document.activeElement.dataset.part));
  }
  assert.deepEqual(seen, ['experiment', 'workload', 'p-n', 'workers', 'budget_s', 'blocks', 'modes', 'modes', 'modes', 'modes', 'builds', 'builds', 'run', 'cancel']);
});

for (const colorScheme of ['light', 'dark']) {
  it(`fits 360 to 2,560 pixels, ${colorScheme}, and axe finds nothing serious`, async () => {
    const { page } = shared;
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page);
      if (width === 360) await assertAccessible(page);
      await screenshot(page, `empty-${colorScheme}-${width}`);
    }
  });
}

it('does without the server, says so everywhere, and finds it again', async () => {
  const { page } = shared;
  shared.failing = 'api/';
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await card(page, 'bench').getByText('The server could not be reached.').first().waitFor();
  assert.equal(await part(page, 'connection').innerText(), 'Not reachable');
  for (const id of ['tasks', 'runs']) {
    await part(card(page, id), 'reload').click();
    await part(card(page, id), 'message').getByRole('button', { name: 'Try again' }).waitFor();
  }
  assert.doesNotMatch(await part(card(page, 'tasks'), 'list').innerText(), /No tasks/);
  await page.unroute('**/api/**');
  await part(card(page, 'tasks'), 'message').getByRole('button', { name: 'Try again' }).click();
  await card(page, 'tasks').getByText('No tasks yet.').waitFor();
  assert.ok(await part(card(page, 'tasks'), 'message').isHidden());
  assert.equal(await part(page, 'connection').innerText(), 'Connected');
});
