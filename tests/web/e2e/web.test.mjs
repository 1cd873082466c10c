// The page from another origin than the API: `gilscope web`, CORS, preflights.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { after, before, it } from 'node:test';

import { program } from '../../api/support.mjs';
import { assertAccessible, card, closePage, machineKnown, openPage, part, runQuickLook, screenshot, startBrowser, startServer } from './support.mjs';

let server;
let web;
let browser;
let opened;
let page;

/** A port that nobody uses at the moment. */
const freePort = () => new Promise((resolve) => {
  const listener = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = listener.address();
    listener.close(() => resolve(port));
  });
});

before(async () => {
  const webPort = await freePort();
  const origin = `http://127.0.0.1:${webPort}`;
  [server, browser] = await Promise.all([startServer('--db', ':memory:', '--cors-origin', origin), startBrowser()]);
  const api = `http://${server.host}`;
  web = spawn(program, ['web', '--port', String(webPort), '--api', api], { stdio: 'ignore' });
  for (let attempts = 0; ; attempts += 1) {
    assert.ok(attempts < 100, 'gilscope web did not start');
    if (await fetch(`${origin}/config.json`).then(({ ok }) => ok, () => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  opened = await openPage(browser, { host: `127.0.0.1:${webPort}` }, { origins: [api] });
  ({ page } = opened);
});
after(async () => {
  await closePage(opened);
  await browser.close();
  web.kill();
  await server.stop();
});

it('finds its API and works with it', async () => {
  assert.equal(await part(page, 'connection').innerText(), 'Connected');
  await page.getByLabel('New task', { exact: true }).fill('From afar');
  await page.getByLabel('New task', { exact: true }).press('Enter');
  const row = page.locator('.task');
  await row.waitFor();
  await row.getByLabel('Status').selectOption('done');
  await page.getByText('Saved: From afar.').waitFor();
});

it('shows the preflight that came before a change', async () => {
  await machineKnown(page); // its request moves the rows
  await card(page, 'traffic').getByRole('option').filter({ hasText: 'PATCH' }).click();
  const message = (name) => part(page, 'detail').getByRole('region', { name, exact: true });
  await message('Preflight request').waitFor();
  assert.match(await message('Preflight request').textContent(), /^OPTIONS \/api\/tasks\/[^]*Access-Control-Request-Method: PATCH/i);
  assert.match(await message('Preflight response').textContent(), /^HTTP\/1\.1 204 [^]*Access-Control-Allow-Methods: /i);
  assert.match(await message('Request').textContent(), /^PATCH /);
  await assertAccessible(page);
  await screenshot(page, 'preflight');
});

it('follows a run over the event stream of the other origin', async () => {
  const run = await runQuickLook(page, server, { n: '10000' });
  assert.equal(await page.locator('.bars > li').count(), run.report.cells.length);
});
