// The traffic panel: what it shows are the bytes that went over the wire.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { assertAccessible, card, hasFocus, machineKnown, part, screenshot, usePages } from './support.mjs';

const shared = usePages();

const traffic = () => card(shared.page, 'traffic');
const rows = () => traffic().getByRole('option');
const rowWith = (...words) => words.reduce((found, hasText) => found.filter({ hasText }), rows()).first();
const cellsOf = async (row) => row.locator('span').allInnerTexts();
const message = (name) => part(shared.page, 'detail').getByRole('region', { name, exact: true });

async function createTask(title) {
  await shared.page.getByLabel('New task', { exact: true }).fill(title);
  await shared.page.getByLabel('New task', { exact: true }).press('Enter');
  await shared.page.getByText(`Added: ${title}`).waitFor();
}

it('lists every request of the page, newest first', async () => {
  const { page } = shared;
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await createTask('Seen');
  await rowWith('POST', '201', ' ms').waitFor();
  const [method, path, status, time, size] = await cellsOf(rowWith('POST'));
  assert.deepEqual([method, path, status], ['POST', '/api/tasks', '201']);
  assert.match(time, /^[\d.,]+ ms$/);
  assert.match(size, /^[\d.,]+ (B|KiB)$/);
  const shown = await traffic().locator('[role="option"]').evaluateAll((options) => options.map((option) => option.children[1].textContent));
  assert.ok(shown.indexOf('/api/tasks') < shown.indexOf('/config.json'), 'newest first');
  for (const address of asked) assert.ok(shown.includes(new URL(address).pathname + new URL(address).search), address);
  for (const path of ['/api/health', '/api/tasks?limit=50', '/api/runs?limit=20', '/config.json']) assert.ok(shown.includes(path), path);
});

it('shows an exchange byte for byte as the server saw it, pretty or raw', async () => {
  const { page } = shared;
  await createTask('Naïve “bytes”');
  await rowWith('POST', '201').click();
  await page.getByText(/^byte for byte as the server saw it/).waitFor();
  const request = await message('Request').textContent();
  assert.match(request, /^POST \/api\/tasks HTTP\/1\.1\r\nHost: /);
  assert.match(request, /\r\n\r\n\{\n {2}"title": "Naïve “bytes”",\n/);
  assert.match(await message('Response').textContent(), /^HTTP\/1\.1 201 Created\r\n[^]*X-Request-Id: [^]*\r\n\r\n\{\n {2}"id": /);
  await page.getByRole('radio', { name: 'Raw' }).check();
  const raw = await message('Request').textContent();
  const length = Number(/\r\nContent-Length: (\d+)\r\n/i.exec(raw)[1]);
  assert.equal(Buffer.byteLength(raw.split('\r\n\r\n')[1]), length);
  assert.ok(await hasFocus(page.getByRole('radio', { name: 'Raw' })));
  await assertAccessible(page);
  await screenshot(page, 'traffic');
});

it('opens what was pressed, though a new row moves it before the button is up again', async () => {
  const { page } = shared;
  await createTask('Pressed');
  await rowWith('POST').hover();
  await page.mouse.down();
  const before = await rows().count();
  await page.evaluate(() => document.querySelector('#tasks [data-part="reload"]').click());
  await rows().nth(before).waitFor();
  await page.mouse.up();
  await page.getByText(/^byte for byte as the server saw it/).waitFor();
  assert.match(await message('Request').textContent(), /^POST /);
  // A screen reader clicks without pressing.
  await rowWith('/config.json').evaluate((row) => row.click());
  await part(page, 'detail').getByRole('heading', { name: /config\.json/ }).waitFor();
});

it('says so where only the browser knows', async () => {
  const { page } = shared;
  await page.route('**/api/exchanges/*', (route) => route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'forgotten' } } }));
  shared.failing = 'api/exchanges';
  await rowWith('/api/health').click();
  await page.getByText('as seen by the browser').waitFor();
  assert.match(await message('Response').textContent(), /^200\r\n[^]*"status": "ok"/);
});

it('is walked by keyboard, filtered and cleared', async () => {
  const { page } = shared;
  await machineKnown(page); // its request would move the rows
  await part(traffic(), 'list').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const active = await part(traffic(), 'list').evaluate((list) => document.getElementById(list.getAttribute('aria-activedescendant')).children[1].textContent);
  assert.equal(active, '/config.json', 'the oldest');
  await part(traffic(), 'filter').fill('health -config');
  assert.deepEqual(await rows().evaluateAll((options) => [...new Set(options.filter((option) => !option.hidden).map((option) => option.children[1].textContent))]), ['/api/health']);
  assert.match(await part(traffic(), 'count').innerText(), /requests, \d+ shown/);
  await part(traffic(), 'filter').fill('');
  await part(traffic(), 'clear').click();
  await part(traffic(), 'count').filter({ hasText: /^0 requests$/ }).waitFor(); // drawn in the next frame
});

it('copies a request as curl', async () => {
  const { page } = shared;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rowWith('/api/health').click();
  await traffic().getByRole('button', { name: 'Copy as curl' }).click();
  await traffic().getByText('Copied.').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(command, `curl -i 'http://${shared.server.host}/api/health' -H 'Accept: application/json'`);
});

it('takes thousands, keeps the newest and stays quick', async () => {
  const { page } = shared;
  await page.route('**/api/health', (route) => route.fulfill({ json: { status: 'ok', gil_enabled: true, python: '3.13.15' } }));
  await page.evaluate(async () => {
    const { createTrafficLog } = await import('./js/traffic_log.js');
    const log = createTrafficLog();
    for (let index = 0; index < 10_000; index += 1) log.begin({ method: 'GET', address: `api/${index}`, headers: {} });
    if (log.entries().length !== 2_000) throw new Error(`${log.entries().length} kept`);
  });
  assert.ok(await traffic().locator('[role="option"]').count() < 40, 'only what is seen exists');
});
